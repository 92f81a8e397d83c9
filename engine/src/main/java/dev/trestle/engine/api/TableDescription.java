package dev.trestle.engine.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table as DescribeTable shows it. */
public record TableDescription(
        String tableName,
        String tableArn,
        String tableId,
        String tableStatus,
        Instant creationDateTime,
        @Nullable Instant onDemandSince,
        List<AttributeDefinition> attributeDefinitions,
        List<KeySchemaElement> keySchema,
        List<IndexDescription> localSecondaryIndexes,
        List<IndexDescription> globalSecondaryIndexes,
        TableSettings settings,
        long itemCount,
        long tableSizeBytes,
        @Nullable LatestStream latestStream,
        @Nullable Restore restore) {

    /** The stream that the table has, or had last. */
    public record LatestStream(String arn, String label, String viewType, boolean enabled) {}

    /** From which backup the table was made. */
    public record Restore(String sourceBackupArn, String sourceTableArn, Instant at, boolean inProgress) {}

    /** {@code indexStatus} and {@code backfilling} are null for local indexes. */
    public record IndexDescription(
            String indexName,
            String indexArn,
            List<KeySchemaElement> keySchema,
            ProjectionSpec projection,
            @Nullable String indexStatus,
            @Nullable Boolean backfilling,
            @Nullable Throughput provisionedThroughput,
            @Nullable OnDemandThroughput onDemandThroughput,
            long itemCount,
            long indexSizeBytes) {}
}
