package dev.trestle.systems.zentriqvision.model;

import org.jspecify.annotations.Nullable;

/** What appearances have to have, all of it together. */
public record SearchFilter(
        @Nullable String color,
        @Nullable String emotion,
        @Nullable String ageBucket,
        @Nullable String gender,
        @Nullable Boolean mask,
        @Nullable String object,
        @Nullable String personId,
        @Nullable String videoId) {}
