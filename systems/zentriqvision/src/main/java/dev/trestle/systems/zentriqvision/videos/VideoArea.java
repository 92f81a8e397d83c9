package dev.trestle.systems.zentriqvision.videos;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.events.Events;
import dev.trestle.platform.events.RecordChange;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Sweep;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.zentriqvision.access.AccessLog.Look;
import dev.trestle.systems.zentriqvision.analysis.Processing;
import dev.trestle.systems.zentriqvision.analysis.Tools;
import dev.trestle.systems.zentriqvision.analysis.UnprocessedSweep;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.area.TimedSweep;
import dev.trestle.systems.zentriqvision.figures.HeatMap;
import dev.trestle.systems.zentriqvision.model.AccessAction;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.model.VideoWork;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.people.Rights;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.AskCrop;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.AskPicture;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.AskTracks;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.ById;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.ListVideos;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.PatchVideo;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.Process;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.Upload;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Videos: their operations, jobs and events. */
public final class VideoArea implements Area {
    private static final Duration SWEPT_EVERY = Duration.ofMinutes(10);

    private final Parts parts;
    private final Tools tools;
    private final Videos videos;
    private final Processing processing;
    private final VideoUploads uploads;
    private final VideoChanges changes;
    private final VideoRemoval removal;
    private final Playback playback;
    private final Pictures pictures;
    private final TimedSweep unprocessed;

    /** What a change has made of a video. */
    record Changed(String videoId, VideoStatus status) {
        static Changed of(Video video) {
            return new Changed(video.videoId(), video.status());
        }
    }

