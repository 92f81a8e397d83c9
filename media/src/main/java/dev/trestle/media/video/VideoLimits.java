package dev.trestle.media.video;

import java.time.Duration;

/**
 * What a video may be.
 *
 * @param duration of the longest
 * @param side of the largest picture, in pixels
 */
public record VideoLimits(Duration duration, int side) {
    public static final VideoLimits DEFAULT = new VideoLimits(Duration.ofHours(12), 4096);
}
