package dev.trestle.engine.api;

import org.jspecify.annotations.Nullable;

/** Which attribute tells when an item expires, and whether items do. */
public record TimeToLiveSpecification(
        @Nullable String attributeName, @Nullable Boolean enabled) {}
