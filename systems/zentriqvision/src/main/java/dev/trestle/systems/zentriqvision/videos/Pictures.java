package dev.trestle.systems.zentriqvision.videos;

import dev.trestle.media.MediaException;
import dev.trestle.media.video.Region;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.zentriqvision.access.AccessLog.Look;
import dev.trestle.systems.zentriqvision.analysis.DerivedObjects;
import dev.trestle.systems.zentriqvision.analysis.SourceFiles;
import dev.trestle.systems.zentriqvision.analysis.Tools;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.AccessAction;
import dev.trestle.systems.zentriqvision.model.Appearance;
import dev.trestle.systems.zentriqvision.model.BoundingBox;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoFile;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.persons.Identities;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.AskCrop;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.AskPicture;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** Pictures of videos and of people in them. One that is asked for the first time is made of the video, and kept. */
final class Pictures {
    static final String JPEG = "image/jpeg";

    private static final DateTimeFormatter SECOND =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final int SIDE = 1280;
    private static final int CROP_SIDE = 320;
    private static final double MILLIS = 1000.0;

    /** Pictures are made at these distances, so that few are kept of a video. */
    private static final long STEP_MS = 250;

    private final Parts parts;
    private final Tools tools;
    private final DerivedObjects objects;

    Pictures(Parts parts, Tools tools) {
        this.parts = parts;
        this.tools = tools;
        this.objects = new DerivedObjects(parts.bucket());
    }

    Reply thumbnail(Given<Caller, AskPicture> given, Stored<Video> read) {
        Video video = read.record();
        String orgId = given.by().orgId();
        Double at = given.asked().at();
        Look look = Look.at(AccessAction.THUMBNAIL).video(video.videoId());
        parts.access().note(given.by(), at == null ? look : look.saying("at " + at));
        VideoFile file = file(orgId, video);
        if (at == null) {
            String key = file == null ? null : file.thumbnailKey();
            byte[] known = key == null ? null : parts.contents().bytes(key);
            return known == null ? picture(orgId, video, file, 0) : jpeg(known);
        }
        return picture(orgId, video, file, Math.round(at * MILLIS / STEP_MS) * STEP_MS);
    }

    private Reply picture(String orgId, Video video, @Nullable VideoFile file, long ms) {
        Long length = file == null ? null : file.durationMs();
        if (length == null) {
            throw noPicture();
        }
        long at = Math.min(ms, length);
        String key = VideoKeys.pictureAt(orgId, video.videoId(), at);
        return made(orgId, video, key, at, Region.WHOLE, SIDE);
    }

    Reply crop(Given<Caller, AskCrop> given, Stored<Video> read) {
        Video video = read.record();
        String orgId = given.by().orgId();
        AskCrop asked = given.asked();
        Appearance seen = new Identities(parts.deciding(orgId))
                .appearance(asked.videoId(), asked.timestamp(), asked.personId())
                .orElseThrow(() -> ApiException.notFound("There is no such appearance."));
        parts.access()
                .note(
                        given.by(),
                        Look.at(AccessAction.CROP).video(video.videoId()).person(asked.personId()));
        String kept = seen.thumbnailKey();
        byte[] known = kept == null || !VideoKeys.isDerived(orgId, video.videoId(), kept)
                ? null
                : parts.contents().bytes(kept);
        if (known != null) {
            return jpeg(known);
        }
        BoundingBox box = seen.box();
        VideoFile file = file(orgId, video);
        Instant startsAt = file == null ? null : file.startsAt();
        if (box == null || startsAt == null) {
            throw noPicture();
        }
        long at = Math.max(0, Duration.between(startsAt, seen.timestamp()).toMillis());
        String key = VideoKeys.cropOf(
                orgId, video.videoId(), SECOND.format(seen.timestamp()), VideoKeys.keyPart(seen.personId()));
        return made(orgId, video, key, at, within(box), CROP_SIDE);
    }

    /** Other programs may say boxes that reach out of the picture. */
    private static Region within(BoundingBox box) {
        double x = Math.max(0, Math.min(box.x(), 0.99));
        double y = Math.max(0, Math.min(box.y(), 0.99));
        return new Region(
                x, y, Math.max(0.01, Math.min(box.width(), 1 - x)), Math.max(0.01, Math.min(box.height(), 1 - y)));
    }

    private Reply made(String orgId, Video video, String key, long atMs, Region region, int side) {
        byte[] known = parts.contents().bytes(key);
        if (known != null) {
            return jpeg(known);
        }
        String source = video.s3Key();
        if (source == null
                || !VideoKeys.isOf(orgId, source)
                || video.status() == VideoStatus.UPLOADING
                || video.status() == VideoStatus.ERROR) {
            throw noPicture();
        }
        try (SourceFiles.Use file = tools.sources().open(source)) {
            byte[] picture = tools.video().picture(file.path(), Duration.ofMillis(atMs), region, side);
            objects.put(key, JPEG, picture);
            return jpeg(picture);
        } catch (MediaException e) {
            throw noPicture();
        }
    }

    private static ApiException noPicture() {
        return ApiException.notFound("There is no picture of this.").withCode("no-picture");
    }

    private @Nullable VideoFile file(String orgId, Video video) {
        return parts.deciding(orgId)
                .get(SupportTable.FILE_OF_VIDEO.of(video.videoId()))
                .orElse(null);
    }

    private static Reply jpeg(byte[] bytes) {
        return Reply.bytes(JPEG, bytes).header("Cache-Control", "private, max-age=3600");
    }
}
