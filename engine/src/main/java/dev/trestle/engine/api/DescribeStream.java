package dev.trestle.engine.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code childrenOf} asks for the children of one shard only. */
public record DescribeStream(
        @Nullable String streamArn,
        @Nullable Integer limit,
        @Nullable String exclusiveStartShardId,
        @Nullable String childrenOf) {

    public record Result(
            String streamArn,
            String streamLabel,
            String streamStatus,
            String streamViewType,
            Instant creationRequestDateTime,
            String tableName,
            List<KeySchemaElement> keySchema,
            List<Shard> shards,
            @Nullable String lastEvaluatedShardId) {}

    public record Shard(
            String shardId,
            @Nullable String parentShardId,
            String startingSequenceNumber,
            @Nullable String endingSequenceNumber) {}
}
