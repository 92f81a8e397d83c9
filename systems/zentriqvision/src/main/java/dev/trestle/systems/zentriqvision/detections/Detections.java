package dev.trestle.systems.zentriqvision.detections;

import dev.trestle.systems.zentriqvision.detections.DetectionRequests.Attributes;
import dev.trestle.systems.zentriqvision.detections.DetectionRequests.Box;
import dev.trestle.systems.zentriqvision.detections.DetectionRequests.Detection;
import dev.trestle.systems.zentriqvision.model.BoundingBox;
import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.sightings.Sighting;
import dev.trestle.systems.zentriqvision.sightings.Sightings;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Makes sightings of what an outside analyzer says about one video, and says what is wrong with those that are none. */
final class Detections {
    private static final PersonAttributes UNKNOWN = new PersonAttributes(null, null, null, null, null);
    private static final Instant FIRST = Instant.EPOCH;
    private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");
    private static final int ID_MAX = 200;
    private static final int SECONDS_MAX = 7 * 24 * 3600;

    private final Video video;
    private final int correctionSeconds;

    /** {@code correctionSeconds} is what is added to the times of the video's camera. */
    Detections(Video video, int correctionSeconds) {
        this.video = video;
        this.correctionSeconds = correctionSeconds;
    }

    /**
     * The sighting.
     *
     * @throws IllegalArgumentException if it is none, with a text for the sender
     */
    Sighting sighting(Detection detection) {
        String personId = detection.personId();
        Double confidence = detection.confidence();
        if (personId == null || personId.isBlank() || personId.length() > ID_MAX || isUnfit(personId)) {
            throw new IllegalArgumentException("personId: must have 1 to " + ID_MAX + " characters and no # or /");
        }
        if (confidence == null || !(confidence >= 0 && confidence <= 1)) {
            throw new IllegalArgumentException("confidence: must be from 0 to 1");
        }
        Attributes seen = detection.attributes();
        return new Sighting(
                personId,
                at(detection),
                confidence,
                looks(seen),
                seen == null ? null : seen.emotion(),
                seen == null ? null : seen.mask(),
                seen == null ? null : seen.objects(),
                box(detection.box()),
                null);
    }

    private static boolean isUnfit(String id) {
        return id.chars().anyMatch(c -> c == '#' || c == '/' || Character.isISOControl(c));
    }

    private static PersonAttributes looks(@Nullable Attributes seen) {
        return seen == null
                ? UNKNOWN
                : new PersonAttributes(
                        seen.ageBucket(), seen.gender(), seen.hairColor(), seen.upperColor(), seen.lowerColor());
    }

    private Instant at(Detection detection) {
        Double offset = detection.offset();
        String timestamp = detection.timestamp();
        if (offset == null && timestamp == null) {
            throw new IllegalArgumentException("offset: is needed, or timestamp");
        }
        if (offset != null) {
            if (!(offset >= 0 && offset <= SECONDS_MAX)) {
                throw new IllegalArgumentException("offset: must be from 0 to " + SECONDS_MAX + " seconds");
            }
            return Sightings.at(video, correctionSeconds, offset);
        }
        try {
            Instant at = Instant.parse(timestamp);
            if (!at.isBefore(FIRST) && at.isBefore(LAST)) {
                return at;
            }
        } catch (DateTimeException e) {
            // Refused below, like a time that no key can have.
        }
        throw new IllegalArgumentException("timestamp: must be a time such as 2024-01-01T10:05:00Z");
    }

    private static @Nullable BoundingBox box(@Nullable Box box) {
        if (box == null) {
            return null;
        }
        boolean isInside = box.x() >= 0
                && box.y() >= 0
                && box.width() > 0
                && box.height() > 0
                && box.x() + box.width() <= 1.001
                && box.y() + box.height() <= 1.001;
        if (!isInside) {
            throw new IllegalArgumentException("box: must be in parts of the frame, from 0 to 1");
        }
        return new BoundingBox(box.x(), box.y(), box.width(), box.height());
    }
}
