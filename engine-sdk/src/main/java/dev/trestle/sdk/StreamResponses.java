package dev.trestle.sdk;

import dev.trestle.engine.api.DescribeStream;
import dev.trestle.engine.api.GetRecords;
import dev.trestle.engine.api.ListStreams;
import java.time.temporal.ChronoUnit;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.Identity;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ListStreamsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.Stream;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;

/** The engine's answers about streams as the SDK's. */
final class StreamResponses {
    private static final String EVENT_VERSION = "1.1";
    private static final String EVENT_SOURCE = "aws:dynamodb";
    private static final Identity EXPIRY = Identity.builder()
            .type("Service")
            .principalId("dynamodb.amazonaws.com")
            .build();

    private StreamResponses() {}

    static ListStreamsResponse list(ListStreams.Result result) {
        List<Stream> streams = result.streams().stream()
                .map(stream -> Stream.builder()
                        .streamArn(stream.streamArn())
                        .tableName(stream.tableName())
                        .streamLabel(stream.streamLabel())
                        .build())
                .toList();
        return Answers.stamp(ListStreamsResponse.builder())
                .streams(streams)
                .lastEvaluatedStreamArn(result.lastEvaluatedStreamArn())
                .build();
    }

    static DescribeStreamResponse describe(DescribeStream.Result result) {
        StreamDescription description = StreamDescription.builder()
                .streamArn(result.streamArn())
                .streamLabel(result.streamLabel())
                .streamStatus(result.streamStatus())
                .streamViewType(result.streamViewType())
                .creationRequestDateTime(result.creationRequestDateTime())
                .tableName(result.tableName())
                .keySchema(result.keySchema().stream()
                        .map(element -> KeySchemaElement.builder()
                                .attributeName(element.attributeName())
                                .keyType(element.keyType())
                                .build())
                        .toList())
                .shards(result.shards().stream().map(StreamResponses::shard).toList())
                .lastEvaluatedShardId(result.lastEvaluatedShardId())
                .build();
        return Answers.stamp(DescribeStreamResponse.builder())
                .streamDescription(description)
                .build();
    }

    private static Shard shard(DescribeStream.Shard shard) {
        return Shard.builder()
                .shardId(shard.shardId())
                .parentShardId(shard.parentShardId())
                .sequenceNumberRange(range -> range.startingSequenceNumber(shard.startingSequenceNumber())
                        .endingSequenceNumber(shard.endingSequenceNumber()))
                .build();
    }

    static GetShardIteratorResponse shardIterator(String iterator) {
        return Answers.stamp(GetShardIteratorResponse.builder())
                .shardIterator(iterator)
                .build();
    }

    static GetRecordsResponse records(GetRecords.Result result, String region) {
        List<Record> records =
                result.records().stream().map(record -> record(record, region)).toList();
        return Answers.stamp(GetRecordsResponse.builder())
                .records(records)
                .nextShardIterator(result.nextShardIterator())
                .build();
    }

    private static Record record(dev.trestle.engine.api.StreamRecord record, String region) {
        Record.Builder builder = Record.builder()
                .eventID(record.eventId())
                .eventName(record.eventName())
                .eventVersion(EVENT_VERSION)
                .eventSource(EVENT_SOURCE)
                .awsRegion(region)
                .dynamodb(change(record));
        return record.expired() ? builder.userIdentity(EXPIRY).build() : builder.build();
    }

    private static StreamRecord change(dev.trestle.engine.api.StreamRecord record) {
        StreamRecord.Builder builder = StreamRecord.builder()
                // As the service does: it gives whole seconds.
                .approximateCreationDateTime(record.createdAt().truncatedTo(ChronoUnit.SECONDS))
                .keys(ItemDecoder.attributesOf(record.keys()))
                .sequenceNumber(record.sequenceNumber())
                .sizeBytes(record.sizeBytes())
                .streamViewType(record.streamViewType());
        if (record.newImage() != null) {
            builder.newImage(ItemDecoder.attributesOf(record.newImage()));
        }
        if (record.oldImage() != null) {
            builder.oldImage(ItemDecoder.attributesOf(record.oldImage()));
        }
        return builder.build();
    }
}
