package dev.trestle.systems.formkiq.model;

import dev.trestle.systems.formkiq.model.ActivityEvents.ActivityKey;
import dev.trestle.systems.formkiq.model.ActivityEvents.DocumentActivitiesEvent;
import dev.trestle.systems.formkiq.model.AuditTable.ActivityStatus;
import dev.trestle.systems.formkiq.model.AuditTable.Change;
import dev.trestle.systems.formkiq.model.AuditTable.ResourceActivity;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import dev.trestle.systems.formkiq.model.Documents.ChecksumType;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentActivity;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentAttributeVersion;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentMetadata;
import dev.trestle.systems.formkiq.model.VersionsTable.DocumentVersion;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items about what was done, and what documents were before. */
final class HistorySamples {
    private static final Instant NOON = Instant.parse("2024-05-01T12:00:00Z");
    private static final Instant EXACT = Instant.parse("2024-05-01T12:00:00.000123Z");
    private static final String UUID = "6f1c9f0e-2b3a-4c5d-8e7f-0123456789ab";

    private HistorySamples() {}

    static List<Sample<?>> all() {
        return List.of(
                Sample.of(
                        VersionsTable.DOCUMENT_ACTIVITY,
                        new DocumentActivity(
                                "d1", ActivityType.CHANGE, "joe", "docs#d1", "doc#2024-05-01T12:00:00", EXACT),
                        """
                        {"PK": "doc#d1", "SK": "activity#2024-05-01T12:00:00.000123+0000",
                         "GSI1PK": "activity#user#joe", "GSI1SK": "activity#2024-05-01T12:00:00.000123+0000#d1",
                         "GSI2PK": "activity#", "GSI2SK": "activity#2024-05-01T12:00:00.000123+0000#d1",
                         "documentId": "d1", "type": "change", "userId": "joe", "versionPk": "docs#d1",
                         "versionSk": "doc#2024-05-01T12:00:00", "inserteddate": "2024-05-01T12:00:00.000123+0000"}
                        """),
                Sample.of(
                        VersionsTable.DOCUMENT_METADATA,
                        new DocumentMetadata(
                                "d1",
                                NOON,
                                "a/b.txt",
                                NOON,
                                NOON,
                                "https://example.com/b",
                                Map.of("colour", AttributeValue.fromS("blue"))),
                        """
                        {"PK": "docs#d1", "SK": "doc#2024-05-01T12:00:00", "documentId": "d1", "path": "a/b.txt",
                         "inserteddate": "2024-05-01T12:00:00+0000", "lastModifiedDate": "2024-05-01T12:00:00+0000",
                         "deepLinkPath": "https://example.com/b", "md#colour": "blue"}
                        """),
                Sample.of(
                        VersionsTable.DOCUMENT_VERSION,
                        new DocumentVersion(
                                "d1", NOON, "text/plain", 42L, "9f86d0", ChecksumType.SHA1, "v1", null, null),
                        """
                        {"PK": "docs#d1", "SK": "document#2024-05-01T12:00:00", "contentType": "text/plain",
                         "contentLength": 42, "checksum": "9f86d0", "checksumType": "SHA1", "s3version": "v1"}
                        """),
                Sample.of(
                        VersionsTable.DOCUMENT_ATTRIBUTE_VERSION,
                        new DocumentAttributeVersion(
                                "attr#city#New #1", NOON, "d1", "city", 0, ValueType.STRING, "New #1", null, null),
                        """
                        {"PK": "doc#d1", "SK": "attr#city#2024-05-01T12:00:00#New #1",
                         "archive#SK": "attr#city#New #1", "documentId": "d1", "key": "city", "index": 0,
                         "valueType": "string", "stringValue": "New #1"}
                        """),
                Sample.of(
                        "finance",
                        ActivityEvents.DOCUMENT_ACTIVITIES_EVENT,
                        new DocumentActivitiesEvent(
                                "d1",
                                "finance",
                                List.of(new ActivityKey("finance/doc#d1", "activity#1")),
                                NOON,
                                Instant.ofEpochSecond(1_714_651_200),
                                UUID),
                        """
                        {"PK": "finance/documentEvent",
                         "SK": "event#docs#activities#2024-05-01T12:00:00+0000#d1#6f1c9f0e-2b3a-4c5d-8e7f-0123456789ab",
                         "documentId": "d1", "siteId": "finance",
                         "activityKeys": [{"PK": "finance/doc#d1", "SK": "activity#1"}],
                         "inserteddate": "2024-05-01T12:00:00+0000", "TimeToLive": 1714651200}
                        """),
                Sample.of("finance", AuditTable.RESOURCE_ACTIVITY, activity("entityType", null, "t1", null), """
                        {"PK": "finance/entityType#t1", "SK": "activity#2024-05-01T12:00:00.000123+0000#t1",
                         "GSI1PK": "finance/activity#user#joe",
                         "GSI1SK": "activity#2024-05-01T12:00:00.000123+0000#t1",
                         "GSI2PK": "finance/activity#2024-05-01",
                         "GSI2SK": "activity#2024-05-01T12:00:00.000123+0000#t1", "siteId": "finance",
                         "resource": "entityType", "type": "change", "status": "COMPLETE",
                         "sourceIpAddress": "192.0.2.1", "source": "api", "userId": "joe", "attributeKey": "city",
                         "entityTypeId": "t1", "changeSet": {"name": {"newValue": "b", "oldValue": "a"}},
                         "inserteddate": "2024-05-01T12:00:00.000123+0000"}
                        """),
                Sample.of("finance", AuditTable.RESOURCE_ACTIVITY, activity("entity", null, "t1", "e1"), """
                        {"PK": "finance/entity#t1#e1", "SK": "activity#2024-05-01T12:00:00.000123+0000#e1",
                         "GSI1PK": "finance/activity#user#joe",
                         "GSI1SK": "activity#2024-05-01T12:00:00.000123+0000#e1",
                         "GSI2PK": "finance/activity#2024-05-01",
                         "GSI2SK": "activity#2024-05-01T12:00:00.000123+0000#e1", "siteId": "finance",
                         "resource": "entity", "type": "change", "status": "COMPLETE",
                         "sourceIpAddress": "192.0.2.1", "source": "api", "userId": "joe", "attributeKey": "city",
                         "entityTypeId": "t1", "entityId": "e1",
                         "changeSet": {"name": {"newValue": "b", "oldValue": "a"}},
                         "inserteddate": "2024-05-01T12:00:00.000123+0000"}
                        """),
                Sample.of("finance", AuditTable.RESOURCE_ACTIVITY, activity("document", "d1", null, null), """
                        {"PK": "finance/doc#d1", "SK": "activity#2024-05-01T12:00:00.000123+0000#d1",
                         "GSI1PK": "finance/activity#user#joe",
                         "GSI1SK": "activity#2024-05-01T12:00:00.000123+0000#d1",
                         "GSI2PK": "finance/activity#2024-05-01",
                         "GSI2SK": "activity#2024-05-01T12:00:00.000123+0000#d1", "siteId": "finance",
                         "resource": "document", "type": "change", "status": "COMPLETE",
                         "sourceIpAddress": "192.0.2.1", "source": "api", "userId": "joe", "documentId": "d1",
                         "attributeKey": "city", "changeSet": {"name": {"newValue": "b", "oldValue": "a"}},
                         "inserteddate": "2024-05-01T12:00:00.000123+0000"}
                        """));
    }

    private static ResourceActivity activity(
            String resource, @Nullable String documentId, @Nullable String entityTypeId, @Nullable String entityId) {
        return new ResourceActivity(
                "finance",
                resource,
                ActivityType.CHANGE,
                ActivityStatus.COMPLETE,
                "192.0.2.1",
                "api",
                "joe",
                documentId,
                "city",
                entityTypeId,
                entityId,
                Map.of("name", new Change(AttributeValue.fromS("b"), AttributeValue.fromS("a"))),
                EXACT,
                null);
    }
}
