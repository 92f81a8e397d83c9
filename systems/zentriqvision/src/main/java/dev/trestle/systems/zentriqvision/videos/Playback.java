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
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoFile;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.persons.BoxOwners;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.AskTracks;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.ById;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plays videos, and tells where people are in the picture meanwhile. */
final class Playback {
    private static final double SPAN_MAX = 600;
    private static final double VIDEO_SECONDS_MAX = 24 * 3600;
    private static final int BOXES_MAX = 50_000;

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
    record TracksView(
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

    TracksView tracks(Given<Caller, AskTracks> given, Stored<Video> read) {
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
        List<Boxes.Box> found =
                named(given, video, new Tracks(parts).between(given.by().orgId(), video, start, end, BOXES_MAX));
        boolean more = found.size() > BOXES_MAX;
        List<Boxes.Box> told = more ? found.subList(0, BOXES_MAX) : found;
        return new TracksView(told, told.size(), more ? found.get(BOXES_MAX).t() : null);
    }

    /** Where people stand in the picture, over all of a video. */
    HeatMap heatMap(Given<Caller, ById> given, Stored<Video> read) {
        Video video = read.record();
        parts.access()
                .note(
                        given.by(),
                        Look.at(AccessAction.VIEW).video(video.videoId()).saying("heat map"));
        List<Boxes.Box> found = new Tracks(parts).between(given.by().orgId(), video, 0, VIDEO_SECONDS_MAX, BOXES_MAX);
        return HeatMap.of(video.videoId(), named(given, video, found), found.size() > BOXES_MAX);
    }

    private List<Boxes.Box> named(Given<Caller, ?> given, Video video, List<Boxes.Box> found) {
        String orgId = given.by().orgId();
        Instant begins = videos.startsAt(
                orgId, video, videos.file(orgId, video.videoId()).orElse(null));
        return new BoxOwners(parts.deciding(orgId), video.videoId(), begins).named(found);
    }
}
