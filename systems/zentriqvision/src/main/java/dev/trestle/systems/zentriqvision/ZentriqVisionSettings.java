package dev.trestle.systems.zentriqvision;

import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Range;
import dev.trestle.platform.settings.Bytes;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** What can be configured about ZentriqVision. */
public record ZentriqVisionSettings(
        @About("The organization of callers whose token names none and who are bound to none. Empty: they are refused.")
        String defaultOrg,

        @About("How long an uploaded video may be, in bytes; 5 GiB at most.") @Default("500000000") @Bytes
        long videoBytesMax,

        Analysis analysis) {
    private static final long OBJECT_MAX = 5L << 30;

    /** What finds people in videos. */
    public enum AnalyzerKind {
        BUILT_IN,
        REKOGNITION,
        OUTSIDE
    }

    /** How videos are analysed. */
    public record Analysis(
            @About(
                    "What finds people in videos, unless an organization has chosen: built-in (on this machine), rekognition (of AWS), or"
                            + " outside (other programs send what they find).")
            @Default("built-in")
            AnalyzerKind analyzer,

            @About("How many videos are analysed at a time. Each takes a processor core.")
            @Default("1")
            @Range(min = 1, max = 64)
            int workers,

            @About("How many seconds of a video are analysed between two checkpoints.")
            @Default("30")
            @Range(min = 1, max = 600)
            int segmentSeconds,

            @About("The URL of Rekognition, if it is not the region's own. The bucket has to be one that it can read.")
            @Nullable
            URI rekognitionUrl) {}

    public ZentriqVisionSettings {
        if (videoBytesMax < 1 || videoBytesMax > OBJECT_MAX) {
            throw new IllegalArgumentException("zentriqvision.video-bytes-max must be from 1 byte to 5 GiB.");
        }
    }
}
