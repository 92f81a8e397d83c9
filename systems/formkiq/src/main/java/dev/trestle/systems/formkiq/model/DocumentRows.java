package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentActions.ACTION;
import static dev.trestle.systems.formkiq.model.DocumentActions.SYNC;
import static dev.trestle.systems.formkiq.model.DocumentAttributes.DOCUMENT_ATTRIBUTE;
import static dev.trestle.systems.formkiq.model.DocumentTags.TAG;
import static dev.trestle.systems.formkiq.model.Documents.CHILD_DOCUMENT;
import static dev.trestle.systems.formkiq.model.Documents.DATA_CLASSIFICATION_RESULT;
import static dev.trestle.systems.formkiq.model.Documents.DOCUMENT;
import static dev.trestle.systems.formkiq.model.Documents.OCR;
import static dev.trestle.systems.formkiq.model.Documents.PUBLICATION;
import static dev.trestle.systems.formkiq.model.DocumentsTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Groups;
import dev.trestle.model.Pattern;
import dev.trestle.model.When;
import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.DocumentActions.Sync;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import dev.trestle.systems.formkiq.model.DocumentAttributes.ValueType;
import dev.trestle.systems.formkiq.model.DocumentTags.Tag;
import dev.trestle.systems.formkiq.model.Documents.ChildDocument;
import dev.trestle.systems.formkiq.model.Documents.DataClassificationResult;
import dev.trestle.systems.formkiq.model.Documents.Ocr;
import dev.trestle.systems.formkiq.model.Documents.Publication;
import dev.trestle.systems.formkiq.model.Folders.FolderEntry;

/**
 * All rows of a document, as one question, and where they are while it is deleted softly: each row's keys, those in
 * indexes too, stand behind {@code softdelete#}, so that it is in no search.
 */
public final class DocumentRows {
    /** What stands before the keys of the deleted. */
    private static final String GONE = "softdelete#";

    public static final Entity<ChildDocument> DELETED_CHILD = TABLE.entity(
                    "SoftDeletedChildDocument", ChildDocument.class)
            .about("A child's place in a deleted document")
            .key(GONE + "docs#{belongsToDocumentId}", GONE + "document#{documentId}");

    public static final Entity<Ocr> DELETED_OCR = TABLE.entity("SoftDeletedOcr", Ocr.class)
            .about("The recognition of a deleted document")
            .key(GONE + "docs#{documentId}", GONE + "ocr#");

    public static final Entity<DataClassificationResult> DELETED_RESULT = TABLE.entity(
                    "SoftDeletedDataClassificationResult", DataClassificationResult.class)
            .about("A classification of a deleted document")
            .key(GONE + "docs#{documentId}", GONE + "llmresult#{inserteddate}#{llmPromptEntityName}")
            .accept("ITEM_GROWTH", "the attributes in one answer to one prompt");

    public static final Entity<Publication> DELETED_PUBLICATION = TABLE.entity(
                    "SoftDeletedPublication", Publication.class)
            .about("The publication of a deleted document")
            .key(GONE + "docs#{documentId}", GONE + "publication");

    public static final Entity<Action> DELETED_ACTION = TABLE.entity("SoftDeletedAction", Action.class)
            .about("An action of a deleted document")
            .key(GONE + "docs#{documentId}", GONE + "action#{idx}#{type}")
            .index("GSI1", GONE + "action#{type}#{queueId}", "action#{documentId}#{inserteddate}")
            .index("GSI2", GONE + "actions#{status}", "action#{documentId}")
            .accept("TEXT_ORDER", DocumentActions.ORDERED_AFTERWARDS)
            .accept("ITEM_GROWTH", DocumentActions.PARAMETERS_BOUND);

    public static final Entity<Sync> DELETED_SYNC = TABLE.entity("SoftDeletedSync", Sync.class)
            .about("A sync of a deleted document")
            .key(GONE + "docs#{documentId}", GONE + "syncs#{syncDate}")
            .index("GSI1", GONE + "doc#syncs#{service}#{status}#", "sync#{type}#{syncDate}#{documentId}");

    public static final Entity<Tag> DELETED_TAG = TABLE.entity("SoftDeletedTag", Tag.class)
            .about("A tag of a deleted document")
            .key(GONE + "docs#{documentId}", GONE + "tags#{tagKey}", When.absent("index"))
            .key(GONE + "docs#{documentId}", GONE + "tags#{tagKey}#idx{index}", When.present("index"))
            .index("GSI1", GONE + "tag#{tagKey}#{tagValue:cut}", "{inserteddate}#{documentId}")
            .index("GSI2", GONE + "tag#{tagKey}", "{tagValue:cut}#{inserteddate}#{documentId}")
            .refuse("#", "tagKey")
            .accept("TEXT_ORDER", DocumentTags.ORDERED_AFTERWARDS)
            .accept("ITEM_GROWTH", DocumentTags.VALUES_BOUND);

    public static final Entity<DocumentAttribute> DELETED_ATTRIBUTE = TABLE.entity(
                    "SoftDeletedDocumentAttribute", DocumentAttribute.class)
            .about("A value of a deleted document's attribute")
            .key(GONE + "docs#{documentId}", GONE + "attr#{key}#{value:cut}")
            .index("GSI1", GONE + "doc#attr#{key}", "{searchValue}")
            .index(
                    "GSI2",
                    GONE + "docs#{documentId}",
                    "attr#{valueType}#{key}",
                    When.is("valueType", ValueType.WATERMARK))
            .refuse("#", "key");

    public static final Entity<FolderEntry> DELETED_FILE = TABLE.entity("SoftDeletedFile", FolderEntry.class)
            .about("A deleted document's place in its folder")
            .key(GONE + "global#folders#{parentDocumentId}", GONE + "fi#{path}", When.is("type", PathType.FILE));

    public static final Pattern<Groups> ROWS_OF_DOCUMENT = TABLE.collection(
            "Get a document with all its rows",
            DOCUMENT,
            CHILD_DOCUMENT,
            OCR,
            DATA_CLASSIFICATION_RESULT,
            PUBLICATION,
            ACTION,
            SYNC,
            TAG,
            DOCUMENT_ATTRIBUTE);

    public static final Pattern<Groups> ROWS_OF_DELETED_DOCUMENT = TABLE.collection(
            "Get all rows of a deleted document",
            DELETED_OCR,
            DELETED_CHILD,
            DELETED_RESULT,
            DELETED_PUBLICATION,
            DELETED_ACTION,
            DELETED_SYNC,
            DELETED_TAG,
            DELETED_ATTRIBUTE);

    public static final Pattern<DocumentAttribute> DELETED_ATTRIBUTES_OF_DOCUMENT =
            DELETED_ATTRIBUTE.query("List the attributes of a deleted document").beginsWith(GONE + "attr#");

    public static final Pattern<FolderEntry> DELETED_FILE_BY_PATH =
            DELETED_FILE.get("Get a deleted document's place in its folder");

    private DocumentRows() {}
}
