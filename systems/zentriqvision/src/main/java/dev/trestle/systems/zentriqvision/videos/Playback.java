package dev.trestle.systems.zentriqvision.videos;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.zentriqvision.access.AccessLog.Look;
import dev.trestle.systems.zentriqvision.analysis.Boxes;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.figures.HeatMap;
import dev.trestle.systems.zentriqvision.model.AccessAction;
import dev.trestle.systems.zentriqvision.model.Appearance;
import dev.trestle.systems.zentriqvision.model.BoundingBox;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoFile;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.model.VideoWork;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.persons.BoxOwners;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.AskTracks;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.ById;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Plays videos, and tells where people are in the picture meanwhile. */
final class Playback {
    private static final double SPAN_MAX = 600;
    private static final int BOXES_MAX = 50_000;
    private static final int APPEARANCES_MAX = 5_000;
    private static final int PAGE = 1000;

    /** A track is told when it is believed: its first boxes lie so long before the segment that tells them. */
    private static final long LATE_MS = 2_500;

    private static final double MILLIS = 1000.0;

    private final Parts parts;
    private final Videos videos;

    /** Where to play a video. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record View(String playbackUrl, VideoView videoDetails, Metadata metadata) {}

    /**
     * What is played.
     *
     * @param rendition whether it is made of the source, which browsers do not play
     * @param startedAt the time of its first frame
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Metadata(
            @Nullable BigDecimal duration,
            @Nullable Integer width,
            @Nullable Integer height,
            @Nullable Double frameRate,
            String contentType,
            boolean rendition,
            Instant startedAt) {}

    /**
     * Where people are.
     *
     * @param nextStart from where to ask further, if there is more in the span that was asked for
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Tracks(
            List<Boxes.Box> tracks, int count, @Nullable Double nextStart) {}

    Playback(Parts parts, Videos videos) {
        this.parts = parts;
        this.videos = videos;
    }

    View play(Given<Caller, ById> given, Stored<Video> read) {
        Video video = read.record();
        String key = video.s3Key();
        if (video.status() != VideoStatus.PROCESSED || key == null) {
            throw new ApiException(
                    Problem.of(Kind.INVALID, "Video is not ready for playback").withCode("video-not-ready"));
        }
        String orgId = given.by().orgId();
        if (!VideoKeys.isOf(orgId, key)) {
            throw Videos.SEEN.missing("its object is not among the organisation's");
        }
        parts.access().note(given.by(), Look.at(AccessAction.PLAYBACK).video(video.videoId()));
        VideoFile file = videos.file(orgId, video.videoId()).orElse(null);
        String rendition = file == null ? null : file.renditionKey();
        String type = rendition != null ? "video/mp4" : file == null ? "video/mp4" : file.contentType();
        return new View(
                videos.links().read(rendition == null ? key : rendition, type),
                videos.shortView(orgId, video),
                new Metadata(
                        video.duration(),
                        file == null ? null : file.width(),
                        file == null ? null : file.height(),
                        file == null ? null : file.frameRate(),
                        type,
                        rendition != null,
                        videos.startsAt(orgId, video, file)));
    }

    Tracks tracks(Given<Caller, AskTracks> given, Stored<Video> read) {
        Video video = read.record();
        AskTracks asked = given.asked();
        double start = asked.start();
        double end = asked.end() == null ? start + SPAN_MAX : asked.end();
        if (end < start || end - start > SPAN_MAX) {
            throw ApiException.invalid("end", "must be after start, by 600 seconds at most")
                    .withCode("tracks-span");
        }
        parts.access()
                .note(
                        given.by(),
                        Look.at(AccessAction.VIEW).video(video.videoId()).saying("tracks " + start + " to " + end));
        String orgId = given.by().orgId();
        VideoWork work = parts.deciding(orgId)
                .get(SupportTable.WORK_OF_VIDEO.of(video.videoId()))
                .orElse(null);
        List<Boxes.Box> found = work == null
                ? List.of()
                : stored(orgId, video.videoId(), work.run(), (long) (start * MILLIS), (long) (end * MILLIS));
        if (found.isEmpty()) {
            found = ofAppearances(orgId, video, start, end);
        }
        Instant begins = videos.startsAt(
                orgId, video, videos.file(orgId, video.videoId()).orElse(null));
        found = new BoxOwners(parts.deciding(orgId), video.videoId(), begins).named(found);
        boolean more = found.size() > BOXES_MAX;
        List<Boxes.Box> told = more ? found.subList(0, BOXES_MAX) : found;
        return new Tracks(told, told.size(), more ? found.get(BOXES_MAX).t() : null);
    }

    /** Where people stand in the picture, over all of a video. */
    HeatMap heatMap(Given<Caller, ById> given, Stored<Video> read) {
        Video video = read.record();
        parts.access()
                .note(
                        given.by(),
                        Look.at(AccessAction.VIEW).video(video.videoId()).saying("heat map"));
        String orgId = given.by().orgId();
        VideoWork work = parts.deciding(orgId)
                .get(SupportTable.WORK_OF_VIDEO.of(video.videoId()))
                .orElse(null);
        List<Boxes.Box> found =
                work == null ? List.of() : stored(orgId, video.videoId(), work.run(), 0, Long.MAX_VALUE);
        if (found.isEmpty()) {
            found = ofAppearances(orgId, video, 0, Double.MAX_VALUE);
        }
        Instant begins = videos.startsAt(
                orgId, video, videos.file(orgId, video.videoId()).orElse(null));
        boolean isCut = found.size() > BOXES_MAX;
        return HeatMap.of(
                video.videoId(), new BoxOwners(parts.deciding(orgId), video.videoId(), begins).named(found), isCut);
    }

