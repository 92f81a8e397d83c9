package dev.trestle.vision;

import java.nio.file.Path;
import java.time.Duration;

/**
 * One piece of a video to be analysed.
 *
 * @param from its first moment
 * @param to the moment behind its last one; may lie behind the end of the video
 * @param state what the segment before this one ended with; empty for a video's first
 */
public record SegmentTask(Path video, Duration from, Duration to, byte[] state) {}
