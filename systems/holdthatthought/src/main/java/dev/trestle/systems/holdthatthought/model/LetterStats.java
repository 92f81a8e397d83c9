package dev.trestle.systems.holdthatthought.model;

import io.soabase.recordbuilder.core.RecordBuilder;

/** What lists say of a letter's surroundings: counted again whenever they change, so that nothing drifts. */
@RecordBuilder
public record LetterStats(String date, int commentCount, boolean hasPdf) implements LetterStatsBuilder.With {
    public static LetterStats none(String date) {
        return new LetterStats(date, 0, false);
    }
}
