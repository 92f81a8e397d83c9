package dev.trestle.engine.api;

import org.jspecify.annotations.Nullable;

/** The ceilings of an on-demand table: recorded and described, never enforced. */
public record OnDemandThroughput(
        @Nullable Long maxReadRequestUnits, @Nullable Long maxWriteRequestUnits) {}
