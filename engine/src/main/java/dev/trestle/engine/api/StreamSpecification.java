package dev.trestle.engine.api;

import org.jspecify.annotations.Nullable;

/** Whether a table has a stream, and what its records carry. */
public record StreamSpecification(
        @Nullable Boolean streamEnabled, @Nullable String streamViewType) {}
