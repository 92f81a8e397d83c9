package dev.trestle.systems.holdthatthought.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A letter as it is now.
 *
 * @param date YYYY-MM-DD, with a {@code -slug} behind it where a day has several letters
 * @param content markdown
 * @param versionCount how many former states are kept
 */
@RecordBuilder
public record Letter(
        String date,
        String title,
        @Nullable String author,
        String content,
        @Nullable String description,
        int versionCount,
        Instant createdAt,
        Instant updatedAt,
        String updatedBy)
        implements LetterBuilder.With {}
