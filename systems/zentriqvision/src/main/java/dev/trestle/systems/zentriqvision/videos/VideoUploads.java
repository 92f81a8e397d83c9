package dev.trestle.systems.zentriqvision.videos;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.uploads.Announced;
import dev.trestle.platform.uploads.Announcement;
import dev.trestle.platform.uploads.Arrival;
import dev.trestle.platform.uploads.ArrivalLimits;
import dev.trestle.platform.uploads.ArrivalParts;
import dev.trestle.platform.uploads.Arrivals;
import dev.trestle.platform.uploads.Refusal;
import dev.trestle.platform.uploads.Ticket;
import dev.trestle.platform.uploads.Uploads;
import dev.trestle.systems.zentriqvision.analysis.Processing;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoFile;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.ById;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.NewVideo;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.Upload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Videos on their way in. A video is announced with an {@link Arrival}, whose bytes are noticed wherever they come from, so that clients which
 * confirm nothing are served too. What arrived becomes PROCESSING, in the transaction that begins its job; what did not becomes ERROR.
 */
public final class VideoUploads implements AutoCloseable {
    private static final String KIND = "video";
    private static final long MIB = 1L << 20;
    private static final long WHOLE_MAX = 64 * MIB;
    private static final long PART_BYTES = 16 * MIB;
    private static final Duration LIFE = Duration.ofHours(1);
    private static final Duration LIFE_MAX = Duration.ofHours(24);
    private static final char SEPARATOR = '#';
    private static final int ID_CHARACTERS = 9;
    private static final int BASE_36 = 36;

    private final Parts parts;
    private final Processing processing;
    private final Arrivals arrivals;
    private final RandomGenerator random = new Random();

    VideoUploads(Parts parts, Processing processing) {
        this.parts = parts;
        this.processing = processing;
        ArrivalLimits limits = ArrivalLimits.of(parts.settings().videoBytesMax(), VideoType.contentTypes())
                .withLife(LIFE, LIFE_MAX);
        this.arrivals = new Arrivals(
                        SupportTable.ARRIVALS,
                        new Arrivals.Parts(
                                parts.store(),
                                parts.jobs(),
                                parts.changes(),
                                () -> parts.bucket().client(),
                                () -> parts.bucket().presigner(),
                                parts.environment().clock()),
                        Uploads.Place.in(parts.bucket().name()))
                .of(KIND, limits, arrival -> parts.deciding(orgOf(arrival)), this::arrived);
    }

    void handleBy(JobRunner runner) {
        Arrivals unused = arrivals.takenBy(runner);
    }

    UploadView.Announced announce(Given<Caller, Upload> given) {
        NewVideo asked = given.asked().body();
        VideoType type = check(given.by(), asked);
        parts.bucket().openToPages();
        String orgId = given.by().orgId();
        return parts.changes().run(parts.deciding(orgId), () -> announce(given, asked, type, newId(given.at())));
    }

    private Decision<UploadView.Announced> announce(
            Given<Caller, Upload> given, NewVideo asked, VideoType type, String videoId) {
        String key = VideoKeys.source(given.by().orgId(), videoId, type.extension());
        String contentType = asked.fileType().strip().toLowerCase(Locale.ROOT);
        Announcement what = Announcement.of(KIND, given.by().orgId() + SEPARATOR + videoId, key)
                .withType(contentType);
        Long size = asked.fileSize();
        UploadView.Parts cut = cut(size);
        if (size != null) {
            what = what.withLength(size);
        }
        if (cut != null) {
            what = what.withParts(PART_BYTES);
        }
        Announced announced = arrivals.announce(given.call().principal(), what);
        Video video = Video.uploading(videoId, asked.fileName().strip(), given.at(), key)
                .withUserId(given.by().userId())
                .withRecordedAt(asked.recordedAt())
                .withCamera(asked.camera());
        return announced.in(Decision.of(new UploadView.Announced(
                        videoId,
                        announced.put().url(),
                        key,
                        LIFE.toSeconds(),
                        VideoStatus.UPLOADING,
                        announced.put().headers(),
                        cut))
                .create(DataTable.VIDEO, video)
                .create(
                        SupportTable.VIDEO_FILE,
                        VideoFile.of(videoId, contentType, size, announced.arrivalId(), given.at())));
    }

    /** Null for a file that is sent whole. */
    private static UploadView.@Nullable Parts cut(@Nullable Long size) {
        return size == null || size <= WHOLE_MAX
                ? null
                : new UploadView.Parts((int) ((size + PART_BYTES - 1) / PART_BYTES), PART_BYTES);
    }

    private VideoType check(Caller who, NewVideo asked) {
        VideoType type = VideoType.ofName(asked.fileName())
                .orElseThrow(() -> ApiException.invalid("fileName", "must end with one of " + VideoType.extensions())
                        .withCode("video-extension"));
        if (!type.isCalled(asked.fileType())) {
            throw ApiException.invalid("fileType", "must belong to the extension ." + type.extension())
                    .withCode("video-type", Map.of("extension", type.extension()));
        }
        Long size = asked.fileSize();
        if (size != null && size > parts.settings().videoBytesMax()) {
            throw new ApiException(Problem.of(
                            Kind.TOO_LARGE,
                            "fileSize: The video has " + size + " bytes. At most "
                                    + parts.settings().videoBytesMax() + " are taken.")
                    .withCode("video-too-large"));
        }
        String camera = asked.camera();
        if (camera != null && camera.indexOf('#') >= 0) {
            throw ApiException.invalid("camera", "must not contain #").withCode("no-hash");
        }
        if (!who.maySee(camera)) {
            throw ApiException.invalid("camera", "must be one of your cameras").withCode("camera-not-yours");
        }
        return type;
    }

