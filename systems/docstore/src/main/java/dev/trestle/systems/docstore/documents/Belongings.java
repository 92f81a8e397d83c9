package dev.trestle.systems.docstore.documents;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.docstore.model.Comment;
import dev.trestle.systems.docstore.model.SupportTable;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What belongs to a document and goes with it: its filing, its comments, and who has it open. */
public final class Belongings {
    private static final int AT_ONCE_MAX = 500;
    private static final int ROUNDS_MAX = 100;

    private Belongings() {}

    /** Removes it for good; that of another document with the same id, made at another time, stays. */
    public static void remove(ItemStore tenant, String documentId, Instant createdAt) {
        // One that cannot be read stays, for a person to look at.
        tenant.getAll(List.of(SupportTable.FILING_OF.of(documentId))).stream()
                .flatMap(Optional::stream)
                .filter(filing -> filing.documentCreatedAt().equals(createdAt))
                .forEach(filing -> tenant.delete(SupportTable.FILING, filing));
        for (int round = 0; round < ROUNDS_MAX; round++) {
            List<Comment> comments = tenant.first(SupportTable.COMMENTS.of(documentId), AT_ONCE_MAX).stream()
                    .filter(comment -> comment.documentCreatedAt().equals(createdAt))
                    .toList();
            if (comments.isEmpty()) {
                break;
            }
            tenant.deleteAll(SupportTable.COMMENT, comments);
        }
        tenant.deleteAll(SupportTable.PRESENCE, tenant.first(SupportTable.PRESENT.of(documentId), AT_ONCE_MAX));
    }
}
