package dev.trestle.vision;

import java.util.List;

/**
 * What was found in one segment. The same segment of the same file with the same state gives the same.
 *
 * @param observations by time, then by track
 * @param tracks a summary of each track that was seen in this segment or ended in it, by number
 * @param state for the segment that follows
 * @param isLast whether the video ended in this segment: there is nothing behind it
 * @param frames how many were looked at, 4 for each second
 * @param detected in how many of them people were looked for, because something had moved
 */
public record Segment(
        List<Observation> observations, List<Track> tracks, byte[] state, boolean isLast, int frames, int detected) {}
