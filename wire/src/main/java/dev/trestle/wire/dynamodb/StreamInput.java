package dev.trestle.wire.dynamodb;

import dev.trestle.engine.api.DescribeStream;
import dev.trestle.engine.api.GetRecords;
import dev.trestle.engine.api.GetShardIterator;
import dev.trestle.engine.api.ListStreams;
import dev.trestle.engine.check.Constraints;
import dev.trestle.wire.json.Fields;
import dev.trestle.wire.json.Shape;
import dev.trestle.wire.json.Types;
import org.jspecify.annotations.Nullable;

/** Requests about streams. */
final class StreamInput {
    static final Shape LIST = Shape.of("ListStreamsInput")
            .with(Types.TEXT, "TableName", "ExclusiveStartStreamArn")
            .with(Types.INTEGER, "Limit");
    static final Shape DESCRIBE = Shape.of("DescribeStreamInput")
            .with(Types.TEXT, "StreamArn", "ExclusiveStartShardId")
            .with(Types.INTEGER, "Limit")
            .with(Shape.of("ShardFilter").with(Types.TEXT, "Type", "ShardId"), "ShardFilter");
    static final Shape SHARD_ITERATOR = Shape.of("GetShardIteratorInput")
            .with(Types.TEXT, "StreamArn", "ShardId", "ShardIteratorType", "SequenceNumber");
    static final Shape RECORDS =
            Shape.of("GetRecordsInput").with(Types.TEXT, "ShardIterator").with(Types.INTEGER, "Limit");

    private StreamInput() {}

    static ListStreams list(Fields in) {
        return new ListStreams(in.text("TableName"), in.integer("Limit"), in.text("ExclusiveStartStreamArn"));
    }

    static DescribeStream describe(Fields in) {
        return new DescribeStream(
                in.text("StreamArn"),
                in.integer("Limit"),
                in.text("ExclusiveStartShardId"),
                childrenOf(in.fields("ShardFilter")));
    }

    /** The one kind of filter that there is asks for the children of a shard, so both its parts must be given. */
    private static @Nullable String childrenOf(@Nullable Fields filter) {
        if (filter == null) {
            return null;
        }
        new Constraints()
                .required("shardFilter.type", filter.text("Type"))
                .oneOf("shardFilter.type", filter.text("Type"), "CHILD_SHARDS")
                .required("shardFilter.shardId", filter.text("ShardId"))
                .check();
        return filter.text("ShardId");
    }

    static GetShardIterator shardIterator(Fields in) {
        return new GetShardIterator(
                in.text("StreamArn"), in.text("ShardId"), in.text("ShardIteratorType"), in.text("SequenceNumber"));
    }

    static GetRecords records(Fields in) {
        return new GetRecords(in.text("ShardIterator"), in.integer("Limit"));
    }
}
