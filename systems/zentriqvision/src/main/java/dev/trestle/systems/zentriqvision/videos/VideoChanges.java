package dev.trestle.systems.zentriqvision.videos;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.zentriqvision.access.AccessLog.Look;
import dev.trestle.systems.zentriqvision.analysis.Processing;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.AccessAction;
import dev.trestle.systems.zentriqvision.model.Appearance;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.model.VideoWork;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.ById;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.PatchVideo;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.Process;
import java.util.List;
import java.util.Objects;

/** What people change about a video: its name, its camera, and whether it is processed. */
final class VideoChanges {
    private static final int APPEARANCES_READ = 50_000;
    private static final int BATCH = 100;

    private final Parts parts;
    private final Processing processing;

    VideoChanges(Parts parts, Processing processing) {
        this.parts = parts;
        this.processing = processing;
    }

    Decision<Video> change(Given<Caller, PatchVideo> given, Stored<Video> read) {
        Video before = read.record();
        note(given, before, "change");
        String name = Objects.requireNonNull(given.asked().body().fileName().applyTo(before.fileName()));
        String camera = given.asked().body().camera().applyTo(before.camera());
        if (camera != null && camera.indexOf('#') >= 0) {
            throw ApiException.invalid("camera", "must not contain #").withCode("no-hash");
        }
        if (!given.by().maySee(camera)) {
            throw ApiException.invalid("camera", "must be one of your cameras").withCode("camera-not-yours");
        }
        Video after = before.withFileName(name.strip()).withCamera(camera);
        Decision<Video> decision = Decision.of(after);
        if (after.equals(before)) {
            return decision;
        }
        parts.deciding(given.by().orgId())
                .stored(SupportTable.WORK_OF_VIDEO.of(before.videoId()))
                .ifPresent(work -> decision.replace(
                        SupportTable.VIDEO_WORK, work, work.record().withCamera(camera)));
        return decision.replace(DataTable.VIDEO, read, after);
    }

    Decision<VideoArea.Changed> process(Given<Caller, Process> given, Stored<Video> read) {
        Video before = read.record();
        note(given, before, "process again");
        String orgId = given.by().orgId();
        ItemStore store = parts.deciding(orgId);
        if (before.status() != VideoStatus.PROCESSED && before.status() != VideoStatus.ERROR) {
            throw ApiException.conflict("The video is " + before.status() + ". Wait until that has ended.", null)
                    .withCode("video-busy");
        }
        if (before.fileSize() == null || before.s3Key() == null) {
            throw ApiException.conflict("The video has no file: it never arrived. Upload it again.", null)
                    .withCode("video-without-file");
        }
        if (!given.asked().discardEdits() && hasEdits(store, before.videoId())) {
            throw ApiException.conflict(
                            "People have named persons of this video, or noted something about them. Processing it again"
                                    + " removes that: send discardEdits=true if that is meant.",
                            null)
                    .withCode("video-edited");
        }
        Video after = before.withStatus(VideoStatus.PROCESSING)
                .withErrorMessage(null)
                .withProcessingStartedAt(given.at())
                .withProcessedAt(null);
        Stored<VideoWork> work =
                store.stored(SupportTable.WORK_OF_VIDEO.of(before.videoId())).orElse(null);
        Decision<VideoArea.Changed> decision = Decision.of(VideoArea.Changed.of(after));
        decision.replace(DataTable.VIDEO, read, after);
        return processing.begin(decision, orgId, after, Jobs.newId(), work, given.at());
    }

    /** Whether somebody has named, merged or split a person of the video. */
    private static boolean hasEdits(ItemStore store, String videoId) {
        List<String> persons;
        try (var seen = store.stream(DataTable.APPEARANCES_BY_VIDEO.of(videoId), APPEARANCES_READ)) {
            persons = seen.map(Appearance::personId).distinct().toList();
        }
        for (int from = 0; from < persons.size(); from += BATCH) {
            List<String> some = persons.subList(from, Math.min(persons.size(), from + BATCH));
            boolean found = store
                    .getAll(some.stream().map(SupportTable.NOTE_OF_PERSON::of).toList())
                    .stream()
                    .anyMatch(note -> note.isPresent());
            if (found || some.stream().anyMatch(id -> isMergedOrSplit(store, id))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isMergedOrSplit(ItemStore store, String personId) {
        return !store.first(SupportTable.CHANGES_OF_PERSON.of(personId), 1).isEmpty();
    }

    Decision<VideoArea.Changed> cancel(Given<Caller, ById> given, Stored<Video> read) {
        Video video = read.record();
        note(given, video, "cancel");
        String orgId = given.by().orgId();
        Stored<VideoWork> work = parts.deciding(orgId)
                .stored(SupportTable.WORK_OF_VIDEO.of(video.videoId()))
                .orElse(null);
        if (video.status() != VideoStatus.PROCESSING || work == null) {
            throw ApiException.conflict("The video is " + video.status() + ": there is nothing to cancel.", null)
                    .withCode("video-not-processing");
        }
        Decision<VideoArea.Changed> decision = Decision.of(VideoArea.Changed.of(video));
        VideoWork before = work.record();
        if (before.phase() == VideoWork.Phase.CANCELLING) {
            return decision;
        }
        return decision.replace(
                        SupportTable.VIDEO_WORK,
                        work,
                        before.withPhase(VideoWork.Phase.CANCELLING).withChangedAt(given.at()))
                .afterwards(() -> {
                    processing.stop(orgId, video.videoId());
                    parts.jobs().hasten(before.jobId());
                });
    }

    private void note(Given<Caller, ?> given, Video video, String what) {
        parts.access()
                .note(
                        given.by(),
                        Look.at(AccessAction.EDIT).video(video.videoId()).saying(what));
    }
}
