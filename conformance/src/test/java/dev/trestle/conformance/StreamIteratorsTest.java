package dev.trestle.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.streams.StreamTail;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** Where iterators of each type begin, how far a page goes, and where a shard ends. */
class StreamIteratorsTest extends ConformanceTest {

    @Test
    void trimHorizon_always_beginsWithTheOldest() {
        Stream stream = new Stream();
        stream.put("a", "b");
        assertThat(keys(stream.read(ShardIteratorType.TRIM_HORIZON, null))).containsExactly("a", "b");
    }

    @Test
    void latest_always_beginsWithWhatComesAfterIt() {
        Stream stream = new Stream();
        stream.put("a", "b");
        String latest = stream.iterator(ShardIteratorType.LATEST, null);
        assertThat(StreamTail.read(streams, latest)).isEmpty();
        stream.put("c");
        assertThat(keys(StreamTail.read(streams, latest))).containsExactly("c");
    }

    @Test
    void atSequenceNumber_ofARecord_beginsWithIt() {
        Stream stream = new Stream();
        List<Record> records = stream.put("a", "b", "c");
        assertThat(keys(stream.read(ShardIteratorType.AT_SEQUENCE_NUMBER, records.get(1))))
                .containsExactly("b", "c");
    }

    @Test
    void afterSequenceNumber_ofARecord_beginsBehindIt() {
        Stream stream = new Stream();
        List<Record> records = stream.put("a", "b", "c");
        assertThat(keys(stream.read(ShardIteratorType.AFTER_SEQUENCE_NUMBER, records.get(0))))
                .containsExactly("b", "c");
        assertThat(stream.read(ShardIteratorType.AFTER_SEQUENCE_NUMBER, records.get(2)))
                .isEmpty();
    }

    @Test
    void atSequenceNumber_whereTheShardBegins_isTheHorizon() {
        Stream stream = new Stream();
        stream.put("a");
        String first = stream.shard().sequenceNumberRange().startingSequenceNumber();
        String iterator = streams.getShardIterator(r -> r.streamArn(stream.arn)
                        .shardId(stream.shard().shardId())
                        .shardIteratorType(ShardIteratorType.AT_SEQUENCE_NUMBER)
                        .sequenceNumber(first))
                .shardIterator();
        assertThat(keys(StreamTail.read(streams, iterator))).containsExactly("a");
    }

    @Test
    void getRecords_withALimit_goesOnBehindIt() {
        Stream stream = new Stream();
        stream.put("a", "b", "c", "d", "e");
        List<List<String>> pages = new ArrayList<>();
        String iterator = stream.iterator(ShardIteratorType.TRIM_HORIZON, null);
        for (int i = 0; i < 3; i++) {
            String place = iterator;
            GetRecordsResponse page =
                    streams.getRecords(r -> r.shardIterator(place).limit(2));
            pages.add(keys(page.records()));
            iterator = page.nextShardIterator();
        }
        assertThat(pages).containsExactly(List.of("a", "b"), List.of("c", "d"), List.of("e"));
    }

    @Test
    void getRecords_sameIteratorTwice_givesTheSame() {
        Stream stream = new Stream();
        stream.put("a", "b");
        String iterator = stream.iterator(ShardIteratorType.TRIM_HORIZON, null);
        assertThat(keys(streams.getRecords(r -> r.shardIterator(iterator)).records()))
                .containsExactly("a", "b");
        assertThat(keys(streams.getRecords(r -> r.shardIterator(iterator)).records()))
                .containsExactly("a", "b");
    }

    @Test
    void getRecords_ofAnOpenShard_alwaysHasANextIterator() {
        Stream stream = new Stream();
        String iterator = stream.iterator(ShardIteratorType.TRIM_HORIZON, null);
        for (int i = 0; i < 3; i++) {
            String place = iterator;
            GetRecordsResponse page = streams.getRecords(r -> r.shardIterator(place));
            assertThat(page.hasRecords()).isTrue();
            assertThat(page.records()).isEmpty();
            iterator = page.nextShardIterator();
            assertThat(iterator).isNotNull();
        }
        stream.put("late");
        assertThat(keys(StreamTail.read(streams, iterator))).containsExactly("late");
    }

