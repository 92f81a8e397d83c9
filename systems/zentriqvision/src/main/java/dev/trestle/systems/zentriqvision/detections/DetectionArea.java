package dev.trestle.systems.zentriqvision.detections;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.detections.DetectionRequests.AddDetections;
import dev.trestle.systems.zentriqvision.detections.DetectionRequests.Answer;
import dev.trestle.systems.zentriqvision.detections.DetectionRequests.IngestFrigate;
import dev.trestle.systems.zentriqvision.model.Cameras;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.people.Rights;
import dev.trestle.systems.zentriqvision.sightings.VideoGoneException;
import java.util.function.Supplier;

/** What analyzers outside have found: batches for a video, and Frigate's messages. */
public final class DetectionArea implements Area {
    private static final long BODY_MAX = 4L << 20;

    private final Parts parts;
    private final Batches batches;
    private final Frigate frigate;

    public DetectionArea(Parts parts) {
        this.parts = parts;
        this.batches = new Batches(parts.store(), parts.sightings());
        this.frigate = new Frigate(parts.store(), parts.changes(), parts.sightings());
    }

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .post("addDetections", "/videos/{id}/detections", AddDetections.class)
                .about("Takes what an outside analyzer has found in a video")
                .description(
                        "The same batch gets the same answer; the same batchId with other detections is 409. A detection that is wrong is"
                                + " named in refused, and the others are taken.")
                .right(Rights.OPERATOR)
                .refuses(Kind.NOT_FOUND, Kind.CONFLICT)
                .bodyBytesMax(BODY_MAX)
                .gives(Answer.class, this::addDetections);
        operations
                .post("ingestFrigate", "/ingest/frigate", IngestFrigate.class)
                .about("Takes a message of Frigate's topic frigate/events")
                .right(Rights.OPERATOR)
                .refuses(Kind.CONFLICT)
                .gives(Answer.class, this::ingestFrigate);
    }

    private Answer addDetections(Given<Caller, AddDetections> given) {
        Caller who = given.by();
        AddDetections asked = given.asked();
        if (asked.id().indexOf('#') >= 0 || asked.body().batchId().indexOf('#') >= 0) {
            throw ApiException.invalid("batchId", "must not contain #").withCode("id-form");
        }
        Video video = parts.deciding(who.orgId())
                .get(DataTable.VIDEO_METADATA.of(asked.id()))
                .filter(found -> who.maySee(found.camera()))
                .orElseThrow(DetectionArea::missing);
        return orMissing(() -> batches.take(who.orgId(), video, correction(who, video), asked.body(), given.at()));
    }

    private int correction(Caller who, Video video) {
        String camera = video.camera();
        return camera == null
                ? 0
                : parts.of(who)
                        .get(SupportTable.CAMERAS_OF_ORGANIZATION.of())
                        .map((Cameras known) -> known.offsetOf(camera))
                        .orElse(0);
    }

    private Answer ingestFrigate(Given<Caller, IngestFrigate> given) {
        Caller who = given.by();
        String camera = given.asked().body().after().camera();
        if (!who.maySee(camera)) {
            parts.access().denied(who, "not of the member's cameras");
            throw ApiException.forbidden("the camera is none of the caller's");
        }
        return orMissing(() -> frigate.take(who.orgId(), given.asked().body(), given.at()));
    }

    private static Answer orMissing(Supplier<Answer> work) {
        try {
            return work.get();
        } catch (VideoGoneException e) {
            throw missing();
        }
    }

    private static ApiException missing() {
        return ApiException.notFound("There is no such video.");
    }
}
