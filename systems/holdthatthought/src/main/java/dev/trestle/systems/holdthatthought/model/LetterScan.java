package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The draft that a letter's scan comes from.
 *
 * @param movedAt when its objects were copied to the letter's keys; until then they are read from the draft's
 */
public record LetterScan(
        String date,
        String draftId,
        Instant publishedAt,
        @Nullable Instant movedAt) {}
