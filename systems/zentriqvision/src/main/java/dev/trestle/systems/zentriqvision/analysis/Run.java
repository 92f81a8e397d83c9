package dev.trestle.systems.zentriqvision.analysis;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoFile;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.model.VideoWork;
import dev.trestle.systems.zentriqvision.model.VideoWork.Phase;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One run of a video's processing, as a job works on it. All that it writes has as its condition that the run and its phase are still those that
 * were read, and that the job is still this process's; else {@link RunOverException} ends it. For one thread.
 */
final class Run {
    private final Parts parts;
    private final JobContext job;
    private final String orgId;
    private final ItemStore store;
    private Video video;
    private VideoWork work;

    private Run(Parts parts, JobContext job, String orgId, Video video, VideoWork work) {
        this.parts = parts;
        this.job = job;
        this.orgId = orgId;
        this.store = parts.deciding(orgId);
        this.video = video;
        this.work = work;
    }

    /** Empty if nothing is left to do for this job. */
    static Optional<Run> find(Parts parts, JobContext job, String orgId, String videoId, int number) {
        ItemStore store = parts.deciding(orgId);
        Optional<Video> video = store.get(DataTable.VIDEO_METADATA.of(videoId));
        Optional<VideoWork> work = store.get(SupportTable.WORK_OF_VIDEO.of(videoId));
        if (video.isEmpty()
                || work.isEmpty()
                || video.get().status() != VideoStatus.PROCESSING
                || work.get().run() != number
                || work.get().phase() == Phase.ENDED) {
            return Optional.empty();
        }
        return Optional.of(new Run(parts, job, orgId, video.get(), work.get()));
    }

    String orgId() {
        return orgId;
    }

    Video video() {
        return video;
    }

    VideoWork work() {
        return work;
    }

    JobContext job() {
        return job;
    }

    /** Whether the phase that is worked on is still the one that is asked for. */
    boolean isCurrent() {
        return !job.isLost()
                && store.get(SupportTable.WORK_OF_VIDEO.of(video.videoId()))
                        .filter(now -> now.run() == work.run() && now.phase() == work.phase())
                        .isPresent();
    }

    /** Holds a decision of somebody else to this run. */
    void guard(Decision<?> decision) {
        Stored<VideoWork> now = current();
        decision.check(SupportTable.WORK_OF_VIDEO.of(video.videoId()), Expect.unchanged(now, "run", "phase"));
    }

    private Stored<VideoWork> current() {
        Stored<VideoWork> now =
                store.stored(SupportTable.WORK_OF_VIDEO.of(video.videoId())).orElseThrow(RunOverException::new);
        if (job.isLost() || now.record().run() != work.run() || now.record().phase() != work.phase()) {
            throw new RunOverException();
        }
        return now;
    }

    /** Changes how far the work is. */
    void update(UnaryOperator<VideoWork> change) {
        work = parts.changes().run(store, () -> {
            Stored<VideoWork> now = current();
            VideoWork after =
                    change.apply(now.record()).withChangedAt(parts.times().now());
            return Decision.of(after)
                    .replace(SupportTable.VIDEO_WORK, now, after)
                    .check(job.bound(), job.own());
        });
    }

    /** Writes down what the probe found, and goes on to a phase. */
    void prepared(UnaryOperator<Video> known, UnaryOperator<VideoFile> found, Phase next) {
        video = parts.changes().run(store, () -> {
            Stored<VideoWork> now = current();
            Stored<Video> read =
                    store.stored(DataTable.VIDEO_METADATA.of(video.videoId())).orElseThrow(RunOverException::new);
            Video after = known.apply(read.record());
            Decision<Video> decision = Decision.of(after)
                    .replace(
                            SupportTable.VIDEO_WORK,
                            now,
                            now.record().withPhase(next).withMessage(null).withDone(0))
                    .check(job.bound(), job.own())
                    .with(filed(found));
            return after.equals(read.record()) ? decision : decision.replace(DataTable.VIDEO, read, after);
        });
        work = work.withPhase(next).withMessage(null).withDone(0);
    }

    private Decision<?> filed(UnaryOperator<VideoFile> found) {
        Optional<Stored<VideoFile>> file = store.stored(SupportTable.FILE_OF_VIDEO.of(video.videoId()));
        VideoFile before = file.map(Stored::record)
                .orElseGet(() -> VideoFile.of(
                        video.videoId(),
                        "application/octet-stream",
                        null,
                        null,
                        parts.times().now()));
        VideoFile after = found.apply(before).withChangedAt(parts.times().now());
        return file.isPresent()
                ? Decision.done().replace(SupportTable.VIDEO_FILE, file.get(), after)
                : Decision.done().create(SupportTable.VIDEO_FILE, after);
    }

    Optional<VideoFile> file() {
        return store.get(SupportTable.FILE_OF_VIDEO.of(video.videoId()));
    }

    /** Ends the run, its job with it. */
    void end(VideoStatus status, @Nullable String errorMessage, UnaryOperator<VideoWork> last) {
        Object unused = parts.changes().run(store, () -> {
            Stored<VideoWork> now = current();
            Stored<Video> read =
                    store.stored(DataTable.VIDEO_METADATA.of(video.videoId())).orElseThrow(RunOverException::new);
            Video after = read.record()
                    .withStatus(status)
                    .withErrorMessage(errorMessage)
                    .withProcessedAt(parts.times().now());
            VideoWork ended = last.apply(now.record())
                    .withPhase(Phase.ENDED)
                    .withMessage(null)
                    .withChangedAt(parts.times().now());
            return Decision.done()
                    .replace(DataTable.VIDEO, read, after)
                    .replace(SupportTable.VIDEO_WORK, now, ended)
                    .ending(job);
        });
        work = work.withPhase(Phase.ENDED);
    }
}
