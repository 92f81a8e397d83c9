package dev.trestle.systems.zentriqvision.analysis;

import dev.trestle.media.MediaException;
import dev.trestle.media.Workspace;
import dev.trestle.media.video.Region;
import dev.trestle.media.video.VideoInfo;
import dev.trestle.media.video.VideoTools;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.VideoWork.Phase;
import dev.trestle.systems.zentriqvision.videos.VideoKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks into a video that has arrived, refuses what is none, and makes what pages need: a picture, and a rendition where browsers need one. */
final class Preparation {
    private static final Duration PICTURE_AT = Duration.ofSeconds(1);
    private static final int PICTURE_SIDE = 640;
    private static final long MILLIS = 1000;

    private final Parts parts;
    private final Supplier<VideoTools> tools;
    private final DerivedObjects objects;

    Preparation(Parts parts, Supplier<VideoTools> tools) {
        this.parts = parts;
        this.tools = tools;
        this.objects = new DerivedObjects(parts.bucket());
    }

    /** Goes on to the analysis. */
    void prepare(Run run, Path file, ProgressReports reports) {
        try {
            VideoInfo info = tools.get().check(file);
            String thumbnail = thumbnail(run, file, info);
            String rendition = info.isPlayable() ? null : rendition(run, file, reports);
            finish(run, file, info, thumbnail, rendition);
        } catch (MediaException e) {
            if (e.problem() == MediaException.Problem.UNAVAILABLE) {
                throw new AnalysisException(AnalysisException.Kind.WAITS, String.valueOf(e.getMessage()));
            }
            throw new VideoRefusedException(String.valueOf(e.getMessage()));
        }
    }

    private String thumbnail(Run run, Path file, VideoInfo info) {
        Duration middle = info.duration().dividedBy(2);
        Duration at = middle.compareTo(PICTURE_AT) < 0 ? middle : PICTURE_AT;
        String key = VideoKeys.thumbnail(run.orgId(), run.video().videoId());
        objects.put(key, "image/jpeg", tools.get().picture(file, at, Region.WHOLE, PICTURE_SIDE));
        return key;
    }

    private String rendition(Run run, Path file, ProgressReports reports) {
        String key = VideoKeys.rendition(run.orgId(), run.video().videoId());
        try (Workspace space = tools.get().workspace()) {
            Path made = tools.get().rendition(space, file, done -> reports.report(done));
            objects.put(key, "video/mp4", made);
            return key;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void finish(Run run, Path file, VideoInfo info, String thumbnail, @Nullable String rendition) {
        long length = file.toFile().length();
        BigDecimal seconds = BigDecimal.valueOf(info.duration().toMillis())
                .divide(BigDecimal.valueOf(MILLIS), 3, RoundingMode.HALF_UP)
                .stripTrailingZeros();
        BigDecimal duration = seconds.scale() < 0 ? seconds.setScale(0, RoundingMode.UNNECESSARY) : seconds;
        var startsAt = parts.sightings().at(run.orgId(), run.video(), 0);
        run.prepared(
                video -> video.withDuration(duration).withFileSize(length),
                known -> known.withDurationMs(info.duration().toMillis())
                        .withWidth(info.width())
                        .withHeight(info.height())
                        .withFrameRate(info.frameRate())
                        .withPlayable(info.isPlayable())
                        .withRenditionKey(rendition)
                        .withThumbnailKey(thumbnail)
                        .withStartsAt(startsAt),
                Phase.ANALYZING);
    }
}
