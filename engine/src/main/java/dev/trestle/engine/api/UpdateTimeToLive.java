package dev.trestle.engine.api;

import org.jspecify.annotations.Nullable;

public record UpdateTimeToLive(
        @Nullable String tableName, @Nullable TimeToLiveSpecification timeToLiveSpecification) {}
