package dev.trestle.systems.holdthatthought.drafts;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.people.Caller;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** Letters as their documented item alone. */
public final class PlainLetterDesk implements LetterDesk {
    private static final String DATE = "\\d{4}-\\d{2}-\\d{2}(-[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?)?";

    private final ItemStore store;

    public PlainLetterDesk(ItemStore store) {
        this.store = store.consistent();
    }

    @Override
    public <R extends @Nullable Object> Decision<R> create(
            Decision<R> decision, Caller by, NewLetter letter, Instant at) {
        checkDate("date", letter.date());
        return decision.create(
                HoldThatThoughtTable.LETTER,
                new Letter(
                        letter.date(),
                        letter.title(),
                        letter.author(),
                        letter.content(),
                        letter.description(),
                        0,
                        at,
                        at,
                        by.userId()),
                "A letter of " + letter.date() + " already exists.");
    }

    @Override
    public <R extends @Nullable Object> Decision<R> require(Decision<R> decision, String date) {
        checkDate("attachTo", date);
        if (store.get(HoldThatThoughtTable.LETTER_BY_DATE.of(date)).isEmpty()) {
            throw ApiException.notFound("There is no letter of " + date + ".");
        }
        return decision.check(HoldThatThoughtTable.LETTER_BY_DATE.of(date), Expect.PRESENT);
    }

    private static void checkDate(String field, String date) {
        if (!date.matches(DATE) || !isDay(date)) {
            throw ApiException.invalid(field, "must be a day such as 1952-06-15, perhaps with a name behind it");
        }
    }

    /** A day, a month or a year that is not known is 0. */
    private static boolean isDay(String date) {
        try {
            LocalDate unused = LocalDate.parse(
                    date.substring(0, 10).replace("0000-", "0004-").replace("-00", "-01"));
            return true;
        } catch (DateTimeParseException e) {
            return false;
        }
    }
}
