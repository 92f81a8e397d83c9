package dev.trestle.systems.zentriqvision.search;

import dev.trestle.systems.zentriqvision.model.Appearance;
import dev.trestle.systems.zentriqvision.model.AppearanceAttributes;
import dev.trestle.systems.zentriqvision.model.AppearanceEntry;
import dev.trestle.systems.zentriqvision.model.AttributeEntry;
import dev.trestle.systems.zentriqvision.model.BoundingBox;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An appearance as searches read it, from whichever of its rows. */
public record Hit(
        String personId,
        String videoId,
        Instant timestamp,
        double confidence,
        AppearanceAttributes attributes,
        @Nullable BoundingBox box,
        @Nullable String thumbnailKey) {
    static Hit of(AttributeEntry row) {
        return new Hit(
                row.personId(),
                row.videoId(),
                row.timestamp(),
                row.confidence(),
                row.attributes(),
                row.box(),
                row.thumbnailKey());
    }

    public static Hit of(AppearanceEntry row) {
        return new Hit(
                row.personId(),
                row.videoId(),
                row.timestamp(),
                row.confidence(),
                row.attributes(),
                row.box(),
                row.thumbnailKey());
    }

    public static Hit of(Appearance item) {
        return new Hit(
                item.personId(),
                item.videoId(),
                item.timestamp(),
                item.confidence(),
                item.attributes(),
                item.box(),
                item.thumbnailKey());
    }

    /** The same of another person. */
    Hit of(String otherId) {
        return otherId.equals(personId)
                ? this
                : new Hit(otherId, videoId, timestamp, confidence, attributes, box, thumbnailKey);
    }

    Place place() {
        return new Place(timestamp, videoId, personId);
    }
}
