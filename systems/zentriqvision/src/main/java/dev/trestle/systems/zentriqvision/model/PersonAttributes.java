package dev.trestle.systems.zentriqvision.model;

import org.jspecify.annotations.Nullable;

/** What a person looks like, as far as a detector knows it. */
public record PersonAttributes(
        @Nullable String ageBucket,
        @Nullable String gender,
        @Nullable String hairColor,
        @Nullable String upperColor,
        @Nullable String lowerColor) {}
