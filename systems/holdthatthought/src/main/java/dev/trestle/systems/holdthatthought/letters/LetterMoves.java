package dev.trestle.systems.holdthatthought.letters;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.letters.Letters.Read;
import dev.trestle.systems.holdthatthought.letters.Letters.Result;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.LetterArrival;
import dev.trestle.systems.holdthatthought.model.LetterDetails;
import dev.trestle.systems.holdthatthought.model.LetterForward;
import dev.trestle.systems.holdthatthought.model.LetterVersion;
import dev.trestle.systems.holdthatthought.model.Reaction;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Letters that get another date. One transaction decides: the letter has its new date, the old one leads there, and a job is enqueued that
 * takes over versions, comments with their reactions, and objects, one after the other. Until that has ended, an {@link LetterArrival} says
 * that they may stand under either date. Each step creates before it deletes, in one transaction where both are items, so that the job can
 * be run again from anywhere.
 */
public final class LetterMoves {
    static final String JOB = "letter-move";

    private static final int AT_ONCE = 25;
    private static final int FORWARDS_MAX = 20;
    private static final int REACTIONS_MAX = 10_000;

    /** Two actions each, beside the comment and its pointer. */
    private static final int REACTIONS_WITH_COMMENT_MAX = 45;

    private final ItemStore store;
    private final Changes changes;
    private final LetterWrites writes;
    private final LetterFiles files;

    LetterMoves(Parts parts, LetterWrites writes, LetterFiles files) {
        this.store = parts.consistent();
        this.changes = parts.changes();
        this.writes = writes;
        this.files = files;
    }

    record Payload(String from, String to) {}

    Decision<Result> moving(
            LetterEdits.Versioned edited, Read read, LetterDetails details, String to, Caller by, Instant at) {
        String from = read.letter().date();
        if (store.get(SupportTable.ARRIVAL_AT_DATE.of(from)).isPresent()) {
            throw LetterWrites.moving();
        }
        Letter letter = edited.after().withDate(to);
        LetterDetails moved = details.withDate(to);
        Decision<Result> decision = Decision.of(new Result(letter, moved));
        writes.free(decision, to, letter.title());
        decision.move(HoldThatThoughtTable.LETTER, read.stored(), letter, "A letter of " + to + " already exists.")
                .put(SupportTable.LETTER_FORWARD, new LetterForward(from, to, at, by.userId()))
                .create(SupportTable.LETTER_ARRIVAL, new LetterArrival(to, from, at))
                .job(JOB, from, new Payload(from, to));
        LetterVersion version = edited.version();
        if (version != null) {
            decision.create(HoldThatThoughtTable.LETTER_VERSION, version.withDate(to));
        }
        Stored<LetterDetails> stored = read.storedDetails();
        if (stored != null) {
            decision.move(SupportTable.LETTER_DETAILS, stored, moved, null);
        } else if (!moved.equals(LetterDetails.none(to))) {
            decision.put(SupportTable.LETTER_DETAILS, moved);
        }
        store.get(SupportTable.STATS_OF_LETTER.of(from))
                .ifPresent(stats -> decision.put(SupportTable.LETTER_STATS, stats.withDate(to))
                        .delete(SupportTable.LETTER_STATS, stats, Expect.ANYTHING));
        return decision;
    }

    /** The item that comments on an item belong to now: that of a letter which has another date by now. */
    public String current(String itemId) {
        String now = itemId;
        for (int hop = 0; hop < FORWARDS_MAX && now.startsWith(LetterKeys.PREFIX); hop++) {
            String date = now.substring(LetterKeys.PREFIX.length());
            Optional<LetterForward> forward = store.get(SupportTable.FORWARD_OF_DATE.of(date));
            if (forward.isEmpty()) {
                return now;
            }
            now = LetterKeys.itemId(forward.get().movedTo());
        }
        return now;
    }

    /** A second item under which comments on this one may still stand, each under one of the two; null if there is none. */
    public @Nullable String alsoUnder(String itemId) {
        return itemId.startsWith(LetterKeys.PREFIX)
                ? store.get(SupportTable.ARRIVAL_AT_DATE.of(itemId.substring(LetterKeys.PREFIX.length())))
                        .map(arrival -> LetterKeys.itemId(arrival.from()))
                        .orElse(null)
                : null;
    }

