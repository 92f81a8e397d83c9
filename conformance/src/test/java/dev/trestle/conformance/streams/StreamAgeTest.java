package dev.trestle.conformance.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.SetClock;
import dev.trestle.sdk.TrestleDb;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardFilterType;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;

/** What time does to streams, on a clock that the test turns. */
class StreamAgeTest {
    private static final String TABLE = "aging";
    private static final String PROBE = "probe";
    private static final Duration MARKS = Duration.ofMinutes(5);

    private final SetClock clock = new SetClock(Instant.parse("2026-11-15T12:00:00Z"));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void shardIterator_after15Minutes_isExpired() {
        try (TrestleDb db = open()) {
            String arn = create(db, TABLE);
            String iterator = iterator(db, arn, ShardIteratorType.TRIM_HORIZON);
            clock.advance(Duration.ofMinutes(15));
            String next = db.streamsClient()
                    .getRecords(r -> r.shardIterator(iterator))
                    .nextShardIterator();
            clock.advance(Duration.ofMillis(1));
            assertThatThrownBy(() -> db.streamsClient().getRecords(r -> r.shardIterator(iterator)))
                    .isInstanceOf(ExpiredIteratorException.class);
            assertThat(db.streamsClient().getRecords(r -> r.shardIterator(next)).records())
                    .isEmpty();
        }
    }

    @Test
    void shardIterator_afterReopening_isStillGood() {
        String iterator;
        try (TrestleDb db = open()) {
            String arn = create(db, TABLE);
            iterator = iterator(db, arn, ShardIteratorType.TRIM_HORIZON);
            put(db, TABLE, "a");
        }
        try (TrestleDb db = open()) {
            put(db, TABLE, "b");
            assertThat(keys(StreamTail.read(db.streamsClient(), iterator))).containsExactly("a", "b");
        }
    }

    @Test
    void shard_after4Hours_isContinuedByItsChild() {
        try (TrestleDb db = open()) {
            String arn = create(db, TABLE);
            put(db, TABLE, "a");
            String latest = iterator(db, arn, ShardIteratorType.LATEST);
            roll(db, arn);
            put(db, TABLE, "b");

            List<Shard> shards = StreamTail.shards(db.streamsClient(), arn);
            Shard parent = shards.get(0);
            Shard child = shards.get(1);
            assertThat(child.parentShardId()).isEqualTo(parent.shardId());
            assertThat(new BigInteger(child.sequenceNumberRange().startingSequenceNumber()))
                    .isEqualTo(new BigInteger(parent.sequenceNumberRange().endingSequenceNumber()).add(BigInteger.ONE));
            assertThat(child.sequenceNumberRange().endingSequenceNumber()).isNull();
            assertThat(db.streamsClient()
                            .describeStream(r -> r.streamArn(arn)
                                    .shardFilter(f ->
                                            f.type(ShardFilterType.CHILD_SHARDS).shardId(parent.shardId())))
                            .streamDescription()
                            .shards())
                    .containsExactly(child);
            assertThat(keys(readShard(db, arn, parent))).containsExactly("a");
            assertThat(keys(readShard(db, arn, child))).containsExactly("b");
            assertThatThrownBy(() -> StreamTail.read(db.streamsClient(), latest))
                    .as("an iterator of four hours ago")
                    .isInstanceOf(ExpiredIteratorException.class);
        }
    }

    /** Readers poll while the stream goes through several shards under a writer; each record comes once, in its shard. */
    @Test
    @Tag("once")
    void shard_continuedUnderLoad_losesAndDoublesNothing() throws Exception {
        try (TrestleDb db = open()) {
            String arn = create(db, TABLE);
            AtomicBoolean stop = new AtomicBoolean();
            CompletableFuture<Integer> writer = inBackground(() -> {
                int written = 0;
                while (!stop.get()) {
                    put(db, TABLE, Integer.toString(written++));
                }
                return written;
            });
            CompletableFuture<List<String>> reader = inBackground(() -> new ShardFollower(db, arn).followUntil(writer));
            for (int i = 0; i < 5; i++) {
                roll(db, arn);
            }
            stop.set(true);
            int written = writer.get(60, TimeUnit.SECONDS);
            List<String> expected =
                    IntStream.range(0, written).mapToObj(Integer::toString).toList();
            assertThat(reader.get(60, TimeUnit.SECONDS))
                    .as("while it was written")
                    .isEqualTo(expected);
            assertThat(StreamTail.shards(db.streamsClient(), arn)).hasSize(6);
            assertThat(keys(StreamTail.readAll(db.streamsClient(), arn)))
                    .as("afterwards")
                    .isEqualTo(expected);
            assertThat(db.engine().verify().problems()).isEmpty();
        }
    }

