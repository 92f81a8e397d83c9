package dev.trestle.engine.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

public record UpdateTable(
        @Nullable String tableName,
        @Nullable List<AttributeDefinition> attributeDefinitions,
        @Nullable List<IndexUpdate> globalSecondaryIndexUpdates,
        TableSettings settings,
        @Nullable StreamSpecification stream) {

    /** One change to the global indexes: exactly one component is set in a valid request. */
    public record IndexUpdate(
            @Nullable IndexSpec create,
            @Nullable ThroughputChange update,
            @Nullable String delete) {}

    public record ThroughputChange(
            @Nullable String indexName,
            @Nullable Throughput provisionedThroughput,
            @Nullable OnDemandThroughput onDemandThroughput) {}
}
