package dev.trestle.systems.docstore.comments;

import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Count;
import dev.trestle.platform.schema.Header;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Range;
import dev.trestle.systems.docstore.documents.Requests;
import dev.trestle.systems.docstore.documents.Requests.OfDocument;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What operations on comments are asked for. */
public final class CommentRequests {
    static final int TEXT_MAX = 4_000;
    static final int QUOTE_MAX = 1_000;
    static final int MENTIONS_MAX = 20;
    static final int COMMENTS_MAX = 500;
    private static final int OFFSET_MAX = 100_000_000;
    private static final int VERSION_MAX = 1_000_000_000;

    private CommentRequests() {}

    /** A comment on a document as a whole, for sample data. */
    public static Record adding(String id, String text) {
        return new AddComment(id, null, new NewComment(text, null, null, null));
    }

    /** A request about one comment. */
    interface OfComment extends OfDocument {
        String commentId();
    }

    record ByComment(
            @Length(min = 1, max = Requests.ID_MAX) String id,
            @Length(min = 1, max = Requests.ID_MAX) String commentId) implements OfComment {}

    record AddComment(
            @Length(min = 1, max = Requests.ID_MAX) String id,

            @Header("Idempotency-Key") @Nullable @Length(min = 1, max = 200)
            String idempotencyKey,

            NewComment body)
            implements OfDocument {}

    record NewComment(
            @Length(min = 1, max = TEXT_MAX) String text,

            @About("The comment that it replies to") @Nullable @Length(min = 1, max = Requests.ID_MAX)
            String parentId,

            @About("People who may read the document, as tokens name them, or groups as group:name")
            @Nullable
            @Count(max = MENTIONS_MAX)
            List<@Length(min = 1, max = 200) String> mentions,

            @About("What in the text it is about") @Nullable AnchorGiven anchor) {}

    record AnchorGiven(
            @Range(min = 0, max = VERSION_MAX) int version,
            @Length(min = 1, max = QUOTE_MAX) String quote,
            @Range(min = 0, max = OFFSET_MAX) int start) {}

    record EditComment(
            @Length(min = 1, max = Requests.ID_MAX) String id,
            @Length(min = 1, max = Requests.ID_MAX) String commentId,
            CommentText body)
            implements OfComment {}

    record CommentText(
            @Length(min = 1, max = TEXT_MAX) String text,
            @Nullable @Count(max = MENTIONS_MAX) List<@Length(min = 1, max = 200) String> mentions) {}
}