    /** {@code video_{ms}_{9 base36}}. */
    private String newId(Instant at) {
        StringBuilder id = new StringBuilder("video_").append(at.toEpochMilli()).append('_');
        for (int i = 0; i < ID_CHARACTERS; i++) {
            id.append(Character.forDigit(random.nextInt(BASE_36), BASE_36));
        }
        return id.toString();
    }

    /** How far the upload is, with new addresses for what is missing. */
    UploadView state(Given<Caller, ById> given, Stored<Video> read) {
        Video video = read.record();
        Optional<VideoFile> file = file(given.by().orgId(), video.videoId());
        String arrivalId = file.map(VideoFile::arrivalId).orElse(null);
        Long size = file.map(VideoFile::announced).orElse(video.fileSize());
        Optional<ArrivalParts> sent = video.status() != VideoStatus.UPLOADING || arrivalId == null
                ? Optional.empty()
                : arrivals.parts(arrivalId);
        UploadView.Parts cut = cut(size);
        long partBytes = cut == null ? 0 : PART_BYTES; // what is sent whole has one part, from byte 0
        return new UploadView(
                video.videoId(),
                video.fileName(),
                video.status(),
                size,
                cut == null ? 1 : cut.count(),
                cut == null ? null : cut.partSize(),
                sent.map(known -> known.arrived().stream().sorted().toList()).orElse(List.of()),
                sent.map(known -> known.missing().stream()
                                .map(put -> part(put, partBytes, size))
                                .toList())
                        .orElse(List.of()),
                sent.map(ArrivalParts::until).orElse(null));
    }

    private static UploadView.Part part(Ticket.Put put, long partBytes, @Nullable Long size) {
        long start = (put.part() - 1) * partBytes;
        Long end = size == null || partBytes == 0 ? size : Long.valueOf(Math.min(size, start + partBytes));
        return new UploadView.Part(put.part(), put.url(), put.headers(), start, end);
    }

    /** Takes what has arrived. Asked again, it does nothing. */
    VideoArea.Changed complete(Given<Caller, ById> given, Stored<Video> read) {
        Video video = read.record();
        String orgId = given.by().orgId();
        String arrivalId =
                file(orgId, video.videoId()).map(VideoFile::arrivalId).orElse(null);
        if (video.status() != VideoStatus.UPLOADING || arrivalId == null) {
            return VideoArea.Changed.of(video);
        }
        if (!arrivals.join(arrivalId)) {
            throw ApiException.conflict(
                            "The video has not arrived, or parts of it are missing. GET /videos/{id}/upload says which.",
                            null)
                    .withCode("video-not-arrived");
        }
        Optional<Arrival> unused = arrivals.settle(arrivalId);
        return VideoArea.Changed.of(parts.deciding(orgId)
                .get(Videos.which(video.videoId()))
                .orElseThrow(() -> Videos.SEEN.missing("it was deleted meanwhile")));
    }

    private Optional<VideoFile> file(String orgId, String videoId) {
        return parts.deciding(orgId).get(SupportTable.FILE_OF_VIDEO.of(videoId));
    }

    private static String orgOf(Arrival arrival) {
        return arrival.subject().substring(0, arrival.subject().indexOf(SEPARATOR));
    }

    private static String videoOf(Arrival arrival) {
        return arrival.subject().substring(arrival.subject().indexOf(SEPARATOR) + 1);
    }

    /** What becomes of a video whose upload has ended. */
    private Decision<?> arrived(Arrival ended) {
        String orgId = orgOf(ended);
        ItemStore store = parts.deciding(orgId);
        Stored<Video> read = store.stored(Videos.which(videoOf(ended))).orElse(null);
        Decision<?> decision = Decision.done();
        if (read == null || read.record().status() != VideoStatus.UPLOADING) {
            // It was deleted: its object must not outlast it.
            return ended.found() == null
                    ? decision
                    : decision.job(VideoRemoval.DROP, ended.subject(), new VideoRemoval.Drop(ended.key()));
        }
        Instant now = parts.times().now();
        Arrival.Found found = ended.found();
        Video video = read.record();
        if (found == null) {
            Refusal refusal = ended.refusal();
            return decision.replace(
                    DataTable.VIDEO,
                    read,
                    video.withStatus(VideoStatus.ERROR)
                            .withErrorMessage(refusal == null ? "Upload did not arrive" : refusal.text())
                            .withProcessedAt(now));
        }
        Video arrived = video.withStatus(VideoStatus.PROCESSING)
                .withFileSize(found.length())
                .withProcessingStartedAt(now)
                .withErrorMessage(null);
        return processing.begin(
                decision.replace(DataTable.VIDEO, read, arrived), orgId, arrived, Jobs.newId(), null, now);
    }

    /** Looks for nothing further. */
    @Override
    public void close() {
        arrivals.close();
    }
}
