package dev.trestle.conformance.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Reads streams as a consumer does: shard by shard, parents before children. */
public final class StreamTail {
    private static final int PAGES_MAX = 100_000;

    private StreamTail() {}

    /** All that can be read of a stream now. */
    public static List<Record> readAll(DynamoDbStreamsClient streams, String arn) {
        List<Record> records = new ArrayList<>();
        for (Shard shard : shards(streams, arn)) {
            records.addAll(read(streams, iterator(streams, arn, shard.shardId(), ShardIteratorType.TRIM_HORIZON)));
        }
        return records;
    }

    /** The shards, each after its parent; asked for in pages of two. */
    public static List<Shard> shards(DynamoDbStreamsClient streams, String arn) {
        List<Shard> shards = new ArrayList<>();
        String[] after = new String[1];
        do {
            var page = streams.describeStream(r -> r.streamArn(arn).limit(2).exclusiveStartShardId(after[0]))
                    .streamDescription();
            shards.addAll(page.shards());
            after[0] = page.lastEvaluatedShardId();
        } while (after[0] != null);
        for (int i = 1; i < shards.size(); i++) {
            assertThat(shards.get(i).parentShardId())
                    .isEqualTo(shards.get(i - 1).shardId());
        }
        return shards;
    }

    public static String iterator(DynamoDbStreamsClient streams, String arn, String shardId, ShardIteratorType type) {
        return streams.getShardIterator(r -> r.streamArn(arn).shardId(shardId).shardIteratorType(type))
                .shardIterator();
    }

    /** From an iterator to the shard's end or, in one that is open, until nothing comes. */
    public static List<Record> read(DynamoDbStreamsClient streams, @Nullable String from) {
        List<Record> records = new ArrayList<>();
        String iterator = from;
        for (int pages = 0; iterator != null; pages++) {
            assertThat(pages).as("pages of one shard").isLessThan(PAGES_MAX);
            String place = iterator;
            GetRecordsResponse page = streams.getRecords(r -> r.shardIterator(place));
            records.addAll(page.records());
            if (page.records().isEmpty() && page.nextShardIterator() != null) {
                return records;
            }
            iterator = page.nextShardIterator();
        }
        return records;
    }
}
