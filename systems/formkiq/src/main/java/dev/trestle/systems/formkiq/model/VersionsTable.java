package dev.trestle.systems.formkiq.model;

import dev.trestle.model.Entity;
import dev.trestle.model.Groups;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;
import dev.trestle.model.annotation.Derived;
import dev.trestle.model.annotation.KeyOnly;
import dev.trestle.model.annotation.Name;
import dev.trestle.model.annotation.Prefixed;
import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import dev.trestle.systems.formkiq.model.Documents.ChecksumType;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * {@code formkiq-versions}, chapter "Document User Activity": what was done to documents, and what they were before.
 * Keys begin with {@code doc#} and with {@code docs#}, just as the design document has them.
 */
public final class VersionsTable {
    /**
     * Something that a user did to a document.
     *
     * @param versionPk the partition key of what the document was before, in this table
     * @param versionSk its sort key
     */
    public record DocumentActivity(
            String documentId,
            ActivityType type,
            String userId,
            @Nullable String versionPk,
            @Nullable String versionSk,
            @Time(TimeFormat.OFFSET_MICROS) Instant inserteddate) {}

    /**
     * A document's metadata as they were before a change.
     *
     * @param changed when they were changed
     * @param metadata text, or a list of texts, by name
     */
    public record DocumentMetadata(
            String documentId,
            @KeyOnly @Time(TimeFormat.ZONELESS_SECONDS) Instant changed,
            @Nullable String path,
            Instant inserteddate,
            Instant lastModifiedDate,
            @Nullable String deepLinkPath,
            @Prefixed("md#") Map<String, AttributeValue> metadata) {}

    /**
     * A document's content as it was before a change.
     *
     * @param changed when it was changed
     */
    public record DocumentVersion(
            @KeyOnly String documentId,
            @KeyOnly @Time(TimeFormat.ZONELESS_SECONDS) Instant changed,
            @Nullable String contentType,
            @Nullable Long contentLength,
            @Nullable String checksum,
            @Nullable ChecksumType checksumType,
            @Nullable String s3version,
            @Nullable String userId,
            @Nullable Instant inserteddate) {}

    /**
     * A value of a document's attribute as it was before a change.
     *
     * @param archiveSk the sort key that the row had
     * @param changed when it was changed
     */
    public record DocumentAttributeVersion(
            @Name("archive#SK") String archiveSk,
            @KeyOnly @Time(TimeFormat.ZONELESS_SECONDS) Instant changed,
            String documentId,
            String key,
            @Nullable Integer index,
            ValueType valueType,
            @Nullable String stringValue,
            @Nullable BigDecimal numberValue,
            @Nullable Boolean booleanValue) {
        /** The value as its row's key has it. */
        @Derived({"stringValue", "numberValue", "booleanValue"})
        public String value() {
            return DocumentAttributes.plainValue(stringValue, numberValue, booleanValue);
        }
    }

    public static final Table TABLE = Table.named("formkiq-versions")
            .about("Actions performed on documents, and what these were before")
            .key("PK", "SK")
            .index("GSI1", "GSI1PK", "GSI1SK")
            .index("GSI2", "GSI2PK", "GSI2SK")
            .scope(DocumentsTable.SCOPE)
            .times(TimeFormat.OFFSET_SECONDS);

    public static final Entity<DocumentActivity> DOCUMENT_ACTIVITY = TABLE.entity(DocumentActivity.class)
            .about("The main document user activity tracking record")
            .key("doc#{documentId}", "activity#{inserteddate}")
            .index("GSI1", "activity#user#{userId}", "activity#{inserteddate}#{documentId}")
            .index("GSI2", "activity#", "activity#{inserteddate}#{documentId}")
            .belongsTo(Documents.DOCUMENT, "undergoes")
            .accept(
                    "HOT_PARTITION",
                    "documented so; all of a site's activities are in one partition of GSI2. The audit table has them"
                            + " by day");

    /**
     * Two versions of one second have the same key: the later one takes the next free second. This holds for all three
     * kinds.
     */
    public static final Entity<DocumentMetadata> DOCUMENT_METADATA = TABLE.entity(DocumentMetadata.class)
            .about("The metadata information attached to the document")
            .key("docs#{documentId}", "doc#{changed}")
            .belongsTo(Documents.DOCUMENT, "had")
            .accept("ITEM_GROWTH", Documents.METADATA_BOUND);

    public static final Entity<DocumentVersion> DOCUMENT_VERSION = TABLE.entity(DocumentVersion.class)
            .about("The content of a document over time")
            .key("docs#{documentId}", "document#{changed}")
            .belongsTo(Documents.DOCUMENT, "had");

    public static final Entity<DocumentAttributeVersion> DOCUMENT_ATTRIBUTE_VERSION = TABLE.entity(
                    DocumentAttributeVersion.class)
            .about("The attributes of a document over time")
            .key("doc#{documentId}", "attr#{key}#{changed}#{value:cut}")
            .belongsTo(Documents.DOCUMENT, "had");

    public static final Pattern<DocumentActivity> ACTIVITY_BY_KEY = DOCUMENT_ACTIVITY.get("Get an activity");

    public static final Pattern<DocumentActivity> ACTIVITY_OF_DOCUMENT = DOCUMENT_ACTIVITY
            .query("List the activities of a document")
            .beginsWith("activity#")
            .descending();

    public static final Pattern<DocumentActivity> ACTIVITY_OF_USER = DOCUMENT_ACTIVITY
            .query("List the activities of a user")
            .on("GSI1")
            .beginsWith("activity#")
            .descending();

    public static final Pattern<DocumentActivity> ALL_ACTIVITY = DOCUMENT_ACTIVITY
            .query("List all activities")
            .on("GSI2")
            .beginsWith("activity#")
            .descending();

    public static final Pattern<DocumentActivity> ACTIVITY_BETWEEN = DOCUMENT_ACTIVITY
            .query("List all activities between two times")
            .on("GSI2")
            .between("inserteddate")
            .descending();

    public static final Pattern<DocumentMetadata> METADATA_BY_TIME =
            DOCUMENT_METADATA.get("Get a document's metadata of a time");

    public static final Pattern<DocumentMetadata> METADATA_OF_DOCUMENT = DOCUMENT_METADATA
            .query("List a document's metadata over time")
            .beginsWith("doc#")
            .descending();

    public static final Pattern<DocumentVersion> VERSION_BY_TIME =
            DOCUMENT_VERSION.get("Get a document's version of a time");

    public static final Pattern<DocumentVersion> VERSIONS_OF_DOCUMENT = DOCUMENT_VERSION
            .query("List a document's versions")
            .beginsWith("document#")
            .descending();

    public static final Pattern<Groups> HISTORY_OF_DOCUMENT =
            TABLE.collection("Get a document's versions and metadata over time", DOCUMENT_METADATA, DOCUMENT_VERSION);

    public static final Pattern<DocumentAttributeVersion> ATTRIBUTE_VERSION =
            DOCUMENT_ATTRIBUTE_VERSION.get("Get an attribute's value of a time");

    public static final Pattern<DocumentAttributeVersion> ATTRIBUTE_VERSIONS = DOCUMENT_ATTRIBUTE_VERSION
            .query("List the values of a document's attribute over time")
            .beginsWith("attr#{key}#")
            .descending();

    public static final Pattern<DocumentAttributeVersion> ATTRIBUTE_VERSIONS_OF_DOCUMENT = DOCUMENT_ATTRIBUTE_VERSION
            .query("List the values of all attributes of a document over time")
            .beginsWith("attr#");

    private VersionsTable() {}
}