    @Test
    void records_afterADay_areTrimmed() {
        try (TrestleDb db = open()) {
            String arn = create(db, TABLE);
            create(db, PROBE);
            put(db, TABLE, "a");
            mark(db);
            put(db, TABLE, "b");
            List<Record> records = StreamTail.readAll(db.streamsClient(), arn);
            clock.advance(Duration.ofHours(24).minus(MARKS).minusMinutes(1));
            assertThat(keys(StreamTail.readAll(db.streamsClient(), arn)))
                    .as("a minute before the first is a day old")
                    .containsExactly("a", "b");
            String atA = at(db, arn, records.get(0));
            String atB = at(db, arn, records.get(1));
            clock.advance(MARKS.plusMinutes(1));

            await(
                    "the first record is trimmed",
                    () -> keys(StreamTail.readAll(db.streamsClient(), arn)).equals(List.of("b")));
            assertThatThrownBy(() -> db.streamsClient().getRecords(r -> r.shardIterator(atA)))
                    .isInstanceOf(TrimmedDataAccessException.class);
            assertThatThrownBy(() -> at(db, arn, records.get(0))).isInstanceOf(TrimmedDataAccessException.class);
            assertThat(keys(StreamTail.read(db.streamsClient(), atB))).containsExactly("b");
            assertThat(db.engine().verify().problems()).isEmpty();
        }
    }

    @Test
    void shards_afterADay_areForgottenButTheLast() {
        try (TrestleDb db = open()) {
            String arn = create(db, TABLE);
            create(db, PROBE);
            put(db, TABLE, "a");
            Shard first = StreamTail.shards(db.streamsClient(), arn).get(0);
            roll(db, arn);
            mark(db);
            clock.advance(Duration.ofHours(24).plus(MARKS));

            await(
                    "the first shard is forgotten",
                    () -> StreamTail.shards(db.streamsClient(), arn).stream()
                            .noneMatch(shard -> shard.shardId().equals(first.shardId())));
            assertThat(StreamTail.shards(db.streamsClient(), arn).get(0).parentShardId())
                    .isNull();
            assertThatThrownBy(() -> readShard(db, arn, first)).isInstanceOf(ResourceNotFoundException.class);
            put(db, TABLE, "b");
            assertThat(keys(StreamTail.readAll(db.streamsClient(), arn))).containsExactly("b");
            assertThat(db.engine().verify().problems()).isEmpty();
        }
    }

    @Test
    void marks_afterReopening_stillTrim() {
        String arn;
        List<Record> records;
        try (TrestleDb db = open()) {
            arn = create(db, TABLE);
            create(db, PROBE);
            put(db, TABLE, "a");
            mark(db);
            put(db, TABLE, "b");
            records = StreamTail.readAll(db.streamsClient(), arn);
        }
        clock.advance(Duration.ofHours(24));
        try (TrestleDb db = open()) {
            await(
                    "the first record is trimmed",
                    () -> keys(StreamTail.readAll(db.streamsClient(), arn)).equals(List.of("b")));
        }
        try (TrestleDb db = open()) {
            assertThatThrownBy(() -> at(db, arn, records.get(0)))
                    .as("after reopening once more")
                    .isInstanceOf(TrimmedDataAccessException.class);
            assertThat(db.engine().verify().problems()).isEmpty();
        }
    }

