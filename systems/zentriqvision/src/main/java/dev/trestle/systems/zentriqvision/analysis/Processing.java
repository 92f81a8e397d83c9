package dev.trestle.systems.zentriqvision.analysis;

import dev.trestle.model.operation.Stored;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.model.VideoWork;
import dev.trestle.systems.zentriqvision.model.VideoWork.Phase;
import dev.trestle.systems.zentriqvision.sightings.VideoGoneException;
import dev.trestle.systems.zentriqvision.videos.VideoKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes videos: a job for each, which goes through the phases of its {@link VideoWork} and can be taken over by another process after each
 * write. It has workers of its own, so that hours of video keep nothing else waiting, and works in turns, so that a short video does not wait for
 * a long one. A video is PROCESSING as long as it has such a job, and no longer.
 */
public final class Processing implements AutoCloseable {
    /** The type of the jobs. */
    public static final String JOB = "process-video";

    private static final Logger LOG = LoggerFactory.getLogger(Processing.class);

    /** Attempts that come to no checkpoint, since a process died or the machine failed. */
    private static final int ATTEMPTS_MAX = 6;

    /** Failures of an analyzer's worker between two checkpoints. */
    private static final int FAILURES_MAX = 3;

    private static final JobRunner.Retries RETRIES = new JobRunner.Retries(100_000, Duration.ofSeconds(2));
    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final Duration WAITING = Duration.ofSeconds(30);
    private static final Duration TURN = Duration.ofMinutes(2);

    private final Parts parts;
    private final Tools tools;
    private final Preparation preparation;
    private final SegmentLoop segments;
    private final FindsRemoval removal;
    private final JobRunner runner;
    private final ConcurrentMap<String, Analyzer.Session> sessions = new ConcurrentHashMap<>();

    private volatile boolean closing;

    /** What a job has. */
    record Asked(String orgId, String videoId, int run) {}

    public Processing(Parts parts, Tools tools) {
        this.parts = parts;
        this.tools = tools;
        this.preparation = new Preparation(parts, tools::video);
        this.segments = new SegmentLoop(parts);
        this.removal = new FindsRemoval(parts);
        int workers = parts.settings().analysis().workers();
        this.runner = new JobRunner(
                        parts.jobs(), new JobRunner.Options(workers, 8, LEASE, Duration.ofSeconds(1)), new Random())
                .handle(JOB, RETRIES, this::run);
    }

    /**
     * Adds to a decision that a video is processed, which is PROCESSING by that.
     *
     * @param before how far an earlier run came; null if there was none
     */
    public <R extends @Nullable Object> Decision<R> begin(
            Decision<R> decision,
            String orgId,
            Video video,
            String jobId,
            @Nullable Stored<VideoWork> before,
            Instant at) {
        int number = before == null ? 1 : before.record().run() + 1;
        // What another program has found in a video that has just arrived stays.
        boolean removes = before != null || video.duration() != null;
        int seconds = parts.organizations().settings(orgId).appearanceSecondsOrStandard();
        VideoWork work = VideoWork.begun(video, number, jobId, removes ? Phase.REMOVING : Phase.PREPARING, seconds, at);
        if (before == null) {
            decision.create(SupportTable.VIDEO_WORK, work);
        } else {
            decision.replace(SupportTable.VIDEO_WORK, before, work);
        }
        return decision.job(jobId, JOB, video.videoId(), new Asked(orgId, video.videoId(), number), Duration.ZERO);
    }

    public void start() {
        tools.sources().sweep();
        runner.start();
    }

    /** Ends what this process does with a video; what is to be done instead is in its {@link VideoWork}. */
    public void stop(String orgId, String videoId) {
        Analyzer.Session session = sessions.remove(orgId + "/" + videoId);
        if (session != null) {
            session.close();
        }
    }

    private void run(JobContext job) {
        Asked asked = job.payload(Asked.class);
        long deadline = System.nanoTime() + TURN.toNanos();
        while (!job.isLost()) {
            Optional<Run> run = Run.find(parts, job, asked.orgId(), asked.videoId(), asked.run());
            if (run.isEmpty()) {
                return;
            }
            if (closing || job.isStopping() || System.nanoTime() - deadline > 0) {
                job.again(Duration.ZERO);
                return;
            }
            try {
                if (step(run.get(), deadline)) {
                    return;
                }
            } catch (RunOverException | VideoGoneException over) {
                LOG.debug("a run is over, or has another phase: {}", asked.videoId());
            } catch (VideoRefusedException refused) {
                end(run.get(), String.valueOf(refused.getMessage()));
            } catch (RuntimeException e) {
                failed(run.get(), e);
            }
        }
    }

