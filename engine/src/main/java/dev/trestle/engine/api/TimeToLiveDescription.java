package dev.trestle.engine.api;

import org.jspecify.annotations.Nullable;

/** ENABLING, ENABLED or DISABLED; the attribute is there unless it is the last of these. */
public record TimeToLiveDescription(
        String timeToLiveStatus, @Nullable String attributeName) {}