    @Test
    void closedStream_afterADay_isForgotten() {
        try (TrestleDb db = open()) {
            String arn = create(db, TABLE);
            put(db, TABLE, "a");
            db.client().updateTable(r -> r.tableName(TABLE).streamSpecification(s -> s.streamEnabled(false)));
            clock.advance(Duration.ofHours(24).minusSeconds(1));
            assertThat(keys(StreamTail.readAll(db.streamsClient(), arn))).containsExactly("a");
            clock.advance(Duration.ofSeconds(1));
            await(
                    "the stream is forgotten",
                    () -> db.streamsClient()
                            .listStreams(r -> r.tableName(TABLE))
                            .streams()
                            .isEmpty());
            assertThatThrownBy(() -> StreamTail.readAll(db.streamsClient(), arn))
                    .isInstanceOf(ResourceNotFoundException.class);
            assertThat(db.client()
                            .describeTable(r -> r.tableName(TABLE))
                            .table()
                            .latestStreamArn())
                    .isEqualTo(arn);
            assertThat(db.engine().verify().streamRecords()).isZero();
        }
    }

    private TrestleDb open() {
        return TrestleDb.open(
                EngineOptions.directory(directory.resolve("store")).withClock(clock));
    }

    private static String create(TrestleDb db, String table) {
        RandomWrites.createTable(db.client(), table, StreamViewType.KEYS_ONLY);
        return db.client().describeTable(r -> r.tableName(table)).table().latestStreamArn();
    }

    private static void put(TrestleDb db, String table, String key) {
        db.client().putItem(r -> r.tableName(table).item(Map.of("pk", AttributeValue.fromS(key))));
    }

    /**
     * Lets five minutes pass and waits for the mark that is due then: it takes a number, which is missing between two records, the first of
     * which was there before.
     */
    private void mark(TrestleDb db) {
        String arn = db.client().describeTable(r -> r.tableName(PROBE)).table().latestStreamArn();
        put(db, PROBE, "probe0");
        int first = StreamTail.readAll(db.streamsClient(), arn).size() - 1;
        int[] probes = {1};
        clock.advance(MARKS);
        await("a mark is made", () -> {
            put(db, PROBE, "probe" + probes[0]++);
            List<BigInteger> numbers = StreamTail.readAll(db.streamsClient(), arn).stream()
                    .map(record -> new BigInteger(record.dynamodb().sequenceNumber()))
                    .toList();
            BigInteger taken = numbers.get(numbers.size() - 1).subtract(numbers.get(first));
            return taken.compareTo(BigInteger.valueOf(numbers.size() - 1 - first)) > 0;
        });
    }

    /** Lets four hours pass and waits for the new shard. */
    private void roll(TrestleDb db, String arn) {
        int before = StreamTail.shards(db.streamsClient(), arn).size();
        clock.advance(Duration.ofHours(4));
        await(
                "a new shard is there",
                () -> StreamTail.shards(db.streamsClient(), arn).size() > before);
    }

    private static String iterator(TrestleDb db, String arn, ShardIteratorType type) {
        String shard = StreamTail.shards(db.streamsClient(), arn).get(0).shardId();
        return StreamTail.iterator(db.streamsClient(), arn, shard, type);
    }

    private static String at(TrestleDb db, String arn, Record record) {
        List<Shard> shards = StreamTail.shards(db.streamsClient(), arn);
        return db.streamsClient()
                .getShardIterator(r -> r.streamArn(arn)
                        .shardId(shards.get(0).shardId())
                        .shardIteratorType(ShardIteratorType.AT_SEQUENCE_NUMBER)
                        .sequenceNumber(record.dynamodb().sequenceNumber()))
                .shardIterator();
    }

    private static List<Record> readShard(TrestleDb db, String arn, Shard shard) {
        return StreamTail.read(
                db.streamsClient(),
                StreamTail.iterator(db.streamsClient(), arn, shard.shardId(), ShardIteratorType.TRIM_HORIZON));
    }

    private static List<String> keys(List<Record> records) {
        return records.stream().map(StreamAgeTest::key).toList();
    }

    private static String key(Record record) {
        return record.dynamodb().keys().get("pk").s();
    }

    private static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(condition);
    }

    private static <T> CompletableFuture<T> inBackground(Callable<T> work) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return work.call();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }
}
