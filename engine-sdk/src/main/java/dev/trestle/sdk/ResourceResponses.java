package dev.trestle.sdk;

import dev.trestle.engine.api.AccountLimits;
import dev.trestle.engine.api.Endpoint;
import dev.trestle.engine.api.ListTagsOfResource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ContributorInsightsStatus;
import software.amazon.awssdk.services.dynamodb.model.DescribeContributorInsightsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeEndpointsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeKinesisStreamingDestinationResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TagResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.UntagResourceResponse;

/** The engine's answers about tags, limits and the features that it does not have, as the SDK's. */
final class ResourceResponses {
    private ResourceResponses() {}

    static TagResourceResponse tagged() {
        return Answers.stamp(TagResourceResponse.builder()).build();
    }

    static UntagResourceResponse untagged() {
        return Answers.stamp(UntagResourceResponse.builder()).build();
    }

    static ListTagsOfResourceResponse tags(ListTagsOfResource.Result result) {
        return Answers.stamp(ListTagsOfResourceResponse.builder())
                .tags(result.tags().stream()
                        .map(tag ->
                                Tag.builder().key(tag.key()).value(tag.value()).build())
                        .toList())
                .build();
    }

    static DescribeLimitsResponse limits(AccountLimits limits) {
        return Answers.stamp(DescribeLimitsResponse.builder())
                .accountMaxReadCapacityUnits(limits.accountMaxRead())
                .accountMaxWriteCapacityUnits(limits.accountMaxWrite())
                .tableMaxReadCapacityUnits(limits.tableMaxRead())
                .tableMaxWriteCapacityUnits(limits.tableMaxWrite())
                .build();
    }

    static DescribeEndpointsResponse endpoints(Endpoint endpoint) {
        return Answers.stamp(DescribeEndpointsResponse.builder())
                .endpoints(software.amazon.awssdk.services.dynamodb.model.Endpoint.builder()
                        .address(endpoint.address())
                        .cachePeriodInMinutes(endpoint.cachePeriodInMinutes())
                        .build())
                .build();
    }

    static DescribeContributorInsightsResponse contributorInsights(String tableName, @Nullable String indexName) {
        return Answers.stamp(DescribeContributorInsightsResponse.builder())
                .tableName(tableName)
                .indexName(indexName)
                .contributorInsightsStatus(ContributorInsightsStatus.DISABLED)
                .build();
    }

    static DescribeKinesisStreamingDestinationResponse kinesisStreamingDestination(String tableName) {
        return Answers.stamp(DescribeKinesisStreamingDestinationResponse.builder())
                .tableName(tableName)
                .kinesisDataStreamDestinations(List.of())
                .build();
    }
}
