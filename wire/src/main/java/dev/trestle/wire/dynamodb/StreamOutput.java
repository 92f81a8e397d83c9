package dev.trestle.wire.dynamodb;

import dev.trestle.engine.api.DescribeStream;
import dev.trestle.engine.api.GetRecords;
import dev.trestle.engine.api.ListStreams;
import dev.trestle.engine.api.StreamRecord;
import dev.trestle.wire.json.JsonOutput;

/** Answers about streams. */
final class StreamOutput {
    private static final String EVENT_VERSION = "1.1";
    private static final String EVENT_SOURCE = "aws:dynamodb";

    private StreamOutput() {}

    static void list(JsonOutput out, ListStreams.Result result) {
        out.objects(
                        "Streams",
                        result.streams(),
                        stream -> out.text("StreamArn", stream.streamArn())
                                .text("TableName", stream.tableName())
                                .text("StreamLabel", stream.streamLabel()))
                .text("LastEvaluatedStreamArn", result.lastEvaluatedStreamArn());
    }

    static void describe(JsonOutput out, DescribeStream.Result result) {
        out.object("StreamDescription", () -> {
            out.text("StreamArn", result.streamArn())
                    .text("StreamLabel", result.streamLabel())
                    .text("StreamStatus", result.streamStatus())
                    .text("StreamViewType", result.streamViewType())
                    .moment("CreationRequestDateTime", result.creationRequestDateTime())
                    .text("TableName", result.tableName());
            TableOutput.keySchema(out, result.keySchema());
            out.objects(
                            "Shards",
                            result.shards(),
                            shard -> out.text("ShardId", shard.shardId())
                                    .object(
                                            "SequenceNumberRange",
                                            () -> out.text("StartingSequenceNumber", shard.startingSequenceNumber())
                                                    .text("EndingSequenceNumber", shard.endingSequenceNumber()))
                                    .text("ParentShardId", shard.parentShardId()))
                    .text("LastEvaluatedShardId", result.lastEvaluatedShardId());
        });
    }

    static void shardIterator(JsonOutput out, String iterator) {
        out.text("ShardIterator", iterator);
    }

    static void records(JsonOutput out, GetRecords.Result result, String region) {
        out.objects("Records", result.records(), record -> record(out, record, region))
                .text("NextShardIterator", result.nextShardIterator());
    }

    private static void record(JsonOutput out, StreamRecord record, String region) {
        out.text("eventID", record.eventId())
                .text("eventName", record.eventName())
                .text("eventVersion", EVENT_VERSION)
                .text("eventSource", EVENT_SOURCE)
                .text("awsRegion", region)
                .object(
                        "dynamodb",
                        () ->
                                // As the service does: it gives whole seconds.
                                out.number(
                                                "ApproximateCreationDateTime",
                                                record.createdAt().getEpochSecond())
                                        .item("Keys", record.keys())
                                        .item("NewImage", record.newImage())
                                        .item("OldImage", record.oldImage())
                                        .text("SequenceNumber", record.sequenceNumber())
                                        .number("SizeBytes", record.sizeBytes())
                                        .text("StreamViewType", record.streamViewType()));
        if (record.expired()) {
            out.object(
                    "userIdentity",
                    () -> out.text("PrincipalId", "dynamodb.amazonaws.com").text("Type", "Service"));
        }
    }
}