    /** Has comments follow that were written under a date which a letter has left. */
    void follow(String from) {
        store.get(SupportTable.FORWARD_OF_DATE.of(from))
                .ifPresent(forward ->
                        changes.run(store, () -> Decision.done().job(JOB, from, new Payload(from, forward.movedTo()))));
    }

    void run(JobContext job) {
        Payload payload = job.payload(Payload.class);
        String from = payload.from();
        String to = payload.to();
        while (moveVersions(from, to) || moveComments(from, to)) {
            if (job.isLost()) {
                return;
            }
        }
        files.move(from, to);
        changes.run(store, () -> {
            Decision<@Nullable Void> decision = Decision.done();
            store.stored(SupportTable.ARRIVAL_AT_DATE.of(to))
                    .filter(arrival -> arrival.record().from().equals(from))
                    .ifPresent(arrival -> decision.delete(SupportTable.LETTER_ARRIVAL, arrival));
            return decision;
        });
        files.refreshStats(to);
    }

    private boolean moveVersions(String from, String to) {
        List<Stored<LetterVersion>> some =
                store.complete().firstStored(HoldThatThoughtTable.VERSIONS_OF_LETTER.of(from), AT_ONCE);
        for (Stored<LetterVersion> version : some) {
            changes.run(store, () -> movingVersion(from, to, version.record().timestamp()));
        }
        return some.size() == AT_ONCE;
    }

    /** Another program may have left a version under the new date; both stay. */
    private Decision<?> movingVersion(String from, String to, Instant timestamp) {
        Optional<Stored<LetterVersion>> read =
                store.stored(HoldThatThoughtTable.LETTER_VERSION_BY_KEY.of(from, timestamp));
        if (read.isEmpty()) {
            return Decision.done();
        }
        LetterVersion moved = read.get().record().withDate(to);
        while (store.get(HoldThatThoughtTable.LETTER_VERSION_BY_KEY.of(to, moved.timestamp()))
                .isPresent()) {
            moved = moved.withTimestamp(moved.timestamp().plusMillis(1));
        }
        return Decision.done().move(HoldThatThoughtTable.LETTER_VERSION, read.get(), moved, null);
    }

    private boolean moveComments(String from, String to) {
        List<Comment> some =
                store.complete().first(HoldThatThoughtTable.COMMENTS_ON_ITEM.of(LetterKeys.itemId(from)), AT_ONCE);
        for (Comment comment : some) {
            changes.run(store, () -> movingComment(comment, LetterKeys.itemId(to)));
        }
        return some.size() == AT_ONCE;
    }

    /**
     * A comment goes with its reactions. Whoever reacts meanwhile changes the comment too, so that it is decided anew. What does not fit into
     * one transaction follows it, in steps before.
     */
    private Decision<?> movingComment(Comment comment, String to) {
        Optional<Stored<Comment>> read = store.stored(
                HoldThatThoughtTable.COMMENT_BY_KEY.of(comment.itemId(), comment.createdAt(), comment.commentId()));
        if (read.isEmpty()) {
            return Decision.done(); // It was moved, or deleted.
        }
        List<Stored<Reaction>> reactions = store.complete()
                .allStored(
                        HoldThatThoughtTable.REACTIONS_TO_COMMENT.of(comment.itemId(), comment.commentId()),
                        REACTIONS_MAX);
        boolean isWhole = reactions.size() <= REACTIONS_WITH_COMMENT_MAX;
        Decision<@Nullable Void> decision = isWhole
                ? Decision.done()
                : Decision.<@Nullable Void>step()
                        .check(
                                HoldThatThoughtTable.COMMENT_BY_KEY.of(
                                        comment.itemId(), comment.createdAt(), comment.commentId()),
                                Expect.unchanged(read.get()));
        reactions.stream()
                .limit(REACTIONS_WITH_COMMENT_MAX)
                .forEach(reaction -> decision.move(
                        HoldThatThoughtTable.REACTION,
                        reaction,
                        reaction.record().withItemId(to),
                        null));
        if (isWhole) {
            decision.move(
                    HoldThatThoughtTable.COMMENT,
                    read.get(),
                    read.get().record().withItemId(to),
                    null);
        }
        return decision;
    }
}
