package dev.trestle.platform.jobs;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Something that a system clears away by itself every few hours, which an administrator can look at and run now. */
public interface Sweep {
    /** What it is called in lists and addresses: lower case, no spaces. */
    String name();

    Status status();

    /**
     * Goes through everything once.
     *
     * @return how many things were removed
     * @throws dev.trestle.platform.api.ApiException if it is under way already
     */
    long runNow(Progress progress);

    /**
     * Where a sweep stands.
     *
     * @param lastStartedAt null if it did not run since the process started
     * @param lastFailure why the last run was given up; null if it was not
     * @param nextAt null if it is not scheduled
     */
    record Status(
            boolean running,
            @Nullable Instant lastStartedAt,
            @Nullable Instant lastEndedAt,
            @Nullable Long lastRemoved,
            @Nullable String lastFailure,
            @Nullable Instant nextAt) {}

    /** Is told how many things were looked at and removed. */
    interface Progress {
        Progress NONE = (looked, removed) -> {};

        void at(long looked, long removed);
    }
}
