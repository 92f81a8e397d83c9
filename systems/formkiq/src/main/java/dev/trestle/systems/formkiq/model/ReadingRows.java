package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.SupportTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import org.jspecify.annotations.Nullable;

/** What is known of the text of documents, beside the documented tables. The texts themselves are objects. */
public final class ReadingRows {
    /**
     * What the index of words has of a document beside the document's own rows.
     *
     * @param contentKey the object with the text of the content; null if the content is not searched
     * @param contentOf the content that the text is of: that of another is passed over
     * @param ownKey the object with what was set by itself, in place of what follows from the document's rows
     * @param ownOf what the document's rows were then: once they differ, it is passed over
     * @param gone what the document's rows were when it was taken out of the index
     * @param token another one has the document indexed anew
     */
    public record FullText(
            String documentId,
            @Nullable String contentKey,
            @Nullable String contentOf,
            @Nullable String ownKey,
            @Nullable String ownOf,
            @Nullable String gone,
            String token) {
        public static FullText none(String documentId) {
            return new FullText(documentId, null, null, null, null, null, "");
        }
    }

    /** How many documents of a site were recognised; counted for the site's limit. */
    public record RecognitionCount(long documents) {}

    public static final Entity<FullText> FULL_TEXT = TABLE.entity(FullText.class)
            .about("What the index of words has of a document")
            .key("docs#{documentId}", "fulltext")
            .onePer(Documents.DOCUMENT, "is found by");

    public static final Entity<RecognitionCount> RECOGNITION_COUNT = TABLE.entity(RecognitionCount.class)
            .about("How many documents of a site were recognised")
            .key("documents", "recognitions");

    public static final Pattern<FullText> FULL_TEXT_OF_DOCUMENT =
            FULL_TEXT.get("Get what the index of words has of a document");

    public static final Pattern<RecognitionCount> COUNT_OF_RECOGNITIONS =
            RECOGNITION_COUNT.get("Get how many documents were recognised");

    private ReadingRows() {}
}
