package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentsTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.When;
import dev.trestle.model.annotation.LowerCase;
import dev.trestle.model.annotation.Prefixed;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Chapter "Documents": the documents themselves, their children, those deleted softly, and what became of reading
 * them.
 */
public final class Documents {
    /** How a checksum was made. */
    public enum ChecksumType {
        SHA1,
        SHA256
    }

    /**
     * A document.
     *
     * @param metadata text, or a list of texts, by name
     * @param belongsToDocumentId the parent; absent in all documents but children, which no list of days shows
     */
    @RecordBuilder
    public record Document(
            String documentId,
            Instant inserteddate,
            Instant lastModifiedDate,
            String userId,
            @Nullable String path,
            @Nullable String deepLinkPath,
            @Prefixed("md#") Map<String, AttributeValue> metadata,
            @Nullable String contentType,
            @Nullable Long contentLength,
            @Nullable String checksum,
            @Nullable ChecksumType checksumType,
            @Nullable String s3version,
            @Nullable String belongsToDocumentId,
            @Nullable String width,
            @Nullable String height) {}

    /**
     * A document's place among its parent's.
     *
     * @param documentId the child
     * @param belongsToDocumentId the parent, in whose partition this is
     */
    public record ChildDocument(String documentId, String belongsToDocumentId) {}

    /**
     * A document that was deleted and may be restored: all that the document had, so that nothing is lost.
     *
     * @param tagSchemaId the schema of its tags
     */
    @RecordBuilder
    public record SoftDeletedDocument(
            String documentId,
            Instant inserteddate,
            Instant lastModifiedDate,
            String userId,
            @Nullable String path,
            @Nullable String deepLinkPath,
            @Prefixed("md#") Map<String, AttributeValue> metadata,
            @Nullable String contentType,
            @Nullable Long contentLength,
            @Nullable String checksum,
            @Nullable ChecksumType checksumType,
            @Nullable String s3version,
            @Nullable String belongsToDocumentId,
            @Nullable String tagSchemaId,
            @Nullable String width,
            @Nullable String height) {}

    /** What recognised the characters. */
    @LowerCase
    public enum OcrEngine {
        TEXTRACT,
        TESSERACT,
        /** No engine: somebody set the text. */
        MANUAL
    }

    /** How far the recognition is. */
    @LowerCase
    public enum OcrStatus {
        FAILED,
        REQUESTED,
        SKIPPED,
        SUCCESSFUL
    }

    /** What recognition makes of a table. */
    public enum OcrOutputType {
        CSV
    }

    /** The recognition of a document's characters. */
    public record Ocr(
            String documentId,
            Instant inserteddate,
            String userId,
            @Nullable String contentType,
            OcrEngine ocrEngine,
            OcrStatus ocrStatus,
            @Nullable String jobId,
            @Nullable OcrOutputType ocrOutputType) {}

    /**
     * What a language model found in a document.
     *
     * @param llmPromptEntityName the entity that holds the prompt
     * @param attributes the attributes found
     */
    public record DataClassificationResult(
            String documentId,
            String llmPromptEntityName,
            String content,
            List<Map<String, AttributeValue>> attributes,
            Instant inserteddate,
            String userId) {}

    /** The version of a document that is published. */
    public record Publication(
            @Nullable String path,
            @Nullable String contentType,
            @Nullable String s3Version,
            String documentId,
            String userId) {}

    static final String METADATA_BOUND = "at most 25 metadata of at most 1,000 characters";

    public static final Entity<Document> DOCUMENT = TABLE.entity(Document.class)
            .about("Essential information about a document")
            .key("docs#{documentId}", "document")
            .index(
                    "GSI1",
                    "{inserteddate:yyyy-MM-dd}",
                    "{inserteddate}#{documentId}",
                    When.absent("belongsToDocumentId"))
            .accept("SPARSE_CONDITION", "a document is a child from its first write on, or never")
            .accept("ITEM_GROWTH", METADATA_BOUND);

