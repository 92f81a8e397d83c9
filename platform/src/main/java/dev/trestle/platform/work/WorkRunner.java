package dev.trestle.platform.work;

import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Changes;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does a system's long work, in one of any number of processes: in turns, so that short work is not kept waiting by long one, with workers
 * of its own, so that jobs are not either.
 */
public final class WorkRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkRunner.class);

    private final LongWorks works;
    private final Changes changes;
    private final Options options;
    private final JobRunner runner;
    private final Map<String, WorkRun> running = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "trestle-work-cancel");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * How work is done.
     *
     * @param jobs of the jobs behind it
     * @param turn after which a piece of work lets another go on
     * @param look how often it is looked whether other processes have cancelled what runs here
     * @param patience after which a step that was cancelled is interrupted
     */
    public record Options(JobRunner.Options jobs, Duration turn, Duration look, Duration patience) {
        public static Options standard() {
            return new Options(
                    new JobRunner.Options(2, 8, Duration.ofSeconds(60), Duration.ofSeconds(1)),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(10));
        }
    }

    public WorkRunner(LongWorks works, Changes changes, Options options, Random random) {
        this.works = works;
        this.changes = changes;
        this.options = options;
        this.runner = new JobRunner(works.jobs(), options.jobs(), random);
    }

    /** Begins to look for work of the kinds that are declared by now. */
    public WorkRunner start() {
        works.kinds().keySet().forEach(kind -> runner.handle(LongWorks.JOB + kind, this::run));
        works.onCancel(this::cancelSoon);
        ScheduledFuture<?> unused = timer.scheduleWithFixedDelay(
                this::lookForCancels, options.look().toMillis(), options.look().toMillis(), TimeUnit.MILLISECONDS);
        runner.start();
        return this;
    }

    private void run(JobContext job) throws Exception {
        Optional<LongWork> work = works.find(job.jobId());
        if (work.isEmpty() || work.get().isEnded()) {
            return;
        }
        WorkRun run = new WorkRun(works, changes, job, work.get());
        running.put(job.jobId(), run);
        try {
            run.run(options.turn());
        } finally {
            running.remove(job.jobId());
        }
    }

    private void cancelSoon(String workId) {
        if (running.containsKey(workId)) {
            try {
                timer.execute(this::lookForCancels);
            } catch (RejectedExecutionException stopped) {
                // The next process finds it cancelled.
            }
        }
    }

    private void lookForCancels() {
        running.forEach((workId, run) -> {
            try {
                if (run.isCancelled() || works.isCancelled(workId)) {
                    run.cancel(options.patience());
                }
            } catch (RuntimeException e) {
                LOG.atWarn()
                        .addKeyValue("work", workId)
                        .setCause(e)
                        .log("whether work was cancelled could not be read");
            }
        });
    }

    /** Lets steps that run come to an end; the rest is done by the next process. */
    @Override
    public void close() {
        runner.close();
        timer.shutdownNow();
    }
}
