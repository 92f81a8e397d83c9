package dev.trestle.vision;

import dev.trestle.media.video.Region;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of a track at the end of a segment, since the video began.
 *
 * @param number within the video, from 1
 * @param observations how many
 * @param confidence the highest of them
 * @param upperColor voted by the observations so far; null while no colour has 40 % of the votes
 * @param objects {@code bag} and {@code phone}, each if it was seen in 3 frames
 * @param hasEnded whether nothing more can come of it
 * @param crop the best picture of the person, if this segment has a better one than those before; null if not
 */
public record Track(
        int number,
        long firstMs,
        long lastMs,
        int observations,
        float confidence,
        @Nullable Color upperColor,
        @Nullable Color lowerColor,
        List<String> objects,
        boolean hasEnded,
        @Nullable Crop crop) {
    /** A picture of a person, as JPEG, with the moment and the box that it shows. */
    public record Crop(long atMs, Region box, byte[] jpeg) {}
}
