package dev.trestle.systems.docstore.comments;

import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.docstore.documents.Caller;
import dev.trestle.systems.docstore.model.Comment;
import dev.trestle.systems.docstore.model.Document;
import java.util.Set;

/** Tells people that a comment mentions them, in the transaction that stores the comment. */
@FunctionalInterface
public interface Mentions {
    /** Nobody is told; those who open the document see it. */
    Mentions NOT_TOLD = (decision, by, document, comment, people) -> {};

    /**
     * Adds what tells them to a decision.
     *
     * @param people and groups whom the comment mentions and did not mention before; all may read the document, and none is the author
     */
    void tell(Decision<?> decision, Caller by, Document document, Comment comment, Set<String> people);
}
