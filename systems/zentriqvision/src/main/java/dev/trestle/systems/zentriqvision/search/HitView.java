package dev.trestle.systems.zentriqvision.search;

import dev.trestle.systems.zentriqvision.model.AppearanceAttributes;
import dev.trestle.systems.zentriqvision.model.BoundingBox;
import dev.trestle.systems.zentriqvision.model.Video;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An appearance as answers have it.
 *
 * @param camera absent if nobody said it
 * @param offset how many seconds into the video it is
 * @param cropUrl the picture of the person, for an hour; absent if there is none
 */
public record HitView(
        String videoId,
        String personId,
        Instant timestamp,
        double confidence,
        AppearanceAttributes attributes,
        @Nullable BoundingBox box,
        @Nullable String camera,
        @Nullable String fileName,
        @Nullable Long offset,
        @Nullable String cropUrl) {
    static HitView of(Hit hit, Footage footage, Crops crops) {
        Video video = footage.video(hit.videoId());
        return new HitView(
                hit.videoId(),
                hit.personId(),
                hit.timestamp(),
                hit.confidence(),
                hit.attributes(),
                hit.box(),
                video == null ? null : video.camera(),
                video == null ? null : video.fileName(),
                footage.offset(hit.videoId(), hit.timestamp()),
                crops.url(hit.videoId(), hit.thumbnailKey()));
    }
}
