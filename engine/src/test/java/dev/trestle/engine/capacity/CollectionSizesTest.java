package dev.trestle.engine.capacity;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.CreateTable;
import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.api.IndexSpec;
import dev.trestle.engine.api.ItemCollectionMetrics;
import dev.trestle.engine.api.KeySchemaElement;
import dev.trestle.engine.api.Metering;
import dev.trestle.engine.api.ProjectionSpec;
import dev.trestle.engine.api.PutItem;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Committer;
import dev.trestle.engine.store.ItemCache;
import dev.trestle.engine.store.Snapshot;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.store.StoreOptions;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Estimates of item collections that are larger than a gigabyte, with a gigabyte of 100 KB. */
class CollectionSizesTest {
    private static final int GIGABYTE = 100_000;
    private static final int ITEM_BYTES = 10_000;
    private static final Metering SIZE = Metering.of(null, "SIZE");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @BeforeEach
    void fill() throws Exception {
        try (Engine engine = Engine.open(EngineOptions.directory(directory))) {
            engine.createTable(new CreateTable(
                    "letters",
                    List.of(
                            new AttributeDefinition("pk", "S"),
                            new AttributeDefinition("sk", "N"),
                            new AttributeDefinition("l", "N")),
                    List.of(new KeySchemaElement("pk", "HASH"), new KeySchemaElement("sk", "RANGE")),
                    List.of(new IndexSpec(
                            "local",
                            List.of(new KeySchemaElement("pk", "HASH"), new KeySchemaElement("l", "RANGE")),
                            new ProjectionSpec("ALL", null),
                            null,
                            null)),
                    null,
                    new TableSettings("PAY_PER_REQUEST", null, null, null, null),
                    null));
            Random random = new Random(4);
            for (int i = 0; i < 80; i++) {
                byte[] filler = new byte[ITEM_BYTES];
                random.nextBytes(filler);
                Map<String, Value> item = Map.of(
                        "pk",
                        new Value.S(i < 60 ? "large" : "small"),
                        "sk",
                        new Value.N(Integer.toString(i)),
                        "l",
                        new Value.N("1"),
                        "d",
                        new Value.B(Bytes.of(filler)));
                engine.putItem(new PutItem("letters", item, null, ExpressionAttributes.NONE, null, null))
                        .get();
            }
        }
    }

    @Test
    void of_largeTable_estimatesTheShareOfThePartition() {
        try (Store store = Store.open(new StoreOptions(directory, 1 << 20, 1 << 20, 0, 0, Duration.ZERO))) {
            Committer committer = new Committer(store, new ItemCache(0, true), Clock.systemUTC(), 1, 1);
            TableDef table;
            try (Snapshot snapshot = store.snapshot()) {
                table = Catalog.load(snapshot).get(0);
            }
            CollectionSizes sizes = new CollectionSizes(store, committer.counters(), GIGABYTE);

            // 60 and 20 items of 10 KB, each of them in the table and in its index.
            assertThat(lower(sizes, table, "large")).isBetween(10.0, 14.0);
            assertThat(lower(sizes, table, "small")).isBetween(3.0, 5.0);
            assertThat(lower(sizes, table, "none")).isZero();
            assertThat(lower(new CollectionSizes(store, committer.counters()), table, "large"))
                    .isZero();
        }
    }

    private static double lower(CollectionSizes sizes, TableDef table, String partition) {
        StoredItem item = StoredItem.of(Map.of("pk", new Value.S(partition), "sk", new Value.N("1")));
        ItemCollectionMetrics metrics = requireNonNull(sizes.of(SIZE, table, null, item));
        assertThat(metrics.upperBoundGb()).isEqualTo(metrics.lowerBoundGb() + 1);
        assertThat(metrics.itemCollectionKey().toMap()).isEqualTo(Map.of("pk", new Value.S(partition)));
        return metrics.lowerBoundGb();
    }
}
