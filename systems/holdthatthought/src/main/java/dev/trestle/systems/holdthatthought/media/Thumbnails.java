package dev.trestle.systems.holdthatthought.media;

import dev.trestle.media.Made;
import dev.trestle.media.MediaException;
import dev.trestle.media.MediaLimits;
import dev.trestle.media.MediaTools;
import dev.trestle.media.Size;
import dev.trestle.media.Workspace;
import dev.trestle.media.video.Region;
import dev.trestle.media.video.VideoLimits;
import dev.trestle.media.video.VideoTools;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.settings.SharedSettings;
import dev.trestle.systems.holdthatthought.archive.ArchiveArea;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.model.MediaItem;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/**
 * Small pictures of media: upright, and without what a camera notes about place and time. Of a PDF file, its first page; of a film, what it shows after a second,
 * where FFmpeg is there to look at it.
 */
final class Thumbnails {
    static final int SMALL = 320;
    static final int LARGE = 1600;

    private static final Logger LOG = LoggerFactory.getLogger(Thumbnails.class);
    private static final String JOB = "media-thumbnails";
    private static final String PDF = "application/pdf";
    private static final long BYTES_MAX = 100L << 20;
    private static final Duration SHOWN_AT = Duration.ofSeconds(1);

    private final Parts parts;
    private final MediaTools tools;
    private final VideoTools films;

    private record Payload(String mediaId) {}

    Thumbnails(Parts parts) {
        this.parts = parts;
        SharedSettings.Media media = parts.environment().shared().media();
        Path directory = parts.environment().directory().resolve("thumbnails");
        MediaLimits limits = MediaLimits.DEFAULT.withTime(media.timeMax()).withMemory(media.memoryMax());
        this.tools = new MediaTools(directory, limits, media.tesseract(), media.languages());
        this.films = new VideoTools(directory, limits, VideoLimits.DEFAULT, media.ffmpeg());
    }

    static String key(MediaItem item, int size) {
        return ArchiveArea.THUMBNAILS + item.mediaId() + "/" + size + "." + item.thumbnail();
    }

    /** Has them made, if there can be any. */
    static <R extends @Nullable Object> Decision<R> enqueue(Decision<R> decision, MediaItem item) {
        boolean isShown =
                item.contentType().startsWith("image/") || item.contentType().equals(PDF);
        return isShown && item.size() <= BYTES_MAX || isFilm(item)
                ? decision.job(JOB, item.mediaId(), new Payload(item.mediaId()))
                : decision;
    }

    private static boolean isFilm(MediaItem item) {
        return item.contentType().startsWith("video/");
    }

    void handleBy(JobRunner runner) {
        runner.handle(JOB, this::make);
    }

    private void make(JobContext job) throws IOException {
        String mediaId = job.payload(Payload.class).mediaId();
        MediaItem item =
                parts.consistent().get(SupportTable.MEDIA_BY_ID.of(mediaId)).orElse(null);
        if (item == null || item.thumbnail() != null) {
            return;
        }
        try (Workspace space = tools.workspace();
                InputStream content = parts.bucket()
                        .client()
                        .getObject(
                                request -> request.bucket(parts.bucket().name()).key(item.s3Key()))) {
            Path file = space.add(content, isFilm(item) ? MediaTypes.BYTES_MAX : BYTES_MAX);
            Path picture = picture(space, file, item);
            List<Made> made = tools.scale(space, picture, List.of(new Size(SMALL), new Size(LARGE)));
            String type = made.get(0).contentType();
            MediaItem after = item.withThumbnail(type.equals("image/png") ? "png" : "jpg");
            put(key(after, SMALL), made.get(0));
            put(key(after, LARGE), made.get(1));
            Object unused = parts.changes().run(parts.consistent(), () -> noted(job, mediaId, after.thumbnail()));
        } catch (MediaException | NoSuchKeyException e) {
            LOG.atInfo()
                    .addKeyValue("medium", mediaId)
                    .addKeyValue("why", String.valueOf(e.getMessage()))
                    .log("there are no small pictures of a medium");
        }
    }

    private Path picture(Workspace space, Path file, MediaItem item) throws IOException {
        if (isFilm(item)) {
            Duration length = films.probe(file).duration();
            Duration at = length.compareTo(SHOWN_AT.multipliedBy(2)) > 0 ? SHOWN_AT : Duration.ZERO;
            byte[] shown = films.picture(file, at, Region.WHOLE, LARGE);
            return space.add(new ByteArrayInputStream(shown), BYTES_MAX);
        }
        return item.contentType().equals(PDF)
                ? tools.firstPage(space, file, new Size(LARGE)).file()
                : file;
    }

    private void put(String key, Made picture) {
        parts.bucket()
                .client()
                .putObject(
                        request ->
                                request.bucket(parts.bucket().name()).key(key).contentType(picture.contentType()),
                        RequestBody.fromFile(picture.file()));
    }

    private Decision<?> noted(JobContext job, String mediaId, @Nullable String thumbnail) {
        return parts.consistent()
                .stored(SupportTable.MEDIA_BY_ID.of(mediaId))
                .<Decision<?>>map(read -> Decision.done()
                        .replace(SupportTable.MEDIA_ITEM, read, read.record().withThumbnail(thumbnail))
                        .ending(job))
                .orElseGet(Decision::done);
    }

    /** Removes those of a medium that is gone. */
    void drop(String mediaId) {
        for (int size : new int[] {SMALL, LARGE}) {
            for (String type : List.of("jpg", "png")) {
                parts.contents().delete(ArchiveArea.THUMBNAILS + mediaId + "/" + size + "." + type);
            }
        }
    }
}
