package dev.trestle.systems.zentriqvision.detections;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.zentriqvision.detections.DetectionRequests.Answer;
import dev.trestle.systems.zentriqvision.detections.DetectionRequests.FrigateEvent;
import dev.trestle.systems.zentriqvision.detections.DetectionRequests.FrigateTrack;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.DeletedVideo;
import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.sightings.Sighting;
import dev.trestle.systems.zentriqvision.sightings.Sightings;
import dev.trestle.systems.zentriqvision.sightings.Sightings.Outcome;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes what Frigate says of people: a camera's day is a video without an object, a track a person, its start and its end an appearance each. */
final class Frigate {
    private static final String PERSON = "person";
    private static final String END = "end";
    private static final PersonAttributes UNKNOWN = new PersonAttributes(null, null, null, null, null);
    private static final int BASE = 36;
    private static final int SUFFIX = 9;
    private static final double SECONDS_MAX = 253_402_214_400.0;

    private final ItemStore store;
    private final Changes changes;
    private final Sightings sightings;

    Frigate(ItemStore store, Changes changes, Sightings sightings) {
        this.store = store.consistent();
        this.changes = changes;
        this.sightings = sightings;
    }

    Answer take(String orgId, FrigateEvent event, Instant now) {
        FrigateTrack track = event.after();
        if (!track.label().equals(PERSON)) {
            return new Answer(0, 0, List.of());
        }
        check(track);
        List<Instant> times = new ArrayList<>();
        times.add(time("start_time", track.startTime()));
        Double end = track.endTime();
        if (event.type().equals(END) && end != null) {
            times.add(time("end_time", end));
        }
        int accepted = 0;
        for (Instant at : times) {
            Video video = day(orgId, track.camera(), at, now);
            accepted += (int) sightings.record(orgId, video.videoId(), List.of(sighting(track, at))).stream()
                    .filter(each -> each == Outcome.RECORDED)
                    .count();
        }
        return new Answer(accepted, times.size() - accepted, List.of());
    }

    private static void check(FrigateTrack track) {
        if (track.id().chars().anyMatch(c -> c == '#' || c == '/' || Character.isISOControl(c))) {
            throw ApiException.invalid("after/id", "must not contain # or /").withCode("id-form");
        }
        if (track.camera().indexOf('#') >= 0) {
            throw ApiException.invalid("after/camera", "must not contain #").withCode("camera-name");
        }
    }

    private static Instant time(String name, double seconds) {
        if (!(seconds >= 0 && seconds < SECONDS_MAX)) {
            throw ApiException.invalid("after/" + name, "must be seconds since 1970")
                    .withCode("timestamp-form");
        }
        return Instant.ofEpochSecond((long) seconds);
    }

    private static Sighting sighting(FrigateTrack track, Instant at) {
        Double score = track.topScore() == null ? track.score() : track.topScore();
        if (score == null || !(score >= 0 && score <= 1)) {
            throw ApiException.invalid("after/top_score", "must be from 0 to 1").withCode("confidence-range");
        }
        return new Sighting(track.id(), at, score, UNKNOWN, null, null, null, null, null);
    }

    /** The video of a camera's day; one that was deleted is not made again. */
    private Video day(String orgId, String camera, Instant at, Instant now) {
        Instant day = at.truncatedTo(ChronoUnit.DAYS);
        ItemStore organization = store.within(orgId);
        String videoId = "video_" + day.toEpochMilli() + "_" + suffix(camera);
        return changes.run(organization, () -> {
            @Nullable
            Video known = organization.get(DataTable.VIDEO_METADATA.of(videoId)).orElse(null);
            if (known != null) {
                return Decision.of(known);
            }
            DeletedVideo deleted = organization
                    .get(SupportTable.DELETED_VIDEO_BY_ID.of(videoId))
                    .orElse(null);
            if (deleted != null) {
                throw ApiException.conflict("This camera's day was deleted.", null)
                        .withCode("video-deleted");
            }
            Video made = Video.uploading(videoId, camera + " " + day.toString().substring(0, 10), now, null)
                    .withStatus(VideoStatus.PROCESSED)
                    .withRecordedAt(day)
                    .withCamera(camera);
            return Decision.of(made).create(DataTable.VIDEO, made);
        });
    }

    /** The same for the same camera, in the form that ids of videos have. */
    private static String suffix(String camera) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(camera.getBytes(StandardCharsets.UTF_8));
            return new BigInteger(1, hash).toString(BASE).substring(0, SUFFIX);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
