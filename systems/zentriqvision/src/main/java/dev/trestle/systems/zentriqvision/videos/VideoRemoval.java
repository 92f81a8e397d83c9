package dev.trestle.systems.zentriqvision.videos;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.content.ObjectBucket;
import dev.trestle.platform.jobs.Job;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.zentriqvision.access.AccessLog.Look;
import dev.trestle.systems.zentriqvision.analysis.Processing;
import dev.trestle.systems.zentriqvision.analysis.SourceFiles;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.AccessAction;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.DeletedVideo;
import dev.trestle.systems.zentriqvision.model.DetectionBatch;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoWork;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.ById;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;

/**
 * Removes videos. The transaction that deletes the video leaves a tombstone, which hides what is left of it and keeps anything more from being
 * written; a job then removes appearances, objects and rows in bounded steps, and the tombstone last.
 */
public final class VideoRemoval {
    /** The type of the jobs that remove an object of which no row tells. */
    static final String DROP = "drop-video-object";

    private static final String REMOVE = "remove-video";
    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final int PAGE = 500;

    private final Parts parts;
    private final Processing processing;
    private final SourceFiles sources;

    record Drop(String key) {}

    /** {@code jobId} is that of the job that may still work on the video. */
    private record Remove(
            String orgId,
            String videoId,
            @Nullable String s3Key,
            @Nullable String jobId) {}

    VideoRemoval(Parts parts, Processing processing, SourceFiles sources) {
        this.parts = parts;
        this.processing = processing;
        this.sources = sources;
    }

    void handleBy(JobRunner runner) {
        runner.handle(REMOVE, this::remove)
                .handle(
                        DROP,
                        job -> parts.contents().delete(job.payload(Drop.class).key()));
    }

    Decision<VideoArea.Gone> delete(Given<Caller, ById> given, Stored<Video> read) {
        parts.access()
                .note(
                        given.by(),
                        Look.at(AccessAction.EDIT)
                                .video(read.record().videoId())
                                .saying("delete"));
        return delete(given.by().orgId(), read, given.at());
    }

    /** What deletes a video, unless it is on hold. */
    Decision<VideoArea.Gone> delete(String orgId, Stored<Video> read, Instant at) {
        Video video = read.record();
        Stored<VideoWork> work = parts.deciding(orgId)
                .stored(SupportTable.WORK_OF_VIDEO.of(video.videoId()))
                .orElse(null);
        String jobId = work == null ? null : work.record().jobId();
        Decision<VideoArea.Gone> decision = Decision.of(new VideoArea.Gone(video.videoId(), "DELETED"))
                .delete(DataTable.VIDEO, read)
                .checkAbsent(SupportTable.HOLD_OF_VIDEO.of(video.videoId()), VideoRemoval::held)
                .put(SupportTable.DELETED_VIDEO, new DeletedVideo(video.videoId(), at))
                .job(REMOVE, video.videoId(), new Remove(orgId, video.videoId(), video.s3Key(), jobId));
        if (work != null) {
            decision.delete(SupportTable.VIDEO_WORK, work);
        }
        return decision.afterwards(() -> processing.stop(orgId, video.videoId()));
    }

    private static ApiException held() {
        return ApiException.conflict("The video is on hold. An investigator has to release it first.", null)
                .withCode("video-held");
    }

    private void remove(JobContext job) {
        Remove what = job.payload(Remove.class);
        ItemStore store = parts.deciding(what.orgId());
        if (what.jobId() != null && isRunning(what.jobId())) {
            processing.stop(what.orgId(), what.videoId());
            job.again(AGAIN); // it may be about to store an object
            return;
        }
        while (!parts.sightings().remove(what.orgId(), what.videoId())) {
            if (job.isLost() || job.isStopping()) {
                job.again(Duration.ZERO);
                return;
            }
        }
        dropAll(VideoKeys.sources(what.orgId(), what.videoId()));
        dropAll(VideoKeys.derived(what.orgId(), what.videoId()));
        String key = what.s3Key();
        if (key != null && key.startsWith(what.orgId() + "/")) {
            sources.forget(key);
            parts.contents().delete(key); // another program may have given it another name
        }
        removeRows(store, what.videoId());
    }

    private boolean isRunning(String jobId) {
        try {
            return parts.jobs().get(jobId).state() == Job.State.RUNNING;
        } catch (ApiException gone) {
            return false;
        }
    }

    private void dropAll(String prefix) {
        ObjectBucket contents = parts.contents();
        ListObjectsV2Response page;
        do {
            page = contents.list(prefix, null, PAGE);
            page.contents().forEach(object -> contents.delete(object.key()));
        } while (Boolean.TRUE.equals(page.isTruncated()));
    }

    private void removeRows(ItemStore store, String videoId) {
        List<DetectionBatch> batches;
        do {
            batches = store.first(SupportTable.BATCHES_OF_VIDEO.of(videoId), PAGE);
            store.deleteAll(SupportTable.DETECTION_BATCH, batches);
        } while (!batches.isEmpty());
        Object unused = parts.changes()
                .run(
                        store,
                        () -> Decision.done()
                                .delete(SupportTable.FILE_OF_VIDEO.of(videoId), Expect.ANYTHING)
                                .delete(SupportTable.DELETED_VIDEO_BY_ID.of(videoId), Expect.ANYTHING));
    }
}
