package dev.trestle.platform.operation;

import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobHandler;
import dev.trestle.platform.jobs.Jobs;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The one way in which systems read, decide and commit. A decision is committed under the conditions that it names. If one of them does
 * not hold, somebody else was first: it is read and decided anew, after a backoff, {@value #ATTEMPTS_MAX} times at most; then the caller
 * gets a conflict. For any number of threads.
 */
public final class Changes {
    static final int ATTEMPTS_MAX = 100;

    private static final Duration BACKOFF_FIRST = Duration.ofMillis(1);
    private static final Duration BACKOFF_MAX = Duration.ofMillis(50);

    private final @Nullable Jobs jobs;
    private final RandomGenerator random;
    private final @Nullable Witness witness;
    private final @Nullable Object actor;

    /** {@code jobs} is null for a system that has none. */
    public Changes(@Nullable Jobs jobs, RandomGenerator random) {
        this(jobs, random, null, null);
    }

    private Changes(@Nullable Jobs jobs, RandomGenerator random, @Nullable Witness witness, @Nullable Object actor) {
        this.jobs = jobs;
        this.random = random;
        this.witness = witness;
        this.actor = actor;
    }

    /**
     * Attends every decision before it is committed: it may refuse it, or add to it, so that what it adds is committed with the rest or not
     * at all.
     */
    @FunctionalInterface
    public interface Witness {
        /** {@code actor} is who decides, as the system knows them; null if nobody said. */
        void attend(ItemStore store, Decision<?> decision, @Nullable Object actor);
    }

    /** The same, attended by somebody. */
    public Changes attendedBy(Witness other) {
        return new Changes(jobs, random, other, actor);
    }

    /** The same, for decisions of somebody. */
    public Changes as(Object who) {
        return new Changes(jobs, random, witness, who);
    }

    /**
     * Carries out a decision.
     *
     * @param decide reads and decides; called once for each attempt
     * @return the result of the decision that was committed, or that had nothing to write
     */
    public <R extends @Nullable Object> R run(ItemStore store, Supplier<? extends Decision<? extends R>> decide) {
        for (int attempt = 1; ; attempt++) {
            Decision<? extends R> decision = decide.get();
            if (decision.isEmpty()) {
                decision.afterwards().forEach(Runnable::run);
                return decision.result();
            }
            if (!commit(store, decision, attempt)) {
                pause(attempt);
            } else if (!decision.isStep()) {
                return decision.result();
            } else if (attempt >= ATTEMPTS_MAX) {
                throw new IllegalStateException("A change has more than " + ATTEMPTS_MAX + " steps.");
            }
        }
    }

    /**
     * Handles jobs by decisions. The job ends in the transaction that carries its decision out, so that it is done once; a decision that
     * has nothing to write ends the job, too.
     */
    public <P> JobHandler handler(ItemStore store, Class<P> payload, Function<P, Decision<?>> decide) {
        return handler(asked -> store, payload, decide);
    }

    /** The same for jobs of which each says in which store it is: that of a tenant. */
    public <P> JobHandler handler(
            Function<P, ItemStore> stores, Class<P> payload, Function<P, ? extends Decision<?>> decide) {
        return job -> {
            P asked = job.payload(payload);
            Object unused = run(stores.apply(asked), () -> ending(job, decide.apply(asked)));
        };
    }

    /**
     * Carries out what was decided about something that was read before.
     *
     * @return whether it was committed; not if somebody else was first, and nothing was written then
     */
    public boolean tryCommit(ItemStore store, Decision<?> decision) {
        return commit(store, decision, 1);
    }

    private static Decision<?> ending(JobContext job, Decision<?> decision) {
        if (job.isLost()) {
            throw new IllegalStateException("Somebody else has this job now.");
        }
        return decision.isEmpty() || decision.isStep() ? decision : decision.ending(job);
    }

    private boolean commit(ItemStore store, Decision<?> decision, int attempt) {
        if (witness != null) {
            witness.attend(store, decision, decision.actor() == null ? actor : decision.actor());
        }
        Transaction transaction = store.transaction();
        decision.writes().forEach(write -> write.add().accept(transaction));
        enqueue(transaction, decision);
        try {
            transaction.commit();
        } catch (WriteRefusedException e) {
            explain(decision, e);
            if (e.failure().cause() == Cause.REJECTED) {
                throw e;
            }
            if (attempt >= ATTEMPTS_MAX) {
                throw ApiException.conflict("Somebody else changed it at the same time. Look at it again.", null);
            }
            return false;
        }
        if (jobs != null && !decision.jobs().isEmpty()) {
            jobs.committed();
        }
        decision.afterwards().forEach(Runnable::run);
        return true;
    }

    private void enqueue(Transaction transaction, Decision<?> decision) {
        if (decision.jobs().isEmpty()) {
            return;
        }
        if (jobs == null) {
            throw new IllegalStateException("A decision has a job, but the system has no jobs.");
        }
        for (Decision.Job job : decision.jobs()) {
            jobs.enqueue(transaction, job.jobId(), job.type(), job.subject(), job.payload(), job.delay());
        }
    }

    /** A create that found an item, and has a text for that. */
    private static void explain(Decision<?> decision, WriteRefusedException refused) {
        for (WriteRefusedException.Failure failure : refused.failures()) {
            int from = 0;
            for (Decision.Write write : decision.writes()) {
                boolean isIt = failure.operation() >= from && failure.operation() < from + write.actions();
                Supplier<ApiException> taken = write.taken();
                if (isIt && taken != null && isTaken(failure.cause())) {
                    throw taken.get();
                }
                from += write.actions();
            }
        }
    }

    private static boolean isTaken(Cause cause) {
        return cause == Cause.EXISTS || cause == Cause.NOT_UNIQUE;
    }

    /** Between nothing and a time that doubles, so that those who met once do not meet again. */
    private void pause(int attempt) {
        long most = Math.min(BACKOFF_MAX.toNanos(), BACKOFF_FIRST.toNanos() << Math.min(attempt - 1, 10));
        LockSupport.parkNanos(random.nextLong(most + 1));
        if (Thread.interrupted()) {
            Thread.currentThread().interrupt();
            throw ApiException.of(Kind.TIMED_OUT, "This took too long. Nothing was changed.");
        }
    }
}
