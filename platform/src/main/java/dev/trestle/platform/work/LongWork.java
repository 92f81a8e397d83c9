package dev.trestle.platform.work;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Work that takes longer than a request, and how far it is. Its job has the same id; only the process that has the job writes this.
 *
 * @param subject what it is about, for people
 * @param holder who began it, as a digest of who and on whose behalf
 * @param tenant on whose behalf it was begun
 * @param by who began it, for people
 * @param asked what its kind needs, as JSON
 * @param checkpoint from where the next step goes on, as JSON; null before the first
 * @param failures in a row since the last checkpoint
 * @param result what it made, as JSON; of one that did not end well, what it left
 * @param failure why it failed, or is about to
 * @param expiresAt of one that has ended
 */
public record LongWork(
        String workId,
        String kind,
        String subject,
        String holder,
        @Nullable String tenant,
        String by,
        State state,
        String asked,
        @Nullable String checkpoint,
        Progress progress,
        int failures,
        @Nullable String result,
        @Nullable Failure failure,
        Instant createdAt,
        @Nullable Instant startedAt,
        Instant updatedAt,
        @Nullable Instant endedAt,
        @Nullable @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {
    private static final Duration KEPT = Duration.ofDays(7);

    /** Where work stands. */
    public enum State {
        WAITING,
        RUNNING,
        /** Somebody cancelled it, or it failed: what it did is being undone. */
        CANCELLING,
        DONE,
        FAILED,
        CANCELLED
    }

    /**
     * How far work is.
     *
     * @param total what {@code done} will be in the end; 0 if that is not known
     * @param text the key of a text that says what is being done
     */
    public record Progress(long done, long total, @Nullable String text) {
        static final Progress NONE = new Progress(0, 0, null);
    }

    /** Why work failed: a code for programs, a text for people. */
    public record Failure(String code, String text) {}

    public boolean isEnded() {
        return state == State.DONE || state == State.FAILED || state == State.CANCELLED;
    }

    LongWork running(Instant now) {
        Instant began = startedAt == null ? now : startedAt;
        return with(State.RUNNING, checkpoint, progress, failures, result, failure, began, now);
    }

    LongWork at(Progress far, Instant now) {
        return with(state, checkpoint, far, failures, result, failure, startedAt, now);
    }

    /** After a step. */
    LongWork to(@Nullable String next, Progress far, Instant now) {
        return with(state, next, far, 0, result, failure, startedAt, now);
    }

    LongWork failedOnce(Instant now) {
        return with(state, checkpoint, progress, failures + 1, result, failure, startedAt, now);
    }

    /** To be undone, because it failed or, without a reason, because somebody cancelled it. */
    LongWork undoing(@Nullable Failure why, Instant now) {
        return with(State.CANCELLING, checkpoint, progress, 0, null, why, startedAt, now);
    }

    LongWork undone(@Nullable String made, Instant now) {
        return with(failure == null ? State.CANCELLED : State.FAILED, null, progress, 0, made, failure, startedAt, now);
    }

    LongWork done(@Nullable String made, Progress far, Instant now) {
        return with(State.DONE, null, far, 0, made, null, startedAt, now);
    }

    private LongWork with(
            State nextState,
            @Nullable String next,
            Progress far,
            int failed,
            @Nullable String made,
            @Nullable Failure why,
            @Nullable Instant began,
            Instant now) {
        boolean ends = nextState == State.DONE || nextState == State.FAILED || nextState == State.CANCELLED;
        return new LongWork(
                workId,
                kind,
                subject,
                holder,
                tenant,
                by,
                nextState,
                asked,
                next,
                far,
                failed,
                made,
                why,
                createdAt,
                began,
                now,
                ends ? now : null,
                ends ? now.plus(KEPT) : null);
    }
}
