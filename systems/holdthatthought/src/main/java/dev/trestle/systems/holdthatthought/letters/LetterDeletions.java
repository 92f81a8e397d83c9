package dev.trestle.systems.holdthatthought.letters;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.holdthatthought.area.Message;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.letters.Letters.Read;
import dev.trestle.systems.holdthatthought.letters.Letters.Result;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.DeletedLetter;
import dev.trestle.systems.holdthatthought.model.DeletedLetterListing;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.LetterDetails;
import dev.trestle.systems.holdthatthought.model.LetterVersion;
import dev.trestle.systems.holdthatthought.model.Reaction;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Names;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Deleting a letter, which moves it out of the documented table and keeps its date taken; undoing that; and, when nobody did so for thirty
 * days, removing what is left: versions, comments, objects.
 */
final class LetterDeletions {
    static final String PURGE = "letter-purge";
    static final Duration KEPT = Duration.ofDays(30);

    private static final String NONE = "There is no deleted letter of this date.";
    private static final int AT_ONCE = 40;

    private final Parts parts;
    private final ItemStore store;
    private final Letters letters;
    private final LetterFiles files;
    private final Names names;

    LetterDeletions(Parts parts, Letters letters, LetterFiles files) {
        this.parts = parts;
        this.store = parts.consistent();
        this.letters = letters;
        this.files = files;
        this.names = new Names(parts.store());
    }

    record Payload(String date, Instant deletedAt) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record View(
            String date,
            String title,
            Instant deletedAt,
            String deletedBy,
            @Nullable String deletedByName,
            Instant purgeAt) {}

    Page<View> list(LetterRequests.Listing asked) {
        Page<DeletedLetterListing> page =
                Page.of(store.page(SupportTable.DELETED_LETTERS.of(), asked.limit(), asked.cursor()));
        Map<String, String> known = names.of(
                page.items().stream().map(DeletedLetterListing::deletedBy).toList());
        return page.map(each -> new View(
                        each.date(),
                        each.title(),
                        each.deletedAt(),
                        each.deletedBy(),
                        known.get(each.deletedBy()),
                        each.deletedAt().plus(KEPT)))
                .named(LetterLists.NAME);
    }

    Decision<Message> delete(Given<Caller, LetterRequests.ByDate> given) {
        String date = given.asked().date();
        Read read = letters.read(date);
        if (letters.comingFrom(date) != null) {
            throw LetterWrites.moving();
        }
        Instant at = given.at();
        Stored<LetterDetails> details = read.storedDetails();
        Decision<Message> decision = Decision.of(new Message("The letter is deleted. It can be restored for 30 days."))
                .delete(HoldThatThoughtTable.LETTER, read.stored())
                .create(
                        SupportTable.DELETED_LETTER,
                        DeletedLetter.of(
                                read.stored(),
                                details == null ? null : details.record(),
                                given.by().userId(),
                                at))
                .delete(SupportTable.FORWARD_OF_DATE.of(date), Expect.ANYTHING)
                .job(PURGE, date, new Payload(date, at), KEPT);
        return details == null ? decision : decision.delete(SupportTable.LETTER_DETAILS, details);
    }

    Decision<Result> restore(Given<Caller, LetterRequests.ByDate> given) {
        String date = given.asked().date();
        Stored<DeletedLetter> read = store.stored(SupportTable.DELETED_LETTER_BY_DATE.of(date))
                .filter(deleted -> deleted.record().purgedSince() == null)
                .orElseThrow(() -> ApiException.notFound(NONE));
        DeletedLetter deleted = read.record();
        LetterDetails details = deleted.details();
        Decision<Result> decision = Decision.of(
                        new Result(deleted.letter(), details == null ? LetterDetails.none(date) : details))
                .create(
                        HoldThatThoughtTable.LETTER,
                        deleted.letter(),
                        deleted.unknown() == null ? Map.of() : deleted.unknown(),
                        "A letter of " + date + " already exists: another program has written it.")
                .delete(SupportTable.DELETED_LETTER, deleted, Expect.unchanged(read, "purgedSince", "deletedAt"));
        return details == null ? decision : decision.put(SupportTable.LETTER_DETAILS, details);
    }

    /** In steps, and last the row that keeps the date taken: nobody gets the date while something of the letter is left. */
    void purge(JobContext job) {
        Payload payload = job.payload(Payload.class);
        boolean isMore = true;
        while (isMore && !job.isLost()) {
            isMore = parts.changes().run(store, () -> purging(payload));
        }
    }

    /** The next step; whether there is another. */
    private Decision<Boolean> purging(Payload payload) {
        String date = payload.date();
        Optional<Stored<DeletedLetter>> found = store.stored(SupportTable.DELETED_LETTER_BY_DATE.of(date))
                .filter(deleted -> deleted.record().deletedAt().equals(payload.deletedAt()));
        if (found.isEmpty()) {
            return Decision.of(false); // It was restored.
        }
        DeletedLetter deleted = found.get().record();
        if (deleted.purgedSince() == null) {
            // A restore that began before comes first, or is refused from here on.
            return Decision.of(true)
                    .replace(
                            SupportTable.DELETED_LETTER,
                            found.get(),
                            deleted.withPurgedSince(parts.times().now()),
                            "purgedSince");
        }
        List<LetterVersion> versions = store.first(HoldThatThoughtTable.VERSIONS_OF_LETTER.of(date), AT_ONCE);
        if (!versions.isEmpty()) {
            Decision<Boolean> step = Decision.of(true);
            versions.forEach(version -> step.delete(HoldThatThoughtTable.LETTER_VERSION, version, Expect.ANYTHING));
            return step;
        }
        List<Comment> comments = store.first(HoldThatThoughtTable.COMMENTS_ON_ITEM.of(LetterKeys.itemId(date)), 1);
        if (!comments.isEmpty()) {
            return removing(comments.get(0));
        }
        files.removeAll(date);
        return Decision.of(false)
                .delete(SupportTable.STATS_OF_LETTER.of(date), Expect.ANYTHING)
                .delete(SupportTable.DELETED_LETTER, deleted, Expect.ANYTHING);
    }

    private Decision<Boolean> removing(Comment comment) {
        Decision<Boolean> step = Decision.of(true);
        List<Reaction> reactions = store.first(
                HoldThatThoughtTable.REACTIONS_TO_COMMENT.of(comment.itemId(), comment.commentId()), AT_ONCE);
        reactions.forEach(reaction -> step.delete(HoldThatThoughtTable.REACTION, reaction, Expect.ANYTHING));
        if (reactions.size() == AT_ONCE) {
            return step;
        }
        step.delete(HoldThatThoughtTable.COMMENT, comment, Expect.PRESENT)
                .delete(SupportTable.FORMER_TEXTS.of(comment.commentId()), Expect.ANYTHING);
        // Whoever follows the table takes it out of its author's count.
        return step;
    }
}
