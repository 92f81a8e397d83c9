package dev.trestle.platform.jobs;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.Transaction;
import dev.trestle.platform.api.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A job while it runs. */
public final class JobContext {
    private final Jobs jobs;
    private final Job job;
    private volatile boolean finished;
    private volatile boolean lost;
    private volatile boolean stopping;
    private volatile @Nullable Instant again;

    JobContext(Jobs jobs, Job job) {
        this.jobs = jobs;
        this.job = job;
    }

    public String jobId() {
        return job.jobId();
    }

    public String subject() {
        return job.subject();
    }

    /** Which attempt this is, from 1. */
    public int attempt() {
        return job.attempts();
    }

    public <P> P payload(Class<P> type) {
        try {
            return Json.mapper().readValue(job.payload(), type);
        } catch (JsonProcessingException e) {
            throw new HopelessException("The payload is no " + type.getSimpleName() + ".");
        }
    }

    /** Whether somebody else has the job now, because this attempt took too long without a sign of life: stop. */
    public boolean isLost() {
        return lost;
    }

    /** Whether this process is about to stop: a handler that works for long should end with {@link #again}. */
    public boolean isStopping() {
        return stopping;
    }

    /**
     * Has the job done once more after a while, when its handler has returned. Its attempts are counted anew: this is for work that goes
     * on, or waits for something, and has not failed.
     */
    public void again(Duration delay) {
        finished = false; // a transaction that would have finished it was not committed
        again = jobs.clock().instant().plus(delay);
    }

    /** Reads whether the job is still this attempt's. */
    public boolean isOwn() {
        return Objects.equals(jobs.get(job.jobId()).claim(), job.claim());
    }

    /** The job's item, for a transaction that checks {@link #own}. */
    public Bound<Job> bound() {
        return jobs.declared().byId().of(job.jobId());
    }

    /** Has the job finished by the handler's own transaction, which fails if somebody else has the job now. */
    public Transaction finishIn(Transaction transaction) {
        finished = true;
        return transaction.put(jobs.declared().entity(), job.done(jobs.clock().instant()), own());
    }

    /** That nobody else has the job now. */
    public Expect own() {
        String claim = job.claim();
        return claim == null ? Expect.PRESENT : Expect.equal("claim", claim);
    }

    Job job() {
        return job;
    }

    boolean isFinished() {
        return finished;
    }

    @Nullable
    Instant againAt() {
        return again;
    }

    void stop() {
        stopping = true;
    }

    void lose() {
        lost = true;
    }
}
