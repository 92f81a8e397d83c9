package dev.trestle.systems.holdthatthought.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * What lists say of a letter's surroundings: counted again whenever they change, so that nothing drifts.
 *
 * @param pageCount of the scan; null as long as its pages were not made
 * @param hasThumbnail null as absent
 */
@RecordBuilder
public record LetterStats(
        String date,
        int commentCount,
        boolean hasPdf,
        @Nullable Integer pageCount,
        @Nullable Boolean hasThumbnail) implements LetterStatsBuilder.With {
    public static LetterStats none(String date) {
        return new LetterStats(date, 0, false, null, null);
    }
}
