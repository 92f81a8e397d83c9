package dev.trestle.engine.api;

import org.jspecify.annotations.Nullable;

/**
 * What a table records and describes beside its keys. {@code null} means left out: the default on creation, unchanged on update.
 */
public record TableSettings(
        @Nullable String billingMode,
        @Nullable Throughput provisionedThroughput,
        @Nullable OnDemandThroughput onDemandThroughput,
        @Nullable String tableClass,
        @Nullable Boolean deletionProtectionEnabled) {}
