package dev.trestle.media;

import java.time.Duration;

/**
 * What one run may take.
 *
 * @param time after which it is killed
 * @param memory that its processes may hold together, in bytes
 * @param output that it may write, in bytes
 * @param pixels of one picture, counted before it is decoded
 * @param pages of one PDF file
 */
public record MediaLimits(Duration time, long memory, long output, long pixels, int pages) {
    private static final long GIB = 1L << 30;

    public static final MediaLimits DEFAULT = new MediaLimits(Duration.ofMinutes(5), GIB, GIB, 100_000_000, 200);

    public MediaLimits withTime(Duration other) {
        return new MediaLimits(other, memory, output, pixels, pages);
    }

    public MediaLimits withMemory(long other) {
        return new MediaLimits(time, other, output, pixels, pages);
    }

    public MediaLimits withOutput(long other) {
        return new MediaLimits(time, memory, other, pixels, pages);
    }

    public MediaLimits withPixels(long other) {
        return new MediaLimits(time, memory, output, other, pages);
    }

    public MediaLimits withPages(int other) {
        return new MediaLimits(time, memory, output, pixels, other);
    }
}
