package dev.trestle.systems.formkiq.activity;

import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.model.ActivityType;
import dev.trestle.systems.formkiq.model.AuditTable.ActivityStatus;
import dev.trestle.systems.formkiq.model.AuditTable.Change;
import dev.trestle.systems.formkiq.model.AuditTable.ResourceActivity;
import dev.trestle.systems.formkiq.model.Documents.ChecksumType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Activities as the API shows them. */
final class ActivityViews {
    private static final Map<String, String> RESOURCES = Map.of(
            Rows.DOCUMENT, "documents",
            Rows.DOCUMENT_ATTRIBUTE, "documentAttributes",
            Rows.ENTITY, "entities",
            Rows.ENTITY_TYPE, "entityTypes");

    private ActivityViews() {}

    /** What somebody did to a document, as the API calls it. */
    enum ShownActivity {
        VIEW,
        CREATE,
        UPDATE,
        DELETE,
        SOFT_DELETE,
        RESTORE,
        NEW_VERSION
    }

    record ChangeView(@Nullable Object oldValue, @Nullable Object newValue) {}

    record ActivityView(
            String resource,
            String type,
            @Nullable String source,
            @Nullable String sourceIpAddress,
            @Nullable String message,
            ActivityStatus status,
            String insertedDate,
            String userId,
            @Nullable String documentId,
            @Nullable String attributeKey,
            @Nullable String entityTypeId,
            @Nullable String entityId,
            @Nullable Map<String, ChangeView> changes) {}

    record ActivitiesView(@Nullable String next, List<ActivityView> activities) {}

    record MetadataView(
            String key, @Nullable String value, @Nullable List<String> values) {}

    /** A document as it was, or as it is where nothing of it changed. */
    record DocumentView(
            String siteId,
            @Nullable String path,
            @Nullable String deepLinkPath,
            @Nullable String insertedDate,
            @Nullable String lastModifiedDate,
            @Nullable String checksum,
            @Nullable ChecksumType checksumType,
            String documentId,
            @Nullable String contentType,
            @Nullable String userId,
            @Nullable Integer contentLength,
            @Nullable String versionKey,
            @Nullable String s3version,
            @Nullable List<MetadataView> metadata) {}

    record UserActivityView(
            ShownActivity type,
            String insertedDate,
            String userId,
            DocumentView document,
            @Nullable Map<String, ChangeView> changes) {}

    record UserActivitiesView(@Nullable String next, List<UserActivityView> userActivities) {}

    static ShownActivity shown(ActivityType type) {
        return switch (type) {
            case VIEW -> ShownActivity.VIEW;
            case ADD -> ShownActivity.CREATE;
            case CHANGE -> ShownActivity.UPDATE;
            case DELETE -> ShownActivity.DELETE;
            case SOFT_DELETE -> ShownActivity.SOFT_DELETE;
            case RESTORE -> ShownActivity.RESTORE;
            case NEW_VERSION -> ShownActivity.NEW_VERSION;
        };
    }

    static ActivityView view(ResourceActivity row) {
        return new ActivityView(
                RESOURCES.getOrDefault(row.resource(), row.resource()),
                shown(row.type()).name(),
                row.source(),
                row.sourceIpAddress(),
                row.message(),
                row.status(),
                Dates.text(row.inserteddate()),
                row.userId(),
                row.documentId(),
                row.attributeKey(),
                row.entityTypeId(),
                row.entityId(),
                changes(row.changeSet()));
    }

    static @Nullable Map<String, ChangeView> changes(@Nullable Map<String, Change> changes) {
        if (changes == null || changes.isEmpty()) {
            return null;
        }
        Map<String, ChangeView> shown = new TreeMap<>();
        changes.forEach((key, each) -> shown.put(key, new ChangeView(plain(each.oldValue()), plain(each.newValue()))));
        return shown;
    }

    /** A value of an item as JSON has it. */
    private static @Nullable Object plain(@Nullable AttributeValue value) {
        if (value == null || Boolean.TRUE.equals(value.nul())) {
            return null;
        }
        if (value.s() != null) {
            return value.s();
        }
        if (value.n() != null) {
            return new java.math.BigDecimal(value.n());
        }
        if (value.bool() != null) {
            return value.bool();
        }
        if (value.hasL()) {
            return value.l().stream().map(ActivityViews::plain).toList();
        }
        if (value.hasSs()) {
            return value.ss();
        }
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        value.m().forEach((name, each) -> members.put(name, plain(each)));
        return members;
    }
}
