package dev.trestle.systems.zentriqvision.analysis;

import dev.trestle.media.video.Region;
import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an analyzer found in one segment. The same segment of the same video with the same state gives the same.
 *
 * @param seen by time, then by track
 * @param tracks a summary of each track that was seen in this segment or ended in it
 * @param state for the segment that follows
 * @param isLast whether there is nothing behind it
 */
public record Finds(List<Seen> seen, List<Tracked> tracks, byte[] state, boolean isLast) {
    /** Somebody in one frame. The first ones of a track may lie a little before the segment. */
    public record Seen(int track, long atMs, Region box, double confidence) {}

    /**
     * All that is known of a track at the end of a segment.
     *
     * @param looks null in it for what is not known: it is never guessed
     * @param jpeg the best picture, if this segment has a better one than those before
     */
    public record Tracked(
            int number,
            long firstMs,
            double confidence,
            PersonAttributes looks,
            @Nullable String emotion,
            @Nullable Boolean mask,
            List<String> objects,
            boolean hasEnded,
            byte @Nullable [] jpeg) {}
}
