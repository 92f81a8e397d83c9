package dev.trestle.engine.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code null} stands for what is to be as it was when the backup was taken; an empty list of indexes for none of them. */
public record RestoreTableFromBackup(
        @Nullable String targetTableName,
        @Nullable String backupArn,
        @Nullable String billingModeOverride,
        @Nullable List<IndexSpec> globalSecondaryIndexOverride,
        @Nullable List<IndexSpec> localSecondaryIndexOverride,
        @Nullable Throughput provisionedThroughputOverride,
        @Nullable OnDemandThroughput onDemandThroughputOverride) {}
