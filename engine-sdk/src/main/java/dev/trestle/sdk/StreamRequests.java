package dev.trestle.sdk;

import dev.trestle.engine.api.DescribeStream;
import dev.trestle.engine.api.GetRecords;
import dev.trestle.engine.api.GetShardIterator;
import dev.trestle.engine.api.ListStreams;
import dev.trestle.engine.check.Constraints;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.ListStreamsRequest;
import software.amazon.awssdk.services.dynamodb.model.ShardFilter;

/** The SDK's requests about streams as the engine's. */
final class StreamRequests {

    private StreamRequests() {}

    static ListStreams list(ListStreamsRequest request) {
        return new ListStreams(request.tableName(), request.limit(), request.exclusiveStartStreamArn());
    }

    static DescribeStream describe(DescribeStreamRequest request) {
        return new DescribeStream(
                request.streamArn(),
                request.limit(),
                request.exclusiveStartShardId(),
                childrenOf(request.shardFilter()));
    }

    /** The one kind of filter that there is asks for the children of a shard, so both its parts must be given. */
    private static @Nullable String childrenOf(@Nullable ShardFilter filter) {
        if (filter == null) {
            return null;
        }
        new Constraints()
                .required("shardFilter.type", filter.typeAsString())
                .oneOf("shardFilter.type", filter.typeAsString(), "CHILD_SHARDS")
                .required("shardFilter.shardId", filter.shardId())
                .check();
        return filter.shardId();
    }

    static GetShardIterator shardIterator(GetShardIteratorRequest request) {
        return new GetShardIterator(
                request.streamArn(), request.shardId(), request.shardIteratorTypeAsString(), request.sequenceNumber());
    }

    static GetRecords records(GetRecordsRequest request) {
        return new GetRecords(request.shardIterator(), request.limit());
    }
}
