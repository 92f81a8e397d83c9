package dev.trestle.platform.jobs;

import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.jobs.Job.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does a system's jobs, in one of any number of processes.
 *
 * <p>A job is claimed by a conditional write that gives it to one process for a time, the lease, which is renewed while its handler
 * runs. If the process dies the lease ends, the job is due again by the same order of keys in which waiting ones are, and whoever looks
 * next takes it. An attempt that fails is tried again, later each time; after the last one, the job is parked.
 */
public final class JobRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobRunner.class);
    private static final int LOOKED_AT_MAX = 2000;
    private static final Duration BACKOFF_MAX = Duration.ofMinutes(10);
    private static final int STOP_SECONDS = 20;

    private final Jobs jobs;
    private final Options options;
    private final Random random;
    private final Retries standard;
    private final Map<String, JobHandler> handlers = new ConcurrentHashMap<>();
    private final Map<String, Retries> retries = new ConcurrentHashMap<>();
    private final Map<String, JobContext> running = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor workers;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "trestle-jobs");
        thread.setDaemon(true);
        return thread;
    });
    private final Semaphore looking = new Semaphore(1);
    private final Semaphore places;
    private final ClaimBackoff claims;

    /**
     * How jobs are done.
     *
     * @param workers handlers at a time
     * @param attempts before a job is parked
     * @param lease how long a process may be silent before its jobs are taken from it
     * @param look how often jobs that are due are looked for
     */
    public record Options(int workers, int attempts, Duration lease, Duration look) {
        public static Options standard() {
            return new Options(4, 8, Duration.ofSeconds(60), Duration.ofSeconds(1));
        }
    }

    /**
     * How often a job is tried.
     *
     * @param attempts before it is parked
     * @param first the backoff after the first attempt, which doubles up to ten minutes
     */
    public record Retries(int attempts, Duration first) {}

    public JobRunner(Jobs jobs, Options options, Random random) {
        this.jobs = jobs;
        this.options = options;
        this.standard = new Retries(options.attempts(), Duration.ofSeconds(2));
        this.random = random;
        this.places = new Semaphore(options.workers());
        this.claims = new ClaimBackoff(jobs.clock(), attempts -> backoff(standard, attempts));
        this.workers = new ThreadPoolExecutor(
                options.workers(), options.workers(), 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "trestle-job");
                    thread.setDaemon(true);
                    return thread;
                });
        workers.allowCoreThreadTimeOut(true);
    }

    /** Has jobs of a type done here. Jobs of types that nobody handles here are left to others. */
    public JobRunner handle(String type, JobHandler handler) {
        if (handlers.putIfAbsent(type, handler) != null) {
            throw new IllegalArgumentException("Two handlers for jobs of the type " + type + ".");
        }
        return this;
    }

    /** Has jobs of a type done here, tried so often. */
    public JobRunner handle(String type, Retries tries, JobHandler handler) {
        retries.put(type, tries);
        return handle(type, handler);
    }

    private Retries retries(Job job) {
        return retries.getOrDefault(job.type(), standard);
    }

    /** Begins to look for jobs. */
    public JobRunner start() {
        ScheduledFuture<?> unusedLooks = timer.scheduleWithFixedDelay(
                this::lookQuietly, 0, options.look().toMillis(), TimeUnit.MILLISECONDS);
        long renew = Math.max(1, options.lease().toMillis() / 3);
        ScheduledFuture<?> unusedRenewals =
                timer.scheduleWithFixedDelay(this::renew, renew, renew, TimeUnit.MILLISECONDS);
        jobs.onCommitted(this::lookSoon);
        return this;
    }

    private void lookSoon() {
        try {
            timer.execute(this::lookQuietly);
        } catch (RejectedExecutionException stopped) {
            // Whoever starts next looks for it.
        }
    }

    private void lookQuietly() {
        try {
            if (!jobs.isPaused()) {
                int unused = look();
            }
        } catch (RuntimeException e) {
            LOG.warn("jobs could not be looked for", e);
        }
    }

    /**
     * Looks once for jobs that are due, and begins as many as there are workers for. Returns how many. It looks past those of types that
     * nobody handles here, which may wait for long, and past those whose claim has just failed.
     */
    int look() {
        if (!looking.tryAcquire()) {
            return 0;
        }
        try {
            return claims.isOver() ? lookForDue() : 0;
        } finally {
            looking.release();
        }
    }

    private int lookForDue() {
        try (Stream<Job> due = jobs.store().stream(
                jobs.declared().due().of("OPEN").to(jobs.clock().instant()), LOOKED_AT_MAX)) {
            int begun = 0;
            Iterator<Job> each = due.filter(job -> handlers.containsKey(job.type())
                            && !running.containsKey(job.jobId())
                            && claims.mayClaim(job.jobId()))
                    .iterator();
            while (claims.isOver() && each.hasNext()) {
                try (Place place = Place.of(places)) {
                    if (place == null) {
                        break;
                    }
                    begun += begin(each.next().jobId(), place) ? 1 : 0;
                }
            }
            return begun;
        } catch (RuntimeException e) {
            claims.lookFailed();
            throw e;
        }
    }

    /** Has a job done in a place, which is the job's from the moment at which a worker has it. */
    private boolean begin(String jobId, Place place) {
        JobContext context;
        try {
            context = claim(jobId);
            claims.succeeded(jobId);
        } catch (RuntimeException e) {
            claims.failed(jobId);
            LOG.atWarn().addKeyValue("job", jobId).setCause(e).log("a job could not be claimed; it is tried again");
            return false;
        }
        if (context == null) {
            return false;
        }
        running.put(jobId, context);
        boolean handedOver = false;
        try {
            workers.execute(() -> run(context));
            handedOver = true;
            place.handOver();
            return true;
        } catch (RejectedExecutionException stopping) {
            return false; // its lease ends, and somebody else does it
        } finally {
            if (!handedOver) {
                running.remove(jobId);
            }
        }
    }

    /** A worker that a job may have. Closed by whoever took it, unless a job has it by then, which gives it back when it ends. */
    private static final class Place implements AutoCloseable {
        private final Semaphore places;
        private boolean handedOver;

        private Place(Semaphore places) {
            this.places = places;
        }

        /** Null if all are taken. */
        static @Nullable Place of(Semaphore places) {
            return places.tryAcquire() ? new Place(places) : null;
        }

        void handOver() {
            handedOver = true;
        }

        @Override
        public void close() {
            if (!handedOver) {
                places.release();
            }
        }
    }

    /** Takes a job, if it is still due; the index that named it may be behind. */
    private @Nullable JobContext claim(String jobId) {
        Instant now = jobs.clock().instant();
        Stored<Job> read;
        try {
            read = jobs.stored(jobId);
        } catch (ApiException | UnreadableItemException gone) {
            return null; // others must not wait for it
        }
        Job job = read.record();
        if (!job.lane().equals("OPEN") || job.nextAt().isAfter(now)) {
            return null;
        }
        boolean worn = job.attempts() >= retries(job).attempts();
        Job next = worn
                ? job.parked(now, "given up: its last attempt never came to an end")
                : job.claimed(UUID.randomUUID().toString(), now, now.plus(options.lease()));
        try {
            jobs.store().put(jobs.declared().entity(), next, Expect.unchanged(read, "state", "nextAt", "attempts"));
            return worn ? null : new JobContext(jobs, next);
        } catch (WriteRefusedException another) {
            return null;
        }
    }

    private void run(JobContext context) {
        try {
            perform(context);
        } finally {
            places.release();
            running.remove(context.jobId());
            lookSoon();
        }
    }

    private void perform(JobContext context) {
        Job job = context.job();
        try {
            JobHandler handler = handlers.get(job.type());
            if (handler != null) {
                handler.run(context);
            }
            Instant again = context.againAt();
            if (!context.isFinished()) {
                store(context, again == null ? job.done(jobs.clock().instant()) : job.again(again));
            }
        } catch (Exception e) {
            failed(context, e);
        }
    }

    private void failed(JobContext context, Exception failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        Job job = context.job();
        Instant now = jobs.clock().instant();
        boolean hopeless = failure instanceof HopelessException
                || job.attempts() >= retries(job).attempts();
        String note = failure.getClass().getSimpleName() + ": " + failure.getMessage();
        LOG.atWarn()
                .addKeyValue("job", job.jobId())
                .addKeyValue("type", job.type())
                .addKeyValue("attempt", job.attempts())
                .addKeyValue("failure", note)
                .log(hopeless ? "a job was parked" : "a job failed and is tried again");
        store(
                context,
                hopeless
                        ? job.parked(now, note)
                        : job.waiting(now, now.plus(backoff(retries(job), job.attempts())), note));
    }

    /** Twice as long each time, give or take a quarter, so that what failed together does not come back together. */
    private Duration backoff(Retries tries, int attempts) {
        Duration wait = tries.first().multipliedBy(1L << Math.min(attempts - 1, 20));
        long millis = Math.min(wait.toMillis(), BACKOFF_MAX.toMillis());
        return Duration.ofMillis((long) (millis * (0.75 + random.nextDouble() / 2)));
    }

    private void store(JobContext context, Job job) {
        try {
            jobs.store().put(jobs.declared().entity(), job, context.own());
        } catch (WriteRefusedException e) {
            context.lose();
            LOG.atWarn().addKeyValue("job", job.jobId()).log("a job was taken over by somebody else");
        } catch (RuntimeException e) {
            // Its lease ends, and it is done again.
            LOG.atWarn().addKeyValue("job", job.jobId()).setCause(e).log("the end of a job could not be stored");
        }
    }

    /** Tells the others that what runs here is alive. */
    void renew() {
        for (JobContext context : running.values()) {
            try {
                Instant end = jobs.clock().instant().plus(options.lease());
                Job now = jobs.get(context.jobId());
                if (now.state() == State.RUNNING) {
                    jobs.store().put(jobs.declared().entity(), now.leasedUntil(end), context.own());
                }
            } catch (WriteRefusedException | ApiException gone) {
                context.lose();
            } catch (RuntimeException e) {
                LOG.warn("a lease could not be renewed", e);
            }
        }
    }

    /**
     * Does what is due now, and what that makes due, in the calling thread and without being {@link #start started}: for sample worlds,
     * whose clock stands still meanwhile, so that leases are not renewed. A job that fails is left for later. Returns how many were done.
     */
    public int runDue() {
        int done = 0;
        int before;
        do {
            before = done;
            for (Job due : dueNow()) {
                JobContext context = claim(due.jobId());
                if (context != null) {
                    perform(context);
                    done++;
                }
            }
        } while (done > before && done < LOOKED_AT_MAX);
        return done;
    }

    private List<Job> dueNow() {
        try (Stream<Job> due = jobs.store().stream(
                jobs.declared().due().of("OPEN").to(jobs.clock().instant()), LOOKED_AT_MAX)) {
            return due.filter(job -> handlers.containsKey(job.type())).toList();
        }
    }

    boolean isIdle() {
        return running.isEmpty();
    }

    /** Begins no further jobs, and waits for those that run. */
    @Override
    public void close() {
        timer.shutdownNow();
        running.values().forEach(JobContext::stop);
        workers.shutdown();
        try {
            if (!workers.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                workers.shutdownNow();
            }
        } catch (InterruptedException e) {
            workers.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