    private List<Boxes.Box> stored(String orgId, String videoId, int run, long fromMs, long toMs) {
        List<Boxes.Box> found = new ArrayList<>();
        String first = VideoKeys.boxes(orgId, videoId, run, 0);
        String prefix = first.substring(0, first.lastIndexOf('-') + 1);
        List<String> keys = keys(prefix);
        for (int i = 0; i < keys.size() && found.size() <= BOXES_MAX; i++) {
            long next = i + 1 < keys.size() ? startOf(keys.get(i + 1)) : Long.MAX_VALUE;
            if (next <= fromMs || startOf(keys.get(i)) - LATE_MS >= toMs) {
                continue;
            }
            byte[] bytes = parts.contents().bytes(keys.get(i));
            if (bytes != null) {
                try {
                    found.addAll(Boxes.read(bytes).between(fromMs, toMs));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        found.sort(Comparator.comparingDouble(Boxes.Box::t).thenComparing(Boxes.Box::personId));
        return found;
    }

    private List<String> keys(String prefix) {
        List<String> keys = new ArrayList<>();
        String after = null;
        ListObjectsV2Response page;
        do {
            page = parts.contents().list(prefix, after, PAGE);
            for (S3Object each : page.contents()) {
                keys.add(each.key());
                after = each.key();
            }
        } while (Boolean.TRUE.equals(page.isTruncated()));
        return keys;
    }

    private static long startOf(String key) {
        return Long.parseLong(key.substring(key.lastIndexOf('-') + 1, key.lastIndexOf('.')));
    }

    /** What other programs have said: a box for each appearance that has one. */
    private List<Boxes.Box> ofAppearances(String orgId, Video video, double start, double end) {
        Instant begins = videos.startsAt(
                orgId, video, videos.file(orgId, video.videoId()).orElse(null));
        List<Boxes.Box> found = new ArrayList<>();
        List<Appearance> seen =
                parts.deciding(orgId).first(DataTable.APPEARANCES_BY_VIDEO.of(video.videoId()), APPEARANCES_MAX);
        for (Appearance each : seen) {
            BoundingBox box = each.box();
            double at = Duration.between(begins, each.timestamp()).toMillis() / MILLIS;
            if (box != null && at >= start && at < end) {
                found.add(new Boxes.Box(each.personId(), at, box.x(), box.y(), box.width(), box.height()));
            }
        }
        found.sort(Comparator.comparingDouble(Boxes.Box::t).thenComparing(Boxes.Box::personId));
        return found;
    }
}
