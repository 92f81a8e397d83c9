package dev.trestle.platform.work;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.jobs.HopelessException;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.work.LongWork.Failure;
import dev.trestle.platform.work.LongWork.Progress;
import dev.trestle.platform.work.LongWork.State;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A turn of long work in this process: some steps, each committed with its checkpoint.
 *
 * <p>Every transaction has as conditions that the job is still this process's, and, until the work is undone, that nobody has cancelled it.
 * So there is one writer of the work at a time, and no step is committed after a cancel was accepted.
 */
final class WorkRun {
    private static final Logger LOG = LoggerFactory.getLogger(WorkRun.class);
    private static final int FAILURES_MAX = 5;
    private static final int TRIES_MAX = 10;

    private final LongWorks works;
    private final Changes changes;
    private final JobContext job;
    private final Thread thread = Thread.currentThread();
    private volatile LongWork work;
    private volatile boolean cancelled;
    private long cancelledAt;
    private boolean inStep;

    /** Stops a step that must not be committed. */
    private static final class StoppedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        StoppedException() {
            super("the work was cancelled, or another process has it", null, false, false);
        }
    }

    WorkRun(LongWorks works, Changes changes, JobContext job, LongWork work) {
        this.works = works;
        this.changes = changes;
        this.job = job;
        this.work = work;
    }

    LongWork work() {
        return work;
    }

    boolean isCancelled() {
        return cancelled;
    }

    /** Does steps until the work ends, the turn is over, or this process stops. */
    void run(Duration turn) throws Exception {
        long deadline = System.nanoTime() + turn.toNanos();
        if (work.state() == State.WAITING) {
            store(work.running(now()));
        }
        while (!work.isEnded() && !job.isLost()) {
            if (job.isStopping() || System.nanoTime() - deadline > 0) {
                job.again(Duration.ZERO);
                return;
            }
            if (work.state() == State.RUNNING && works.isCancelled(work.workId())) {
                store(work.undoing(null, now()));
            }
            step(works.kind(work));
        }
    }

    private <P, C> void step(WorkKind<P, C> kind) throws Exception {
        boolean undoes = work.state() == State.CANCELLING;
        P asked = read(work.asked(), kind.asked);
        C from = work.checkpoint() == null ? null : read(work.checkpoint(), kind.checkpoint);
        ItemStore own = kind.stores.apply(work);
        int[] attempts = {0};
        try {
            LongWork after = changes.run(own == null ? works.store() : own, () -> {
                if (attempts[0]++ > 0) {
                    stopIfNotOurs(undoes);
                }
                WorkStep<C> step = doStep(undoes ? kind.undo : kind.step, new WorkContext<>(asked, this), from);
                return committing(step, undoes);
            });
            work = after;
        } catch (StoppedException stopped) {
            if (!job.isOwn()) {
                throw stopped;
            }
        } catch (WorkException failed) {
            if (undoes) {
                throw failed;
            }
            store(work.undoing(failed.failure(), now()));
        } catch (StepException e) {
            failed(e.getCause() instanceof Exception cause ? cause : e, undoes);
        } catch (RuntimeException e) {
            failed(e, undoes);
        }
    }

    private <P, C> WorkStep<C> doStep(WorkKind.Step<P, C> step, WorkContext<P> context, @Nullable C from) {
        begin();
        try {
            return step.next(context, from);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new StepException(e);
        } finally {
            end();
        }
    }

    /** What a step threw that is no RuntimeException. */
    private static final class StepException extends RuntimeException {
        private static final long serialVersionUID = 1;

        StepException(Exception cause) {
            super(cause);
        }
    }

    private Decision<LongWork> committing(WorkStep<?> step, boolean undoes) {
        LongWork after = after(step, undoes);
        Decision<LongWork> decision = step.writes().withResult(after);
        decision.put(works.declared().entity(), after);
        if (!undoes) {
            decision.check(works.declared().cancellation().of(work.workId()), Expect.ABSENT);
        } else if (after.isEnded()) {
            decision.delete(works.declared().cancellation().of(work.workId()), Expect.ANYTHING);
        }
        return after.isEnded() ? decision.ending(job) : decision.check(job.bound(), job.own());
    }

    private LongWork after(WorkStep<?> step, boolean undoes) {
        if (!step.isLast()) {
            return work.to(LongWorks.text(step.checkpoint()), merged(step.progress()), now());
        }
        String result = LongWorks.text(step.result());
        return undoes ? work.undone(result, now()) : work.done(result, merged(step.progress()), now());
    }

    /** A step that says nothing about how far it is leaves that as it was. */
    private Progress merged(Progress said) {
        return said.equals(Progress.NONE) ? work.progress() : said;
    }

    private void stopIfNotOurs(boolean undoes) {
        boolean stopped = !undoes && works.isCancelled(work.workId());
        if (stopped || job.isLost() || !job.isOwn()) {
            throw new StoppedException();
        }
    }

    /** A failure after a cancel is the cancel's doing; others are tried again from the last checkpoint, a few times. */
    private void failed(Exception failure, boolean undoes) throws Exception {
        if (cancelled && !undoes) {
            return;
        }
        if (undoes || job.isStopping() || failure instanceof InterruptedException) {
            throw failure;
        }
        LOG.atWarn()
                .addKeyValue("work", work.workId())
                .addKeyValue("kind", work.kind())
                .setCause(failure)
                .log("a step of long work failed");
        if (work.failures() + 1 >= FAILURES_MAX) {
            store(work.undoing(new Failure("FAILED", "It failed several times in a row."), now()));
            return;
        }
        store(work.failedOnce(now()));
        throw failure;
    }

    void report(Progress far) {
        store(work.at(far, now()));
    }

    /** Writes the work, unless another process has the job. The job's renewal and a cancel may be in the way for a moment. */
    private void store(LongWork next) {
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            Decision<?> decision =
                    Decision.done().put(works.declared().entity(), next).check(job.bound(), job.own());
            if (changes.tryCommit(works.store(), decision)) {
                work = next;
                return;
            }
            if (!job.isOwn()) {
                break;
            }
        }
        throw new StoppedException();
    }

    private static <T> T read(String json, Class<T> type) {
        try {
            return Json.mapper().readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new HopelessException("What the work keeps is no " + type.getSimpleName() + ".");
        }
    }

    private Instant now() {
        return works.clock().instant();
    }

    private synchronized void begin() {
        inStep = true;
    }

    /** An interruption was meant for the step. */
    private synchronized void end() {
        inStep = false;
        if (cancelled) {
            boolean unused = Thread.interrupted();
        }
    }

    /** Says that the work is cancelled; the step is interrupted if it goes on for longer than it may. */
    synchronized void cancel(Duration patience) {
        long now = System.nanoTime();
        if (!cancelled) {
            cancelled = true;
            cancelledAt = now;
        }
        if (inStep && work.state() != State.CANCELLING && now - cancelledAt >= patience.toNanos()) {
            thread.interrupt();
        }
    }
}
