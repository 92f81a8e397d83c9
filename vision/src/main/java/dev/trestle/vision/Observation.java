package dev.trestle.vision;

import dev.trestle.media.video.Region;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A person in one frame. A track is reported once it has been seen often enough to be believed, then with all it has: its first observations may lie up to
 * two seconds before the segment.
 *
 * @param track the number of the track within the video, from 1
 * @param atMs since the video began
 * @param confidence of the detector, from 0 to 1
 * @param upperColor what this frame alone says of the clothes above; null if it says nothing. What is worth showing is the vote, {@link Track#upperColor}
 * @param objects {@code bag} or {@code phone} at this person in this frame
 */
public record Observation(
        int track,
        long atMs,
        Region box,
        float confidence,
        @Nullable Color upperColor,
        @Nullable Color lowerColor,
        List<String> objects) {}
