package dev.trestle.wire.dynamodb;

import dev.trestle.engine.api.AccountLimits;
import dev.trestle.engine.api.Endpoint;
import dev.trestle.engine.api.ListTagsOfResource;
import dev.trestle.wire.json.JsonOutput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers about tags, and about what tools ask of every table. */
final class ResourceOutput {
    private ResourceOutput() {}

    static void tags(JsonOutput out, ListTagsOfResource.Result result) {
        out.objects("Tags", result.tags(), tag -> out.text("Key", tag.key()).text("Value", tag.value()));
    }

    static void limits(JsonOutput out, AccountLimits limits) {
        out.number("AccountMaxReadCapacityUnits", limits.accountMaxRead())
                .number("AccountMaxWriteCapacityUnits", limits.accountMaxWrite())
                .number("TableMaxReadCapacityUnits", limits.tableMaxRead())
                .number("TableMaxWriteCapacityUnits", limits.tableMaxWrite());
    }

    static void endpoints(JsonOutput out, Endpoint endpoint) {
        out.objects(
                "Endpoints",
                List.of(endpoint),
                given -> out.text("Address", given.address())
                        .number("CachePeriodInMinutes", given.cachePeriodInMinutes()));
    }

    /** A table, or one of its indexes, whose contributor insights are disabled. */
    record Insights(String tableName, @Nullable String indexName) {}

    static void insights(JsonOutput out, Insights insights) {
        out.text("TableName", insights.tableName())
                .text("IndexName", insights.indexName())
                .text("ContributorInsightsStatus", "DISABLED");
    }

    static void kinesis(JsonOutput out, String tableName) {
        out.text("TableName", tableName).objects("KinesisDataStreamDestinations", List.of(), none -> {});
    }
}
