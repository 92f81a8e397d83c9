package dev.trestle.platform.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;

/**
 * Slows down a caller who goes on sending although every further request is refused by their limits. To read a megabyte only to refuse it
 * costs more than many requests that are answered, so that refusals given at once let one caller slow down all others.
 *
 * <p>The first {@value #PROMPT_MAX} refusals in a row are prompt: the body is read, so that every client gets to hear why, and the answer
 * goes out at once. Each further one is delayed, by {@value #STEP_MILLIS} ms more each time and {@value #DELAY_MILLIS_MAX} ms at most.
 * Meanwhile nothing is read from the connection, and after the answer it is closed. A row ends when a caller was not refused for
 * {@value #FORGIVEN_SECONDS} s. Requests that are within the limits are never delayed.
 *
 * <p>A delayed request holds a connection and a timer, no thread and no body. Their number is limited: one caller has at most as many as
 * are left free for others. What goes beyond is answered at once, and its connection closed. Any thread may call this.
 */
final class Tarpit {
    static final int PROMPT_MAX = 32;
    static final int STEP_MILLIS = 50;
    static final int DELAY_MILLIS_MAX = 2000;
    static final int FORGIVEN_SECONDS = 10;
    private static final int CALLERS_MAX = 10_000;
    private static final Refusal PROMPT = new Refusal(true, 0);
    private static final Refusal CUT_OFF = new Refusal(false, 0);

    private final Cache<String, Integer> refusals;
    private final Shares delayed;

    /**
     * How a request is refused.
     *
     * @param isPrompt whether its body is read first
     * @param delayMillis before it is answered; if it is not 0, {@link #release} has to follow
     */
    record Refusal(boolean isPrompt, long delayMillis) {
        boolean isDelayed() {
            return delayMillis > 0;
        }
    }

    Tarpit(int delayedMax, Ticker ticker) {
        this.delayed = new Shares(delayedMax);
        this.refusals = Caffeine.newBuilder()
                .maximumSize(CALLERS_MAX)
                .expireAfterWrite(Duration.ofSeconds(FORGIVEN_SECONDS))
                .ticker(ticker)
                .build();
    }

    /** Counts a refusal, and says how it is to be done. */
    Refusal refuse(Caller caller) {
        int inARow =
                refusals.asMap().merge(caller.key(), 1, (before, one) -> Math.min(before, Integer.MAX_VALUE - 1) + one);
        if (inARow <= PROMPT_MAX) {
            return PROMPT;
        }
        return delayed.take(caller.key(), 1)
                ? new Refusal(false, Math.min(DELAY_MILLIS_MAX, (long) STEP_MILLIS * (inARow - PROMPT_MAX)))
                : CUT_OFF;
    }

    /** A delayed request was answered, or its client has gone. */
    void release(Caller caller) {
        delayed.giveBack(caller.key(), 1);
    }

    /** How many are delayed now. */
    long delayed() {
        return delayed.all();
    }
}
