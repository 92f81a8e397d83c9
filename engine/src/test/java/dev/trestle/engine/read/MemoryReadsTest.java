package dev.trestle.engine.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineException;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.BatchGetItem;
import dev.trestle.engine.api.BatchGetItem.KeysAndAttributes;
import dev.trestle.engine.api.CreateTable;
import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.api.GetItem;
import dev.trestle.engine.api.IndexSpec;
import dev.trestle.engine.api.KeySchemaElement;
import dev.trestle.engine.api.Page;
import dev.trestle.engine.api.ProjectionSpec;
import dev.trestle.engine.api.PutItem;
import dev.trestle.engine.api.Query;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads that must not wait: what is in memory they answer as the others do, and all else they leave to those. */
class MemoryReadsTest {
    private static final String TABLE = "things";
    private static final int ITEMS = 300;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private Engine open(long itemCacheBytes) {
        return Engine.open(EngineOptions.directory(directory)
                .withItemCacheBytes(itemCacheBytes)
                .withFreeSpaceFloorBytes(0));
    }

    private Engine filled(long itemCacheBytes) {
        Engine engine = open(itemCacheBytes);
        engine.createTable(new CreateTable(
                TABLE,
                List.of(
                        new AttributeDefinition("pk", "S"),
                        new AttributeDefinition("sk", "N"),
                        new AttributeDefinition("color", "S")),
                List.of(new KeySchemaElement("pk", "HASH"), new KeySchemaElement("sk", "RANGE")),
                null,
                List.of(new IndexSpec(
                        "by-color",
                        List.of(new KeySchemaElement("color", "HASH"), new KeySchemaElement("sk", "RANGE")),
                        new ProjectionSpec("KEYS_ONLY", null),
                        null,
                        null)),
                new TableSettings("PAY_PER_REQUEST", null, null, null, null),
                null,
                null));
        List<CompletableFuture<?>> puts = new ArrayList<>();
        for (int number = 0; number < ITEMS; number++) {
            puts.add(putting(engine, number, "first"));
        }
        puts.forEach(CompletableFuture::join);
        return engine;
    }

    private static void put(Engine engine, int number, String note) {
        putting(engine, number, note).join();
    }

    private static CompletableFuture<?> putting(Engine engine, int number, String note) {
        Map<String, Value> item = Map.of(
                "pk", new Value.S("p" + number % 3),
                "sk", new Value.N(Integer.toString(number)),
                "color", new Value.S(number % 2 == 0 ? "red" : "blue"),
                "note", new Value.S(note));
        return engine.putItem(new PutItem(TABLE, item, null, ExpressionAttributes.NONE, null, null));
    }

    private static GetItem get(int number) {
        Map<String, Value> key =
                Map.of("pk", new Value.S("p" + number % 3), "sk", new Value.N(Integer.toString(number)));
        return new GetItem(TABLE, key, false, null, ExpressionAttributes.NONE);
    }

    private static Query query(
            @Nullable String index, String partition, int from, @Nullable Integer limit, boolean forward) {
        return new Query(
                TABLE,
                index,
                (index == null ? "pk" : "color") + " = :p AND sk >= :s",
                null,
                null,
                new ExpressionAttributes(
                        null, Map.of(":p", new Value.S(partition), ":s", new Value.N(Integer.toString(from)))),
                null,
                limit,
                false,
                forward,
                null,
                null,
                null);
    }

    private static @Nullable StoredItem item(GetItem.@Nullable Result result) {
        return result == null ? null : result.item();
    }

    @Test
    void getItemFromMemory_ofWhatWasJustWritten_isTheItem() {
        try (Engine engine = filled(0)) {
            assertThat(item(engine.getItemFromMemory(get(7))))
                    .isNotNull()
                    .isEqualTo(engine.getItem(get(7)).item());
            put(engine, 7, "second");
            StoredItem item = item(engine.getItemFromMemory(get(7)));
            assertThat(item).isNotNull();
            assertThat(item.attribute("note")).isEqualTo(new Value.S("second"));
        }
    }

    @Test
    void getItemFromMemory_ofNothing_isLeftToGetItem() {
        try (Engine engine = filled(0)) {
            assertThat(engine.getItemFromMemory(get(ITEMS))).isNull();
            assertThat(engine.getItem(get(ITEMS)).item()).isNull();
        }
    }

    private static BatchGetItem batch(int... numbers) {
        List<Map<String, Value>> keys = new ArrayList<>();
        for (int number : numbers) {
            keys.add(get(number).key());
        }
        return new BatchGetItem(Map.of(TABLE, new KeysAndAttributes(keys, true, "note", null, null)), "TOTAL");
    }

