package dev.trestle.systems.holdthatthought.drafts;

import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.holdthatthought.people.Caller;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What drafts need of letters. */
public interface LetterDesk {
    /**
     * Adds a new letter to a decision.
     *
     * @throws dev.trestle.platform.api.ApiException if a text or the date is not valid, or the date is taken
     */
    <R extends @Nullable Object> Decision<R> create(Decision<R> decision, Caller by, NewLetter letter, Instant at);

    /**
     * Holds a decision to there being a letter of a date.
     *
     * @throws dev.trestle.platform.api.ApiException if there is none
     */
    <R extends @Nullable Object> Decision<R> require(Decision<R> decision, String date);
}
