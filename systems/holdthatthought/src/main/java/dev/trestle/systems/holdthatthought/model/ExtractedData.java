package dev.trestle.systems.holdthatthought.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/** What was read from a draft's files, to be looked over before it is published. */
@RecordBuilder
public record ExtractedData(
        @Nullable String date,
        @Nullable String title,
        @Nullable String author,
        @Nullable String content) implements ExtractedDataBuilder.With {}
