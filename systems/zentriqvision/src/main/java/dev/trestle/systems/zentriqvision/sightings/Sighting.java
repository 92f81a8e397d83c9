package dev.trestle.systems.zentriqvision.sightings;

import dev.trestle.systems.zentriqvision.model.BoundingBox;
import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import dev.trestle.systems.zentriqvision.model.SearchText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A person seen in one second of a video, as an analyzer says it. Its texts are in the form that is searched.
 *
 * @param timestamp in whole seconds, by the corrected clock of the camera: see {@link Sightings#at}
 * @param confidence from 0 to 1
 * @param looks what is unknown is absent
 */
public record Sighting(
        String personId,
        Instant timestamp,
        double confidence,
        PersonAttributes looks,
        @Nullable String emotion,
        @Nullable Boolean mask,
        @Nullable List<String> objects,
        @Nullable BoundingBox box,
        @Nullable String thumbnailKey) {
    public static final int OBJECTS_MAX = 20;

    public Sighting {
        if (!(confidence >= 0 && confidence <= 1)) {
            throw new IllegalArgumentException("A confidence is from 0 to 1.");
        }
        if (personId.isEmpty() || personId.indexOf('#') >= 0) {
            throw new IllegalArgumentException("A person's id has a character at least, and no #.");
        }
        timestamp = timestamp.truncatedTo(ChronoUnit.SECONDS);
        looks = normal(looks);
        emotion = normal(emotion);
        objects = normal(objects);
    }

    /** The same of another person. */
    Sighting of(String otherId) {
        return new Sighting(otherId, timestamp, confidence, looks, emotion, mask, objects, box, thumbnailKey);
    }

    private static PersonAttributes normal(PersonAttributes looks) {
        return new PersonAttributes(
                normal(looks.ageBucket()),
                normal(looks.gender()),
                normal(looks.hairColor()),
                normal(looks.upperColor()),
                normal(looks.lowerColor()));
    }

    private static @Nullable List<String> normal(@Nullable List<String> objects) {
        if (objects == null) {
            return null;
        }
        Set<String> clean = new LinkedHashSet<>();
        objects.stream().map(Sighting::normal).filter(Objects::nonNull).forEach(clean::add);
        if (clean.size() > OBJECTS_MAX) {
            throw new IllegalArgumentException("A person carries " + OBJECTS_MAX + " objects at most.");
        }
        return clean.isEmpty() ? null : new ArrayList<>(clean);
    }

    private static @Nullable String normal(@Nullable String value) {
        String clean = SearchText.normal(value);
        if (clean != null && (clean.length() > SearchText.LENGTH_MAX || clean.indexOf('#') >= 0)) {
            throw new IllegalArgumentException(
                    "A value has " + SearchText.LENGTH_MAX + " characters at most, and no #.");
        }
        return clean;
    }
}
