package dev.trestle.conformance.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Committer;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.ItemCache;
import dev.trestle.engine.store.Mutation;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.store.StoreOptions;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.StreamCatalog;
import dev.trestle.engine.table.StreamDef;
import dev.trestle.engine.table.StreamRecords;
import dev.trestle.engine.verify.VerifyReport;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** What {@code verify()} says of streams that are not whole: each kind of damage is done to a store, and must be found. */
class StreamVerifyTest {
    private static final long MIB = 1024 * 1024;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @BeforeEach
    void writeThreeRecords() {
        try (TrestleDb db = open()) {
            RandomWrites.createTable(db.client(), "damaged", StreamViewType.NEW_AND_OLD_IMAGES);
            for (String key : List.of("a", "b", "c")) {
                db.client().putItem(r -> r.tableName("damaged").item(Map.of("pk", AttributeValue.fromS(key))));
            }
        }
    }

    @Test
    void verify_soundStream_countsItsRecords() {
        VerifyReport report = verify();
        assertThat(report.problems()).isEmpty();
        assertThat(report.streamRecords()).isEqualTo(3);
    }

    @Test
    void verify_recordThatDoesNotDecode_isFound() {
        damage((stream, streams, commit) -> commit.add(put(stream.id(), 3, new byte[] {1, 2, 3})));
        assertThat(verify().problems()).hasSize(1).first().asString().contains("in STREAM is damaged");
    }

    @Test
    void verify_recordOfNoStream_isFound() {
        StreamDef known = damage((stream, streams, commit) -> commit.add(put(stream.id() + 1000, 3, new byte[] {1})));
        assertThat(verify().problems())
                .containsExactly("the stream record 3 belongs to no stream; its id is " + (known.id() + 1000));
    }

    @Test
    void verify_shardsWithAHole_areFound() {
        // One of the two numbers may be that of a mark, which the keeper of streams makes when it comes to it.
        damage((stream, streams, commit) -> replaceShards(stream, streams, commit, shard(1, 1L), shard(4, null)));
        assertThat(verify().problems())
                .hasSizeBetween(2, 3)
                .anySatisfy(problem -> assertThat(problem).contains("does not continue the one before"))
                .anySatisfy(problem -> assertThat(problem).contains("in none of its shards"));
    }

    @Test
    void verify_shardWithoutAnEndInTheMiddle_isFound() {
        damage((stream, streams, commit) -> replaceShards(stream, streams, commit, shard(1, null), shard(3, null)));
        assertThat(verify().problems())
                .anySatisfy(problem -> assertThat(problem).contains("shard 0", "has no end"));
    }

    @Test
    void verify_shardBeyondTheLastNumber_isFound() {
        damage((stream, streams, commit) -> replaceShards(stream, streams, commit, shard(1, 5000L), shard(5001, null)));
        assertThat(verify().problems())
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem).contains("but the last number is"));
    }

    private TrestleDb open() {
        return TrestleDb.open(EngineOptions.directory(directory.resolve("store")));
    }

    private VerifyReport verify() {
        try (TrestleDb db = open()) {
            return db.engine().verify();
        }
    }

    private interface Damage {
        void add(StreamDef stream, StreamCatalog streams, Commit commit);
    }

    /** Writes past all rules; gives the stream as it was. */
    private StreamDef damage(Damage damage) {
        try (Store store = Store.open(
                        new StoreOptions(directory.resolve("store"), 8 * MIB, 8 * MIB, 0, 0, Duration.ZERO));
                Committer committer = new Committer(store, new ItemCache(0, true), Clock.systemUTC(), 10, MIB)) {
            committer.start();
            StreamCatalog streams = new Catalog(store, committer).streams();
            StreamDef stream = streams.all().get(0);
            Commit commit = new Commit();
            damage.add(stream, streams, commit);
            committer.submit(commit, committer.generation());
            committer.await(commit);
            return stream;
        }
    }

    private static void replaceShards(
            StreamDef stream, StreamCatalog streams, Commit commit, StreamDef.Shard... shards) {
        StreamDef changed = new StreamDef(
                stream.id(),
                stream.tableName(),
                stream.label(),
                stream.view(),
                stream.key(),
                stream.createdAt(),
                stream.closedAt(),
                List.of(shards));
        streams.trim(changed, 0, commit);
    }

    private static StreamDef.Shard shard(long first, @Nullable Long last) {
        return new StreamDef.Shard(first, last, Instant.EPOCH.plusSeconds(first));
    }

    private static Mutation put(int streamId, long sequence, byte[] value) {
        return Mutation.put(Family.STREAM, StreamRecords.key(streamId, sequence), value);
    }
}
