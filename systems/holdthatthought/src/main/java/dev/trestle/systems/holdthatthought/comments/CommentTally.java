package dev.trestle.systems.holdthatthought.comments;

import dev.trestle.model.Bound;
import dev.trestle.model.Table;
import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.evolution.Owners;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.events.RecordChange;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.CommentPointer;
import dev.trestle.systems.holdthatthought.model.CountedComment;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.UserStats;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * How many comments each person has written. A comment is counted in the transaction that writes it, together with a {@link CountedComment};
 * one of another program, by the follower. Whoever comes second finds that item and counts nothing.
 */
final class CommentTally {
    private static final int PAGE_ITEMS = 500;

    private final Deployment deployment;
    private final ItemStore store;
    private final Changes changes;

    CommentTally(Deployment deployment, ItemStore store, Changes changes) {
        this.deployment = deployment;
        this.store = store.consistent();
        this.changes = changes;
    }

    /** Counts a comment with the decision that writes it. */
    <R extends @Nullable Object> Decision<R> counted(Decision<R> decision, Comment comment) {
        Bound<CountedComment> markAt = SupportTable.COUNTED_COMMENT_BY_ID.of(comment.commentId());
        Bound<UserStats> statsAt = SupportTable.STATS_OF_USER.of(comment.userId());
        Retrieved read = store.retrieve(List.of(markAt, statsAt));
        if (read.of(markAt).isPresent()) {
            return decision;
        }
        Stored<UserStats> before = read.of(statsAt).orElse(null);
        decision.create(SupportTable.COUNTED_COMMENT, new CountedComment(comment.commentId(), comment.userId()));
        return before == null
                ? decision.create(SupportTable.USER_STATS, new UserStats(comment.userId(), 1, comment.createdAt()))
                : decision.replace(SupportTable.USER_STATS, before, more(before.record(), comment.createdAt()));
    }

    private static UserStats more(UserStats stats, Instant at) {
        Instant last = stats.lastActive();
        return new UserStats(stats.userId(), stats.commentCount() + 1, last == null || last.isBefore(at) ? at : last);
    }

    /** Takes a comment out of the count with the decision that deletes it. */
    <R extends @Nullable Object> Decision<R> uncounted(Decision<R> decision, String commentId) {
        Bound<CountedComment> markAt = SupportTable.COUNTED_COMMENT_BY_ID.of(commentId);
        Stored<CountedComment> mark = store.stored(markAt).orElse(null);
        if (mark == null) {
            return decision.check(markAt, Expect.ABSENT); // the follower may be about to count it
        }
        decision.delete(SupportTable.COUNTED_COMMENT, mark);
        Optional<Stored<UserStats>> stats =
                store.stored(SupportTable.STATS_OF_USER.of(mark.record().userId()));
        stats.ifPresent(before -> decision.replace(
                SupportTable.USER_STATS,
                before,
                before.record().withCommentCount(Math.max(0, before.record().commentCount() - 1))));
        return decision;
    }

    /** Told of every change of a comment, by whichever program; each may be told more than once. */
    void changed(RecordChange<Comment> change) {
        Comment after = change.after();
        if (after != null) {
            add(after);
        } else {
            drop(change.latest().commentId());
        }
    }

    private void add(Comment comment) {
        Object unused = changes.run(store, () -> {
            if (store.get(SupportTable.COUNTED_COMMENT_BY_ID.of(comment.commentId()))
                    .isPresent()) {
                return Decision.done();
            }
            Bound<Comment> at =
                    HoldThatThoughtTable.COMMENT_BY_KEY.of(comment.itemId(), comment.createdAt(), comment.commentId());
            return store.get(at).isEmpty()
                    ? Decision.done()
                    : counted(
                            Decision.done()
                                    .check(at, Expect.PRESENT)
                                    // What is counted has a pointer, so that drop finds where it should be.
                                    .put(
                                            SupportTable.COMMENT_POINTER,
                                            new CommentPointer(
                                                    comment.commentId(), comment.itemId(), comment.createdAt())),
                            comment);
        });
    }

    /** Another program deleted it, unless it is where its pointer says. */
    private void drop(String commentId) {
        Object unused = changes.run(store, () -> {
            Bound<CommentPointer> pointerAt = SupportTable.COMMENT_BY_ID.of(commentId);
            CommentPointer pointer = store.get(pointerAt).orElse(null);
            Decision<@Nullable Void> decision = Decision.done();
            if (pointer != null) {
                Bound<Comment> at =
                        HoldThatThoughtTable.COMMENT_BY_KEY.of(pointer.itemId(), pointer.createdAt(), commentId);
                if (isThere(at)) {
                    return decision;
                }
                decision.check(at, Expect.ABSENT).delete(pointerAt, Expect.equal("itemId", pointer.itemId()));
            }
            return store.get(SupportTable.COUNTED_COMMENT_BY_ID.of(commentId)).isEmpty()
                    ? decision
                    : uncounted(decision, commentId);
        });
    }

    /** One that cannot be read is there. */
    private boolean isThere(Bound<Comment> at) {
        try {
            return store.get(at).isPresent();
        } catch (UnreadableItemException e) {
            return true;
        }
    }

    /** Looks at all comments, and at all that are counted: for changes that were missed. */
    void checkAll() {
        Owners documented = new Owners(HoldThatThoughtTable.TABLE);
        scan(HoldThatThoughtTable.TABLE, item -> {
            Owners.Owner owner = documented.of(item);
            if (owner != null && owner.entity().equals(HoldThatThoughtTable.COMMENT)) {
                store.recordOf(HoldThatThoughtTable.COMMENT, item).ifPresent(this::add);
            }
        });
        Owners support = new Owners(SupportTable.TABLE);
        scan(SupportTable.TABLE, item -> {
            Owners.Owner owner = support.of(item);
            if (owner != null && owner.entity().equals(SupportTable.COUNTED_COMMENT)) {
                store.recordOf(SupportTable.COUNTED_COMMENT, item).ifPresent(mark -> drop(mark.commentId()));
            }
        });
    }

    private void scan(Table table, Consumer<Map<String, AttributeValue>> each) {
        Map<String, AttributeValue> last = Map.of();
        do {
            ScanRequest.Builder request = ScanRequest.builder()
                    .tableName(deployment.names().apply(table))
                    .limit(PAGE_ITEMS)
                    .consistentRead(true);
            ScanResponse page = deployment
                    .client()
                    .scan(
                            last.isEmpty()
                                    ? request.build()
                                    : request.exclusiveStartKey(last).build());
            page.items().forEach(each);
            last = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : Map.of();
        } while (!last.isEmpty());
    }
}
