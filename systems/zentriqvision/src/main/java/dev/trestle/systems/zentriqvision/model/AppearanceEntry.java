package dev.trestle.systems.zentriqvision.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An appearance in one of the partitions that searches read: what a result shows. */
public record AppearanceEntry(
        String personId,
        String videoId,
        Instant timestamp,
        double confidence,
        AppearanceAttributes attributes,
        @Nullable BoundingBox box,
        @Nullable String thumbnailKey) {
    static AppearanceEntry of(Appearance appearance) {
        return new AppearanceEntry(
                appearance.personId(),
                appearance.videoId(),
                appearance.timestamp(),
                appearance.confidence(),
                appearance.attributes(),
                appearance.box(),
                appearance.thumbnailKey());
    }
}