    @Test
    @DiffersFromDynamoDbLocal("its pages are cut elsewhere")
    void getRecords_ofLargeRecords_givesAMegabyteAtMost() {
        Stream stream = new Stream(StreamViewType.NEW_IMAGE);
        String filler = "x".repeat(300_000);
        for (int i = 0; i < 9; i++) {
            put(stream.table, "{pk: '" + i + "', filler: '" + filler + "'}");
        }
        String iterator = stream.iterator(ShardIteratorType.TRIM_HORIZON, null);
        GetRecordsResponse page = streams.getRecords(r -> r.shardIterator(iterator));
        assertThat(keys(page.records())).containsExactly("0", "1", "2");
        assertThat(keys(StreamTail.read(streams, page.nextShardIterator())))
                .containsExactly("3", "4", "5", "6", "7", "8");
    }

    @Test
    void getRecords_ofAClosedShard_endsWithoutANextIterator() {
        Stream stream = new Stream();
        List<Record> records = stream.put("a", "b");
        String atTheEnd = stream.iterator(ShardIteratorType.LATEST, null);
        client.updateTable(r -> r.tableName(stream.table).streamSpecification(s -> s.streamEnabled(false)));
        waitUntilActive(stream.table);

        assertThat(keys(readToTheEnd(stream.iterator(ShardIteratorType.TRIM_HORIZON, null))))
                .containsExactly("a", "b");
        assertThat(keys(readToTheEnd(stream.iterator(ShardIteratorType.AFTER_SEQUENCE_NUMBER, records.get(0)))))
                .containsExactly("b");
        assertThat(readToTheEnd(stream.iterator(ShardIteratorType.AFTER_SEQUENCE_NUMBER, records.get(1))))
                .isEmpty();
        assertThat(readToTheEnd(atTheEnd)).isEmpty();
        assertThat(readToTheEnd(stream.iterator(ShardIteratorType.LATEST, null)))
                .isEmpty();
    }

    /** Goes on until there is no next iterator. */
    private List<Record> readToTheEnd(String from) {
        List<Record> records = new ArrayList<>();
        String iterator = from;
        for (int pages = 0; iterator != null; pages++) {
            assertThat(pages).as("pages of a closed shard").isLessThan(10);
            String place = iterator;
            GetRecordsResponse page = streams.getRecords(r -> r.shardIterator(place));
            records.addAll(page.records());
            iterator = page.nextShardIterator();
        }
        return records;
    }

    private static List<String> keys(List<Record> records) {
        return records.stream()
                .map(record -> record.dynamodb().keys().get("pk").s())
                .toList();
    }

    /** A table with a stream of one shard. */
    private final class Stream {
        final String table;
        final String arn;
        private int written;

        Stream() {
            this(StreamViewType.KEYS_ONLY);
        }

        Stream(StreamViewType view) {
            table = create(TableShape.keys("pk S").stream(view));
            arn = describe(table).latestStreamArn();
        }

        Shard shard() {
            return StreamTail.shards(streams, arn).get(0);
        }

        /** Writes items with these keys and gives all records there are. */
        List<Record> put(String... keys) {
            for (String key : keys) {
                StreamIteratorsTest.this.put(table, "{pk: '" + key + "'}");
            }
            written += keys.length;
            waitUntil(
                    "the records are in the stream",
                    () -> StreamTail.readAll(streams, arn).size() >= written);
            return StreamTail.readAll(streams, arn);
        }

        String iterator(ShardIteratorType type, @Nullable Record record) {
            return streams.getShardIterator(r -> {
                        r.streamArn(arn).shardId(shard().shardId()).shardIteratorType(type);
                        if (record != null) {
                            r.sequenceNumber(record.dynamodb().sequenceNumber());
                        }
                    })
                    .shardIterator();
        }

        List<Record> read(ShardIteratorType type, @Nullable Record record) {
            return StreamTail.read(streams, iterator(type, record));
        }
    }
}