    /** Does what the phase asks for. Returns whether the job has nothing more to do now. */
    private boolean step(Run run, long deadline) {
        VideoWork work = run.work();
        switch (work.phase()) {
            case REMOVING -> {
                if (removal.removeSome(run)) {
                    run.update(now -> now.withPhase(Phase.PREPARING));
                }
            }
            case CANCELLING -> {
                if (removal.removeSome(run)) {
                    run.end(
                            VideoStatus.ERROR,
                            "Cancelled",
                            last -> last.withPersons(0).withAppearances(0));
                    return true;
                }
            }
            case PREPARING, WAITING, ANALYZING -> {
                return analyze(run, deadline);
            }
            case ENDED -> {
                return true;
            }
        }
        return false;
    }

    private boolean analyze(Run run, long deadline) {
        String key = run.video().s3Key();
        if (key == null) {
            throw new VideoRefusedException("The video has no file.");
        }
        if (!VideoKeys.isOf(run.orgId(), key)) {
            throw new VideoRefusedException("The video's file is not among the organization's.");
        }
        try (SourceFiles.Use source = tools.sources().open(key)) {
            if (run.file().map(file -> file.startsAt() == null).orElse(true)
                    || run.work().phase() == Phase.PREPARING) {
                preparation.prepare(run, source.path(), new ProgressReports(run));
                return false;
            }
            Optional<Analyzer> analyzer =
                    tools.analyzer(parts.organizations().settings(run.orgId()).analyzer());
            if (analyzer.isEmpty()) {
                run.end(VideoStatus.PROCESSED, null, last -> last.withDone(1)); // another program sends what it finds
                return true;
            }
            analyzer.get().missing().ifPresent(why -> {
                throw new AnalysisException(AnalysisException.Kind.WAITS, why);
            });
            return analyze(run, analyzer.get(), source, deadline);
        } catch (AnalysisException e) {
            return ended(run, e);
        }
    }

    private boolean analyze(Run run, Analyzer analyzer, SourceFiles.Use source, long deadline) {
        if (run.work().phase() != Phase.ANALYZING) {
            run.update(work -> work.withPhase(Phase.ANALYZING).withMessage(null));
            return false;
        }
        String name = run.orgId() + "/" + run.video().videoId();
        Duration length =
                Duration.ofMillis(run.file().map(file -> file.durationMs()).orElse(0L));
        try (Analyzer.Session session = analyzer.begin(new Analyzer.Source(
                run.orgId(),
                run.video().videoId(),
                run.work().run(),
                String.valueOf(run.video().s3Key()),
                source.path(),
                length))) {
            sessions.put(name, session);
            if (!run.isCurrent()) {
                return false; // it was cancelled before anybody could be told
            }
            return segments.run(run, session, length, deadline);
        } finally {
            sessions.remove(name);
        }
    }

    /** What follows of a segment that came to nothing. */
    private boolean ended(Run run, AnalysisException e) {
        String why = String.valueOf(e.getMessage());
        switch (e.kind()) {
            case WAITS -> {
                run.update(work -> work.withPhase(Phase.WAITING).withMessage(why));
                run.job().again(WAITING);
                return true;
            }
            case HOPELESS -> throw new VideoRefusedException(why);
            case CLOSED -> {
                return closing && again(run.job());
            }
            case AGAIN -> {
                int failures = run.work().failures() + 1;
                LOG.atWarn()
                        .addKeyValue("video", run.video().videoId())
                        .addKeyValue("attempt", failures)
                        .addKeyValue("failure", why)
                        .log("a segment of a video could not be analysed");
                if (failures >= FAILURES_MAX) {
                    throw new VideoRefusedException("The analysis failed " + FAILURES_MAX + " times in a row: " + why);
                }
                run.update(work -> work.withFailures(failures).withMessage(why));
            }
        }
        return false;
    }

    private static boolean again(JobContext job) {
        job.again(Duration.ZERO);
        return true;
    }

    /** The machine failed, not the video: tried again later, a few times. */
    private void failed(Run run, RuntimeException e) {
        if (run.job().attempt() - run.work().attempt() < ATTEMPTS_MAX || closing) {
            throw e;
        }
        LOG.atError().addKeyValue("video", run.video().videoId()).setCause(e).log("a video is given up");
        end(run, "The video could not be processed, because something on the server failed. Try again later.");
    }

    /** What was found until then stays: it is true, and processing again removes it. */
    private void end(Run run, String errorMessage) {
        try {
            run.end(VideoStatus.ERROR, errorMessage, last -> last);
        } catch (RunOverException over) {
            LOG.debug("a run was over before it could fail: {}", run.video().videoId());
        }
    }

    /** Lets segments that run go: their videos go on with the next process. */
    @Override
    public void close() {
        closing = true;
        sessions.values().forEach(Analyzer.Session::close);
        runner.close();
        tools.close();
    }
}
