package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A former state of a letter. */
public record LetterVersion(
        String date,
        String title,
        @Nullable String author,
        String content,
        @Nullable String description,
        Instant timestamp,
        String updatedBy) {}
