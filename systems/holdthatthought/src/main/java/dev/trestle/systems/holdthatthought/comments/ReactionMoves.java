package dev.trestle.systems.holdthatthought.comments;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Reaction;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reactions go where their comment goes. As many as fit go in the transaction that deletes or restores it; a job moves the rest, each step
 * held to where the comment is, so that a deletion that is taken back half-way ends right.
 */
final class ReactionMoves {
    static final String JOB = "settle-reactions";

    /** Two writes each, of the hundred that a transaction has. */
    private static final int TOGETHER_MAX = 40;

    private final ItemStore store;
    private final Located located;

    /** A job's payload. */
    record Settle(String commentId, String itemId) {}

    ReactionMoves(ItemStore store, Located located) {
        this.store = store.consistent();
        this.located = located;
    }

    void handleBy(JobRunner runner, Changes changes) {
        runner.handle(JOB, changes.handler(store, Settle.class, this::step));
    }

    /** Adds to the deletion of a comment that its reactions go with it. */
    void away(Decision<?> decision, Comment comment) {
        List<Stored<Reaction>> rows = rows(comment.itemId(), comment.commentId());
        if (rows.size() > TOGETHER_MAX) {
            settle(decision, comment);
        } else {
            rows.forEach(row -> away(decision, row));
        }
    }

    /** Adds to the restoration of a comment that its reactions come back. */
    void back(Decision<?> decision, Comment comment) {
        List<Stored<Reaction>> rows = deleted(comment.commentId());
        if (rows.size() > TOGETHER_MAX) {
            settle(decision, comment);
        } else {
            rows.forEach(row -> back(decision, row, comment.itemId()));
        }
    }

    private static void settle(Decision<?> decision, Comment comment) {
        decision.job(JOB, comment.commentId(), new Settle(comment.commentId(), comment.itemId()));
    }

    private static void away(Decision<?> decision, Stored<Reaction> row) {
        decision.delete(HoldThatThoughtTable.REACTION, row).put(SupportTable.DELETED_REACTION, row.record());
    }

    private static void back(Decision<?> decision, Stored<Reaction> row, String itemId) {
        decision.delete(SupportTable.DELETED_REACTION, row)
                .create(HoldThatThoughtTable.REACTION, row.record().withItemId(itemId));
    }

    private List<Stored<Reaction>> rows(String itemId, String commentId) {
        return store.firstStored(HoldThatThoughtTable.REACTIONS_TO_COMMENT.of(itemId, commentId), TOGETHER_MAX + 1);
    }

    private List<Stored<Reaction>> deleted(String commentId) {
        return store.firstStored(SupportTable.DELETED_REACTIONS.of(commentId), TOGETHER_MAX + 1);
    }

    private Decision<?> step(Settle asked) {
        Optional<Stored<Comment>> comment = located.find(asked.commentId());
        return comment.isPresent() ? stepBack(comment.get()) : stepAway(asked);
    }

    private Decision<?> stepAway(Settle asked) {
        List<Stored<Reaction>> rows = rows(asked.itemId(), asked.commentId());
        if (rows.isEmpty()) {
            return Decision.done();
        }
        Decision<@Nullable Void> decision =
                Decision.<@Nullable Void>step().check(SupportTable.COMMENT_BY_ID.of(asked.commentId()), Expect.ABSENT);
        rows.stream().limit(TOGETHER_MAX).forEach(row -> away(decision, row));
        return decision;
    }

    private Decision<?> stepBack(Stored<Comment> found) {
        Comment comment = found.record();
        List<Stored<Reaction>> rows = deleted(comment.commentId());
        if (rows.isEmpty()) {
            return Decision.done();
        }
        Decision<@Nullable Void> decision = Decision.step();
        int given = 0;
        for (Stored<Reaction> row : rows.subList(0, Math.min(TOGETHER_MAX, rows.size()))) {
            Bound<Reaction> at = HoldThatThoughtTable.REACTION_BY_KEY.of(
                    comment.itemId(), comment.commentId(), row.record().userId());
            if (store.get(at).isPresent()) {
                decision.delete(SupportTable.DELETED_REACTION, row); // they reacted again meanwhile
                given++;
            } else {
                back(decision, row, comment.itemId());
            }
        }
        return decision.replace(
                HoldThatThoughtTable.COMMENT,
                found,
                comment.withReactionCount(comment.reactionCount() - given),
                "reactionCount");
    }
}