    public static final Entity<ChildDocument> CHILD_DOCUMENT = TABLE.entity(ChildDocument.class)
            .about("A subsidiary document")
            .key("docs#{belongsToDocumentId}", "document#{documentId}")
            .belongsTo(DOCUMENT, "contains");

    /**
     * The document's table of keys leaves the index's partition as it was, which would show the deleted among a day's
     * documents; it is moved with the rest, so that a day's page is one request whatever was deleted. Items of other
     * programs that left it are passed over by their primary key.
     */
    public static final Entity<SoftDeletedDocument> SOFT_DELETED_DOCUMENT = TABLE.entity(SoftDeletedDocument.class)
            .about("A document in the namespace of the deleted")
            .key("softdelete#docs#", "softdelete#document#{documentId}")
            .index("GSI1", "softdelete#{inserteddate:yyyy-MM-dd}", "{inserteddate}#{documentId}")
            .accept("HOT_PARTITION", "documented so; deleting is rare beside all else, and purging empties it")
            .accept("ITEM_GROWTH", METADATA_BOUND);

    public static final Entity<Ocr> OCR = TABLE.entity(Ocr.class)
            .about("Optical character recognition of a document")
            .key("docs#{documentId}", "ocr#")
            .onePer(DOCUMENT, "has");

    public static final Entity<DataClassificationResult> DATA_CLASSIFICATION_RESULT = TABLE.entity(
                    DataClassificationResult.class)
            .about("The result of classifying a document's data")
            .key("docs#{documentId}", "llmresult#{inserteddate}#{llmPromptEntityName}")
            .belongsTo(DOCUMENT, "has")
            .accept("ITEM_GROWTH", "the attributes in one answer to one prompt");

    public static final Entity<Publication> PUBLICATION = TABLE.entity(Publication.class)
            .about("The published version of a document")
            .key("docs#{documentId}", "publication")
            .onePer(DOCUMENT, "has");

    public static final Pattern<Document> DOCUMENT_BY_ID = DOCUMENT.get("Get a document by ID");

    public static final Pattern<Document> DOCUMENTS_OF_DAY =
            DOCUMENT.query("List documents of a day").on("GSI1").descending();

    /** A day of another time zone is a part of two days here. */
    public static final Pattern<Document> DOCUMENTS_BETWEEN = DOCUMENT.query("List documents between two times")
            .on("GSI1")
            .between("inserteddate")
            .eachDay()
            .descending();

    public static final Pattern<ChildDocument> CHILD_BY_ID = CHILD_DOCUMENT.get("Get a child of a document");

    public static final Pattern<ChildDocument> CHILDREN_OF_DOCUMENT =
            CHILD_DOCUMENT.query("List the children of a document").beginsWith("document#");

    public static final Pattern<SoftDeletedDocument> SOFT_DELETED_BY_ID =
            SOFT_DELETED_DOCUMENT.get("Get a deleted document by ID");

    public static final Pattern<SoftDeletedDocument> SOFT_DELETED_DOCUMENTS =
            SOFT_DELETED_DOCUMENT.query("List all deleted documents").beginsWith("softdelete#document#");

    public static final Pattern<SoftDeletedDocument> SOFT_DELETED_OF_DAY = SOFT_DELETED_DOCUMENT
            .query("List deleted documents of a day")
            .on("GSI1")
            .descending();

    public static final Pattern<Ocr> OCR_OF_DOCUMENT = OCR.get("Get the OCR of a document");

    public static final Pattern<DataClassificationResult> RESULT_BY_KEY =
            DATA_CLASSIFICATION_RESULT.get("Get a data classification result");

    public static final Pattern<DataClassificationResult> RESULTS_OF_DOCUMENT = DATA_CLASSIFICATION_RESULT
            .query("List the data classification results of a document")
            .beginsWith("llmresult#")
            .descending();

    public static final Pattern<Publication> PUBLICATION_OF_DOCUMENT =
            PUBLICATION.get("Get the publication of a document");

    private Documents() {}
}
