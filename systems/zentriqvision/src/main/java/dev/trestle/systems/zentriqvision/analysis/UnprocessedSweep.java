package dev.trestle.systems.zentriqvision.analysis;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.jobs.Job;
import dev.trestle.platform.jobs.Sweep;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.model.VideoWork;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Ends videos that are PROCESSING although no job works on them: an administrator has dropped it, say. Their people can process them again. */
public final class UnprocessedSweep {
    private static final int VIDEOS_MAX = 10_000;
    private static final Duration AGE = Duration.ofMinutes(5);

    private final Parts parts;

    public UnprocessedSweep(Parts parts) {
        this.parts = parts;
    }

    /** Returns how many it has ended. */
    public long run(Sweep.Progress progress, BooleanSupplier stopped) {
        long ended = 0;
        for (String orgId : parts.organizations().all()) {
            ItemStore store = parts.store().within(orgId);
            List<Video> processing = store.first(SupportTable.VIDEOS_BY_STATUS.of(VideoStatus.PROCESSING), VIDEOS_MAX);
            for (Video video : processing) {
                if (stopped.getAsBoolean()) {
                    return ended;
                }
                ended += end(parts.deciding(orgId), video.videoId()) ? 1 : 0;
            }
        }
        return ended;
    }

    private boolean end(ItemStore store, String videoId) {
        return parts.changes().run(store, () -> {
            Stored<Video> video =
                    store.stored(DataTable.VIDEO_METADATA.of(videoId)).orElse(null);
            Stored<VideoWork> work =
                    store.stored(SupportTable.WORK_OF_VIDEO.of(videoId)).orElse(null);
            Instant now = parts.times().now();
            if (video == null
                    || video.record().status() != VideoStatus.PROCESSING
                    || since(video.record()).isAfter(now.minus(AGE))
                    || hasJob(work)) {
                return Decision.of(false);
            }
            Decision<Boolean> decision = Decision.of(true)
                    .replace(
                            DataTable.VIDEO,
                            video,
                            video.record()
                                    .withStatus(VideoStatus.ERROR)
                                    .withErrorMessage("The processing ended without a result. Process the video again.")
                                    .withProcessedAt(now));
            return work == null
                    ? decision
                    : decision.replace(
                            SupportTable.VIDEO_WORK, work, work.record().withPhase(VideoWork.Phase.ENDED));
        });
    }

    private static Instant since(Video video) {
        return Optional.ofNullable(video.processingStartedAt()).orElse(video.uploadedAt());
    }

    private boolean hasJob(@Nullable Stored<VideoWork> work) {
        if (work == null) {
            return false;
        }
        try {
            Job.State state = parts.jobs().get(work.record().jobId()).state();
            return state == Job.State.WAITING || state == Job.State.RUNNING;
        } catch (ApiException gone) {
            return false;
        }
    }
}