    @Test
    void batchGetItemFromMemory_ofFewItems_isWhatBatchGetItemAnswers() {
        try (Engine engine = filled(0)) {
            BatchGetItem.Result inMemory = engine.batchGetItemFromMemory(batch(7, 8, 9));

            assertThat(inMemory).isNotNull().isEqualTo(engine.batchGetItem(batch(7, 8, 9)));
            assertThat(inMemory.responses().get(TABLE)).hasSize(3);
        }
    }

    @Test
    void batchGetItemFromMemory_ofMuchOrOfNothing_isLeftToBatchGetItem() {
        try (Engine engine = filled(0)) {
            assertThat(engine.batchGetItemFromMemory(batch(7, ITEMS))).isNull();
            assertThat(engine.batchGetItemFromMemory(
                            batch(IntStream.range(0, 11).toArray())))
                    .isNull();
            put(engine, 8, "long".repeat(20_000));
            assertThat(engine.batchGetItemFromMemory(batch(7, 8))).isNull();
            assertThat(engine.batchGetItem(batch(7, 8)).responses().get(TABLE)).hasSize(2);
        }
    }

    @Test
    void batchGetItemFromMemory_ofWhatIsWrong_isRefusedAsByBatchGetItem() {
        try (Engine engine = filled(0)) {
            for (BatchGetItem wrong : List.of(new BatchGetItem(null, null), batch(7, 7), batch())) {
                assertThatThrownBy(() -> engine.batchGetItemFromMemory(wrong))
                        .isInstanceOf(EngineException.class)
                        .hasMessage(
                                catchThrowable(() -> engine.batchGetItem(wrong)).getMessage());
            }
        }
    }

    @Test
    void reads_ofWhatIsOnDiskOnly_waitForAReadThatMayWait() {
        filled(0).close();
        try (Engine engine = open(0)) {
            assertThat(engine.getItemFromMemory(get(7))).isNull();
            Query query = query(null, "p1", 0, 10, true);
            assertThat(engine.queryFromMemory(query)).isNull();
            assertThat(engine.batchGetItemFromMemory(batch(7, 8))).isNull();
            // A compaction may move what was just read, and after a look in vain some are passed over.
            await().untilAsserted(() -> {
                assertThat(engine.getItem(get(7)).item()).isNotNull();
                assertThat(item(engine.getItemFromMemory(get(7)))).isNotNull();
            });
            await().untilAsserted(() -> {
                Page page = engine.query(query);
                assertThat(engine.queryFromMemory(query)).isEqualTo(page);
            });
        }
    }

    @Test
    void queryFromMemory_ofAnyRange_isWhatQueryAnswers() {
        long seed = 20261116;
        Random random = new Random(seed);
        for (long itemCacheBytes : new long[] {0, 1024 * 1024}) {
            try (Engine engine = itemCacheBytes == 0 ? filled(0) : open(itemCacheBytes)) {
                int answered = 0;
                for (int i = 0; i < 300; i++) {
                    String index = random.nextInt(3) == 0 ? "by-color" : null;
                    String partition = index == null ? "p" + random.nextInt(4) : random.nextBoolean() ? "red" : "blue";
                    Query query = query(
                            index,
                            partition,
                            random.nextInt(ITEMS),
                            random.nextBoolean() ? null : 1 + random.nextInt(20),
                            random.nextBoolean());
                    Page inMemory = engine.queryFromMemory(query);
                    Page page = engine.query(query);
                    if (inMemory != null) {
                        answered++;
                        assertThat(inMemory)
                                .as("seed %d, query %d: %s", seed, i, query)
                                .isEqualTo(page);
                    }
                    if (random.nextInt(10) == 0) {
                        put(engine, random.nextInt(ITEMS), "round " + i);
                    }
                }
                assertThat(answered).isGreaterThan(100);
            }
        }
    }

    @Test
    void queryFromMemory_ofMuch_isLeftToQuery() {
        try (Engine engine = filled(1024 * 1024)) {
            for (int number = 0; number < 30; number++) {
                put(engine, number, "x".repeat(10_000));
            }
            Query query = query(null, "p1", 0, null, true);
            assertThat(engine.queryFromMemory(query)).isNull();
            assertThat(engine.query(query).count()).isEqualTo(ITEMS / 3);
            assertThat(engine.queryFromMemory(query))
                    .as("also if its page is cached")
                    .isNull();
        }
    }
}
