package dev.trestle.systems.holdthatthought.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A former state of a letter. */
@RecordBuilder
public record LetterVersion(
        String date,
        String title,
        @Nullable String author,
        String content,
        @Nullable String description,
        Instant timestamp,
        String updatedBy)
        implements LetterVersionBuilder.With {}
