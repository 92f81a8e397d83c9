package dev.trestle.model.operation;

import dev.trestle.model.error.ModelException;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** Waits between attempts: longer each time, and never as long as somebody else does, so that two do not meet again and again. */
final class Pauses {
    private final long firstMillis;
    private final long longestMillis;

    Pauses(long firstMillis, long longestMillis) {
        this.firstMillis = firstMillis;
        this.longestMillis = longestMillis;
    }

    /**
     * Waits before an attempt.
     *
     * @param failed how many attempts have failed
     */
    void await(int failed) {
        long most = Math.min(longestMillis, firstMillis << Math.min(failed - 1, 20));
        try {
            Thread.sleep(ThreadLocalRandom.current().nextLong(most / 2, most + 1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ModelException("interrupted while waiting to try again", Map.of(), e);
        }
    }
}
