package dev.trestle.systems.holdthatthought.letters;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.holdthatthought.model.DeletedLetter;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.LetterArrival;
import dev.trestle.systems.holdthatthought.model.LetterDetails;
import dev.trestle.systems.holdthatthought.model.LetterForward;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** New letters, and which dates are free for them. A date is taken by a letter, also by one that is deleted and may be restored. */
public final class LetterWrites {
    private static final int PROPOSALS_MAX = 30;

    private final ItemStore store;

    public LetterWrites(ItemStore store) {
        this.store = store.consistent();
    }

    /** Adds a new letter to a decision. It is checked here; a date that is taken is refused, with one that is free. */
    public <R extends @Nullable Object> Decision<R> creating(
            Decision<R> decision, NewLetter asked, String by, Instant at) {
        NewLetter fresh = asked.checked();
        Letter letter = fresh.letter(by, at);
        free(decision, fresh.date(), fresh.title());
        decision.create(HoldThatThoughtTable.LETTER, letter, () -> taken(fresh.date(), fresh.title()));
        LetterDetails details = fresh.details();
        return details.equals(LetterDetails.none(fresh.date()))
                ? decision
                : decision.put(SupportTable.LETTER_DETAILS, details);
    }

    /** Holds a decision to a date that no letter has, and that none is still leaving. */
    void free(Decision<?> decision, String date, String title) {
        Bound<Letter> letter = HoldThatThoughtTable.LETTER_BY_DATE.of(date);
        Bound<DeletedLetter> deleted = SupportTable.DELETED_LETTER_BY_DATE.of(date);
        Bound<LetterForward> forward = SupportTable.FORWARD_OF_DATE.of(date);
        Retrieved read = store.retrieve(List.of(letter, deleted, forward));
        if (read.of(letter).isPresent() || read.of(deleted).isPresent()) {
            throw taken(date, title);
        }
        Stored<LetterForward> left = read.of(forward).orElse(null);
        if (left != null) {
            boolean isLeaving = store.get(
                            SupportTable.ARRIVAL_AT_DATE.of(left.record().movedTo()))
                    .map(LetterArrival::from)
                    .filter(date::equals)
                    .isPresent();
            if (isLeaving) {
                throw moving();
            }
            decision.delete(SupportTable.LETTER_FORWARD, left);
        }
        decision.checkAbsent(deleted, () -> taken(date, title));
    }

    static ApiException moving() {
        return ApiException.conflict(
                        "A letter was moved from this date or to it a moment ago, and its versions and comments still follow."
                                + " Try again in a moment.",
                        null)
                .withCode("letter-moving");
    }

    ApiException taken(String date, String title) {
        Problem problem = Problem.of(Kind.CONFLICT, "A letter of " + date + " already exists.")
                .withCode("letter-exists");
        String free = suggestion(date, title);
        return new ApiException(free == null ? problem : problem.withField("suggestion", free));
    }

    /** A date of the same day that is free: with the title's first words, or numbered. */
    private @Nullable String suggestion(String date, String title) {
        String slug = LetterDate.slug(title);
        String first = LetterDate.day(date) + (slug.isEmpty() ? "" : "-" + slug);
        List<String> proposals = new ArrayList<>();
        if (!slug.isEmpty()) {
            proposals.add(first);
        }
        for (int number = 2; proposals.size() < PROPOSALS_MAX; number++) {
            proposals.add(first + "-" + number);
        }
        List<Bound<? extends Record>> bounds = new ArrayList<>();
        for (String each : proposals) {
            bounds.add(SupportTable.LISTED_LETTER.of(each));
            bounds.add(SupportTable.DELETED_LETTER_BY_DATE.of(each));
            bounds.add(SupportTable.FORWARD_OF_DATE.of(each));
        }
        Retrieved read = store.retrieve(bounds);
        return proposals.stream()
                .filter(each -> !each.equals(date) && LetterDate.isValid(each))
                .filter(each -> isFree(read, each))
                .findFirst()
                .orElse(null);
    }

    private static boolean isFree(Retrieved read, String date) {
        return read.readable(SupportTable.LISTED_LETTER.of(date)).isEmpty()
                && read.readable(SupportTable.DELETED_LETTER_BY_DATE.of(date)).isEmpty()
                && read.readable(SupportTable.FORWARD_OF_DATE.of(date)).isEmpty();
    }
}
