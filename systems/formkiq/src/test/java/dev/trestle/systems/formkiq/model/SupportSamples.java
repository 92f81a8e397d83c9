package dev.trestle.systems.formkiq.model;

import dev.trestle.systems.formkiq.model.SupportTable.AttributeUse;
import dev.trestle.systems.formkiq.model.SupportTable.AwaitedContent;
import dev.trestle.systems.formkiq.model.SupportTable.DocumentCount;
import dev.trestle.systems.formkiq.model.SupportTable.DocumentDay;
import dev.trestle.systems.formkiq.model.SupportTable.RelatedFrom;
import dev.trestle.systems.formkiq.model.SupportTable.SiteConfiguration;
import dev.trestle.systems.formkiq.model.SupportTable.TagKey;
import dev.trestle.systems.formkiq.model.SupportTable.UnfinishedDocument;
import dev.trestle.systems.formkiq.model.SupportTable.UnmovedRows;
import dev.trestle.systems.formkiq.model.SupportTable.ValuesToken;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What stands beside the documented tables. */
final class SupportSamples {
    private SupportSamples() {}

    static List<Sample<?>> all() {
        return List.of(
                Sample.of(SupportTable.SITE_CONFIGURATION, new SiteConfiguration(Map.of("maxDocuments", "7")), """
                        {"PK": "configuration", "SK": "site", "values": {"maxDocuments": "7"}}
                        """),
                Sample.of(SupportTable.DOCUMENT_DAY, new DocumentDay("2024-05-01"), """
                        {"PK": "days", "SK": "2024-05-01", "day": "2024-05-01"}
                        """),
                Sample.of(SupportTable.DOCUMENT_COUNT, new DocumentCount(3), """
                        {"PK": "documents", "SK": "count", "documents": 3}
                        """),
                Sample.of(SupportTable.AWAITED_CONTENT, new AwaitedContent("d1", "a1", "joe", "i#joe"), """
                        {"PK": "docs#d1", "SK": "upload", "documentId": "d1", "arrivalId": "a1",
                         "userId": "joe", "identity": "i#joe"}
                        """),
                Sample.of(SupportTable.UNFINISHED_DOCUMENT, new UnfinishedDocument("d1", "t1"), """
                        {"PK": "docs#d1", "SK": "unfinished", "documentId": "d1", "token": "t1"}
                        """),
                Sample.of(SupportTable.UNMOVED_ROWS, new UnmovedRows("d1", "t1"), """
                        {"PK": "docs#d1", "SK": "unmoved", "documentId": "d1", "token": "t1"}
                        """),
                Sample.of(SupportTable.ATTRIBUTE_USE, new AttributeUse("city", 2, 5), """
                        {"PK": "attr#city", "SK": "use#2", "key": "city", "part": 2, "uses": 5}
                        """),
                Sample.of(SupportTable.VALUES_TOKEN, new ValuesToken("d1", "t1"), """
                        {"PK": "docs#d1", "SK": "values", "documentId": "d1", "token": "t1"}
                        """),
                Sample.of(SupportTable.TAG_KEY, new TagKey("colour"), """
                        {"PK": "tagkeys", "SK": "colour", "tagKey": "colour"}
                        """),
                Sample.of(
                        PageRows.KEPT_QUERY,
                        new PageRows.KeptQuery("p1", "Roofs", "q=roof", Instant.parse("2024-05-01T10:00:00Z")),
                        """
                        {"PK": "queries#p1", "SK": "Roofs", "subject": "p1", "name": "Roofs", "query": "q=roof",
                         "savedAt": "2024-05-01T10:00:00.000Z"}
                        """),
                Sample.of(
                        PageRows.DELETION,
                        new PageRows.Deletion("d1", "ann@example.org", Instant.parse("2024-05-01T10:00:00Z")),
                        """
                        {"PK": "docs#d1", "SK": "deletion", "documentId": "d1", "deletedBy": "ann@example.org",
                         "deletedAt": "2024-05-01T10:00:00.000Z"}
                        """),
                Sample.of(SupportTable.RELATED_FROM, new RelatedFrom("d1", "d2", "PRIMARY"), """
                        {"PK": "docs#d1", "SK": "related#d2#PRIMARY", "documentId": "d1", "otherId": "d2",
                         "relationship": "PRIMARY"}
                        """),
                Sample.of(
                        RecordRows.SETTING_ACTIVITY,
                        new RecordRows.SettingActivity(
                                "schema",
                                "house",
                                ActivityType.CHANGE,
                                AuditTable.ActivityStatus.COMPLETE,
                                "192.0.2.1",
                                "HTTP",
                                "joe",
                                null,
                                java.time.Instant.parse("2024-05-01T10:00:00.000001Z"),
                                null),
                        """
                        {"PK": "settings#2024-05-01", "SK": "activity#2024-05-01T10:00:00.000001+0000",
                         "resource": "schema", "resourceId": "house", "type": "change", "status": "COMPLETE",
                         "sourceIpAddress": "192.0.2.1", "source": "HTTP", "userId": "joe",
                         "inserteddate": "2024-05-01T10:00:00.000001+0000"}
                        """),
                Sample.of(
                        RecordRows.DOCUMENT_LOCK,
                        new RecordRows.DocumentLock("d1", "i#s", "joe", null, "e1", null, null, null),
                        """
                        {"PK": "locks", "SK": "d1", "documentId": "d1", "holder": "i#s", "checkedOutBy": "joe",
                         "checkoutEntity": "e1"}
                        """),
                Sample.of(RecordRows.LOCK_STAMP, new RecordRows.LockStamp("t1"), """
                        {"PK": "lockstamp", "SK": "site", "token": "t1"}
                        """));
    }
}