    /** That a video is deleted. */
    record Gone(String videoId, String status) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record VideoEvent(
            String change,
            String videoId,
            VideoStatus status,
            String fileName,
            @Nullable String camera,
            @Nullable String errorMessage) {
        static VideoEvent of(RecordChange<Video> change) {
            Video video = change.latest();
            return new VideoEvent(
                    change.kind(),
                    video.videoId(),
                    video.status(),
                    video.fileName(),
                    video.camera(),
                    video.errorMessage());
        }
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record ProgressEvent(
            String videoId,
            int run,
            VideoWork.Phase phase,
            double done,
            double position,
            int persons,
            int appearances,
            @Nullable String message) {
        static ProgressEvent of(RecordChange<VideoWork> change) {
            VideoWork work = change.latest();
            return new ProgressEvent(
                    work.videoId(),
                    work.run(),
                    work.phase(),
                    work.done(),
                    work.fromMs() / 1000.0,
                    work.persons(),
                    work.appearances(),
                    work.message());
        }
    }

    public VideoArea(Parts parts) {
        this.parts = parts;
        this.tools = new Tools(parts);
        this.videos = new Videos(parts);
        this.processing = new Processing(parts, tools);
        this.uploads = new VideoUploads(parts, processing);
        this.changes = new VideoChanges(parts, processing);
        this.removal = new VideoRemoval(parts, processing, tools.sources());
        this.playback = new Playback(parts, videos);
        this.pictures = new Pictures(parts, tools);
        UnprocessedSweep sweep = new UnprocessedSweep(parts);
        this.unprocessed =
                new TimedSweep("videos", SWEPT_EVERY, parts.environment().clock(), sweep::run);
    }

    /**
     * What finds people in the organisation's videos.
     *
     * @param reason why it cannot be used now, and so why videos wait
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record AnalyzerView(
            String analyzer, boolean ready, @Nullable String reason) {}

    private AnalyzerView analyzer(Caller who) {
        String chosen = parts.organizations().settings(who.orgId()).analyzer();
        String reason = tools.missing(chosen).orElse(null);
        return new AnalyzerView(Tools.name(tools.kind(chosen)), reason == null, reason);
    }

    @Override
    public void declare(Operations<Caller> operations) {
        declareUploads(operations);
        declareVideos(operations);
        declareWork(operations);
        declareFootage(operations);
    }

    private void declareUploads(Operations<Caller> operations) {
        operations
                .post("uploadVideo", "/upload", Upload.class)
                .about("Announces a video, and says where to send it. It is noticed when it is there")
                .right(Rights.OPERATOR)
                .refuses(Kind.TOO_LARGE, Kind.RATE_LIMITED)
                .gives(UploadView.Announced.class, uploads::announce);
        operations
                .get("getUpload", "/videos/{id}/upload", ById.class)
                .about("Which parts of a video have arrived, and new addresses for the others")
                .right(Rights.OPERATOR)
                .on(Videos.SEEN, given -> Videos.which(given.asked().id()))
                .gives(UploadView.class, uploads::state);
        operations
                .post("completeUpload", "/videos/{id}/complete", ById.class)
                .about("Says that all of a video was sent. It need not be said, and can be said again")
                .right(Rights.OPERATOR)
                .refuses(Kind.CONFLICT)
                .accepted()
                .on(Videos.SEEN, given -> Videos.which(given.asked().id()))
                .gives(Changed.class, uploads::complete);
    }

    private void declareVideos(Operations<Caller> operations) {
        operations
                .get("listVideos", "/videos", ListVideos.class)
                .about("The videos that the caller may see, newest upload first")
                .right(Rights.VIEWER)
                .givesPage(VideoView.class, given -> videos.list(given.by(), given.asked()));
        operations
                .get("getVideo", "/videos/{id}", ById.class)
                .about("A video with its first 500 detections")
                .right(Rights.VIEWER)
                .on(Videos.SEEN, given -> Videos.which(given.asked().id()))
                .gives(VideoView.class, (given, read) -> {
                    parts.access()
                            .note(
                                    given.by(),
                                    Look.at(AccessAction.VIEW)
                                            .video(read.record().videoId()));
                    return videos.fullView(given.by().orgId(), read.record());
                });
        operations
                .patch("changeVideo", "/videos/{id}", PatchVideo.class)
                .about("Changes the file's name or the camera")
                .right(Rights.OPERATOR)
                .on(Videos.SEEN, given -> Videos.which(given.asked().id()))
                .changes(changes::change)
                .gives(
                        VideoView.class,
                        (given, video) -> Reply.of(videos.shortView(given.by().orgId(), video)));
        operations
                .delete("deleteVideo", "/videos/{id}", ById.class)
                .about(
                        "Deletes a video. What was found in it is removed at once from all answers, and from storage soon")
                .right(Rights.ADMIN)
                .accepted()
                .on(Videos.SEEN, given -> Videos.which(given.asked().id()))
                .changes(Gone.class, removal::delete);
    }

    private void declareWork(Operations<Caller> operations) {
        operations
                .get("getAnalyzer", "/analyzers")
                .about("What finds people in the organization's videos, and whether it can work now")
                .right(Rights.VIEWER)
                .gives(AnalyzerView.class, given -> analyzer(given.by()));
        operations
                .post("processVideo", "/videos/{id}/process", Process.class)
                .about("Processes a video again. What was found before goes first")
                .right(Rights.OPERATOR)
                .accepted()
                .on(Videos.SEEN, given -> Videos.which(given.asked().id()))
                .changes(Changed.class, changes::process);
        operations
                .post("cancelVideo", "/videos/{id}/cancel", ById.class)
                .about("Ends the processing of a video. What it has found is removed")
                .right(Rights.OPERATOR)
                .accepted()
                .on(Videos.SEEN, given -> Videos.which(given.asked().id()))
                .changes(Changed.class, changes::cancel);
    }

    private void declareFootage(Operations<Caller> operations) {
        operations
                .get("playVideo", "/videos/{id}/playback", ById.class)
                .about("Where to play a video, for an hour")
                .right(Rights.VIEWER)
                .on(Videos.SEEN, given -> Videos.which(given.asked().id()))
                .gives(Playback.View.class, playback::play);
        operations
                .get("listTracks", "/videos/{id}/tracks", AskTracks.class)
                .about("Where people were in the picture, four times a second")
                .right(Rights.VIEWER)
                .on(Videos.SEEN, given -> Videos.which(given.asked().id()))
                .gives(Playback.TracksView.class, playback::tracks);
        operations
                .get("getHeatMap", "/videos/{id}/heatmap", ById.class)
                .about("Where in the picture people stood, in 32 × 18 cells")
                .right(Rights.VIEWER)
                .on(Videos.SEEN, given -> Videos.which(given.asked().id()))
                .gives(HeatMap.class, playback::heatMap);
        operations
                .get("getThumbnail", "/videos/{id}/thumbnail", AskPicture.class)
                .about("A picture of a video")
                .right(Rights.VIEWER)
                .on(Videos.SEEN, given -> Videos.which(given.asked().id()))
                .repliesBytes(pictures::thumbnail, Pictures.JPEG);
        operations
                .get("getCrop", "/appearances/{videoId}/{timestamp}/{personId}/crop", AskCrop.class)
                .about("A picture of somebody in a second of a video")
                .right(Rights.OPERATOR)
                .on(Videos.SEEN, given -> Videos.which(given.asked().videoId()))
                .repliesBytes(pictures::crop, Pictures.JPEG);
    }

    /** Deletes a video whose time is over, unless it was put on hold meanwhile. Returns whether it is deleted. */
    public boolean retire(String orgId, String videoId, Predicate<Video> isOver) {
        ItemStore store = parts.deciding(orgId);
        return parts.changes().run(store, () -> {
            Stored<Video> read = store.stored(Videos.which(videoId)).orElse(null);
            if (read == null
                    || !isOver.test(read.record())
                    || store.get(SupportTable.HOLD_OF_VIDEO.of(videoId)).isPresent()) {
                return Decision.of(false);
            }
            parts.access()
                    .byItself(
                            orgId,
                            "retention",
                            Look.at(AccessAction.EDIT).video(videoId).saying("delete: retention is over"));
            return removal.delete(orgId, read, parts.times().now()).withResult(true);
        });
    }

    @Override
    public void handleBy(JobRunner runner) {
        uploads.handleBy(runner);
        removal.handleBy(runner);
    }

    @Override
    public void tell(Events<Caller> events) {
        events.event("video", DataTable.VIDEO, VideoEvent::of, (who, video) -> who.maySee(video.camera()))
                .event(
                        "progress",
                        SupportTable.VIDEO_WORK,
                        ProgressEvent::of,
                        (who, work) -> who.maySee(work.camera()));
    }

    @Override
    public List<Sweep> sweeps() {
        return List.of(unprocessed);
    }

    @Override
    public void start() {
        processing.start();
        unprocessed.start();
    }

    @Override
    public void close() {
        unprocessed.close();
        uploads.close();
        processing.close();
    }
}
