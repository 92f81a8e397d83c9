package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A letter in lists: all but its content, so that a list costs the same however long letters are. */
public record LetterListing(
        String date,
        String title,
        @Nullable String author,
        @Nullable String description,
        int versionCount,
        Instant createdAt,
        Instant updatedAt,
        String updatedBy) {
    public static LetterListing of(Letter letter) {
        return new LetterListing(
                letter.date(),
                letter.title(),
                letter.author(),
                letter.description(),
                letter.versionCount(),
                letter.createdAt(),
                letter.updatedAt(),
                letter.updatedBy());
    }
}
