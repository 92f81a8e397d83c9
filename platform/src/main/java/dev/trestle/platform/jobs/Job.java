package dev.trestle.platform.jobs;

import dev.trestle.model.annotation.Derived;
import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Work to be done.
 *
 * @param payload what its handler needs, as JSON
 * @param subject what it is about, for people
 * @param attempts that were begun
 * @param nextAt when it is due; of one that runs, when its lease ends and somebody else may take it
 * @param claim who runs it: a new text for each attempt
 * @param history what happened, newest last; old entries of a long one are dropped
 * @param expiresAt of one that is done
 */
public record Job(
        String jobId,
        String type,
        String payload,
        String subject,
        State state,
        int attempts,
        Instant nextAt,
        @Nullable String claim,
        List<Step> history,
        Instant createdAt,
        @Nullable @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {
    private static final int STEPS_MAX = 20;
    private static final int NOTE_MAX = 500;
    private static final Duration DONE_KEPT = Duration.ofDays(7);

    /** Where a job stands. */
    public enum State {
        WAITING,
        RUNNING,
        DONE,
        /** Hopeless until somebody looks at it. */
        PARKED
    }

    /** Something that happened to a job. */
    public record Step(Instant at, State state, String note) {}

    /** What jobs are listed under: those that wait or run share a list, in the order in which they are due. */
    @Derived("state")
    public String lane() {
        return switch (state) {
            case WAITING, RUNNING -> "OPEN";
            case DONE -> "DONE";
            case PARKED -> "PARKED";
        };
    }

    Job claimed(String by, Instant now, Instant leaseEnd) {
        return to(State.RUNNING, attempts + 1, leaseEnd, by, now, "attempt " + (attempts + 1), null);
    }

    Job leasedUntil(Instant leaseEnd) {
        return new Job(jobId, type, payload, subject, state, attempts, leaseEnd, claim, history, createdAt, expiresAt);
    }

    Job done(Instant now) {
        return to(State.DONE, attempts, now, null, now, "done", now.plus(DONE_KEPT));
    }

    Job waiting(Instant now, Instant due, String note) {
        return to(State.WAITING, attempts, due, null, now, note, null);
    }

    /** Not through, and not failed: it goes on later as if it were new. What it did so far leaves no step. */
    Job again(Instant due) {
        int last = history.size() - 1;
        boolean began = last >= 0 && history.get(last).state() == State.RUNNING;
        List<Step> before = began ? history.subList(0, last) : history;
        return new Job(
                jobId, type, payload, subject, State.WAITING, 0, due, null, List.copyOf(before), createdAt, null);
    }

    /** Due at another time. */
    Job dueAt(Instant due) {
        return leasedUntil(due);
    }

    Job parked(Instant now, String note) {
        return to(State.PARKED, attempts, now, null, now, note, null);
    }

    /** As if it were new, but with its history. */
    Job revived(Instant now) {
        Job waiting = waiting(now, now, "tried again by hand");
        return new Job(jobId, type, payload, subject, State.WAITING, 0, now, null, waiting.history(), createdAt, null);
    }

    private Job to(
            State next,
            int count,
            Instant due,
            @Nullable String by,
            Instant now,
            String note,
            @Nullable Instant expiry) {
        List<Step> steps = new ArrayList<>(history);
        steps.add(new Step(now, next, note.length() > NOTE_MAX ? note.substring(0, NOTE_MAX) : note));
        int from = Math.max(0, steps.size() - STEPS_MAX);
        return new Job(
                jobId,
                type,
                payload,
                subject,
                next,
                count,
                due,
                by,
                List.copyOf(steps.subList(from, steps.size())),
                createdAt,
                expiry);
    }
}
