package dev.trestle.systems.formkiq.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;
import dev.trestle.model.When;
import dev.trestle.model.annotation.Derived;
import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** {@code formkiq-audit}, chapter "Resource User Activity": who did what to documents, entities and their types. */
public final class AuditTable {
    /** How it ended. */
    public enum ActivityStatus {
        COMPLETE,
        FAILED,
        UNAUTHORIZED
    }

    /** A value before and after; absent where there was none. */
    public record Change(
            @Nullable AttributeValue newValue, @Nullable AttributeValue oldValue) {}

    /**
     * Something that a user did, or tried to do.
     *
     * @param resource what it was done to: {@code document}, {@code entity}, {@code entityType} and others
     * @param documentId the document; absent where it was done to none
     * @param entityTypeId the type of entity; absent where a document is named
     * @param entityId the entity; absent where it was done to none
     * @param changeSet the values that changed, by key
     */
    public record ResourceActivity(
            String siteId,
            String resource,
            ActivityType type,
            ActivityStatus status,
            @Nullable String sourceIpAddress,
            @Nullable String source,
            String userId,
            @Nullable String documentId,
            @Nullable String attributeKey,
            @Nullable String entityTypeId,
            @Nullable String entityId,
            @Nullable Map<String, Change> changeSet,
            @Time(TimeFormat.OFFSET_MICROS) Instant inserteddate,
            @Nullable String message) {
        /** What it was done to: a document, an entity, or a type of entity. */
        @Derived({"documentId", "entityId", "entityTypeId"})
        public @Nullable String resourceId() {
            return documentId != null ? documentId : entityId != null ? entityId : entityTypeId;
        }
    }

    public static final Table TABLE = Table.named("formkiq-audit")
            .about("Actions performed on documents and entities")
            .key("PK", "SK")
            .index("GSI1", "GSI1PK", "GSI1SK")
            .index("GSI2", "GSI2PK", "GSI2SK")
            .scope(DocumentsTable.SCOPE)
            .times(TimeFormat.OFFSET_SECONDS);

    public static final Entity<ResourceActivity> RESOURCE_ACTIVITY = TABLE.entity(ResourceActivity.class)
            .about("What users did to documents, entities and their types")
            .key(
                    "entityType#{entityTypeId}",
                    "activity#{inserteddate}#{entityTypeId}",
                    When.all(When.absent("documentId"), When.absent("entityId")))
            .key(
                    "entity#{entityTypeId}#{entityId}",
                    "activity#{inserteddate}#{entityId}",
                    When.all(When.absent("documentId"), When.present("entityId")))
            .key("doc#{documentId}", "activity#{inserteddate}#{documentId}", When.present("documentId"))
            .index("GSI1", "activity#user#{userId}", "activity#{inserteddate}#{resourceId}")
            .index("GSI2", "activity#{inserteddate:yyyy-MM-dd}", "activity#{inserteddate}#{resourceId}")
            .belongsTo(Documents.DOCUMENT, "undergoes")
            .belongsTo(Entities.ENTITY, "undergoes")
            .belongsTo(Entities.ENTITY_TYPE, "undergoes")
            .accept("ITEM_GROWTH", "the values that one request changed, as many as it brings");

    public static final Pattern<ResourceActivity> ACTIVITY_BY_KEY = RESOURCE_ACTIVITY
            .get("Get an activity of a document")
            .in("doc#{documentId}")
            .exactly("activity#{inserteddate}#{documentId}");

    public static final Pattern<ResourceActivity> ACTIVITY_OF_DOCUMENT = RESOURCE_ACTIVITY
            .query("List the activities of a document")
            .in("doc#{documentId}")
            .beginsWith("activity#")
            .descending();

    public static final Pattern<ResourceActivity> ACTIVITY_OF_DOCUMENT_BETWEEN = RESOURCE_ACTIVITY
            .query("List the activities of a document between two times")
            .in("doc#{documentId}")
            .between("inserteddate")
            .descending();

    public static final Pattern<ResourceActivity> ACTIVITY_OF_ENTITY = RESOURCE_ACTIVITY
            .query("List the activities of an entity")
            .in("entity#{entityTypeId}#{entityId}")
            .beginsWith("activity#")
            .descending();

    public static final Pattern<ResourceActivity> ACTIVITY_OF_ENTITY_BETWEEN = RESOURCE_ACTIVITY
            .query("List the activities of an entity between two times")
            .in("entity#{entityTypeId}#{entityId}")
            .between("inserteddate")
            .descending();

    public static final Pattern<ResourceActivity> ACTIVITY_OF_ENTITY_TYPE = RESOURCE_ACTIVITY
            .query("List the activities of an entity type")
            .in("entityType#{entityTypeId}")
            .beginsWith("activity#")
            .descending();

    public static final Pattern<ResourceActivity> ACTIVITY_OF_ENTITY_TYPE_BETWEEN = RESOURCE_ACTIVITY
            .query("List the activities of an entity type between two times")
            .in("entityType#{entityTypeId}")
            .between("inserteddate")
            .descending();

    public static final Pattern<ResourceActivity> ACTIVITY_OF_USER = RESOURCE_ACTIVITY
            .query("List the activities of a user")
            .on("GSI1")
            .beginsWith("activity#")
            .descending();

    public static final Pattern<ResourceActivity> ACTIVITY_OF_USER_BETWEEN = RESOURCE_ACTIVITY
            .query("List the activities of a user between two times")
            .on("GSI1")
            .between("inserteddate")
            .descending();

    public static final Pattern<ResourceActivity> ACTIVITY_OF_DAY = RESOURCE_ACTIVITY
            .query("List the activities of a day")
            .on("GSI2")
            .beginsWith("activity#")
            .descending();

    public static final Pattern<ResourceActivity> ACTIVITY_BETWEEN = RESOURCE_ACTIVITY
            .query("List the activities between two times")
            .on("GSI2")
            .between("inserteddate")
            .eachDay()
            .descending();

    public static final Pattern<ResourceActivity> ACTIVITY_OF_DOCUMENT_OLDEST = RESOURCE_ACTIVITY
            .query("List the activities of a document between two times, oldest first")
            .in("doc#{documentId}")
            .between("inserteddate");

    public static final Pattern<ResourceActivity> ACTIVITY_OF_ENTITY_OLDEST = RESOURCE_ACTIVITY
            .query("List the activities of an entity between two times, oldest first")
            .in("entity#{entityTypeId}#{entityId}")
            .between("inserteddate");

    public static final Pattern<ResourceActivity> ACTIVITY_OF_ENTITY_TYPE_OLDEST = RESOURCE_ACTIVITY
            .query("List the activities of an entity type between two times, oldest first")
            .in("entityType#{entityTypeId}")
            .between("inserteddate");

    public static final Pattern<ResourceActivity> ACTIVITY_OF_USER_OLDEST = RESOURCE_ACTIVITY
            .query("List the activities of a user between two times, oldest first")
            .on("GSI1")
            .between("inserteddate");

    public static final Pattern<ResourceActivity> ACTIVITY_OLDEST = RESOURCE_ACTIVITY
            .query("List the activities between two times, oldest first")
            .on("GSI2")
            .between("inserteddate")
            .eachDay();

    private AuditTable() {}
}
