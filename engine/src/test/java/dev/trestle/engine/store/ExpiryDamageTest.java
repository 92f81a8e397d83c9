package dev.trestle.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.CreateTable;
import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.api.KeySchemaElement;
import dev.trestle.engine.api.PutItem;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.api.TimeToLiveSpecification;
import dev.trestle.engine.api.UpdateTimeToLive;
import dev.trestle.engine.value.Value;
import dev.trestle.engine.verify.VerifyReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Expiry entries that do not agree with their items, as no engine leaves them: {@code verify} must say so. */
@Tag("once")
class ExpiryDamageTest {
    private static final byte[] NOTHING = {};

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @BeforeEach
    void fill() throws Exception {
        try (Engine engine = Engine.open(EngineOptions.directory(directory))) {
            engine.createTable(new CreateTable(
                    "letters",
                    List.of(new AttributeDefinition("pk", "S")),
                    List.of(new KeySchemaElement("pk", "HASH")),
                    null,
                    null,
                    new TableSettings("PAY_PER_REQUEST", null, null, null, null),
                    null));
            engine.updateTimeToLive(new UpdateTimeToLive("letters", new TimeToLiveSpecification("expires", true)));
            while (!engine.describeTimeToLive("letters").timeToLiveStatus().equals("ENABLED")) {
                LockSupport.parkNanos(1_000_000);
            }
            Map<String, Value> item = Map.of("pk", new Value.S("a"), "expires", new Value.N("4000000000"));
            engine.putItem(new PutItem("letters", item, null, ExpressionAttributes.NONE, null, null))
                    .get();
            assertThat(engine.verify().problems()).isEmpty();
            assertThat(engine.verify().expiryEntries()).isEqualTo(1);
        }
    }

    @Test
    void verify_itemWithoutItsEntry_isAProblem() {
        change(entry -> List.of(Mutation.delete(Family.EXPIRY, entry)));
        assertProblem("has no expiry entry");
    }

    @Test
    void verify_entryOfAnotherSecond_isAProblem() {
        change(entry -> {
            byte[] earlier = entry.clone();
            earlier[11]--;
            return List.of(Mutation.put(Family.EXPIRY, earlier, NOTHING));
        });
        assertProblem("is not where its item calls for it");
    }

    @Test
    void verify_entryWithoutItsItem_isAProblem() {
        change(entry -> {
            byte[] otherItem = entry.clone();
            otherItem[otherItem.length - 1]++;
            return List.of(Mutation.put(Family.EXPIRY, otherItem, NOTHING));
        });
        assertProblem("has no item");
    }

    @Test
    void verify_entryWithAValue_isAProblem() {
        change(entry -> List.of(Mutation.put(Family.EXPIRY, entry, new byte[] {1})));
        assertProblem("has a value");
    }

    @Test
    void verify_entryOfNoExpiry_isAProblem() {
        change(entry -> {
            byte[] unknown = entry.clone();
            unknown[3] += 100;
            return List.of(Mutation.put(Family.EXPIRY, unknown, NOTHING));
        });
        assertProblem("belongs to no table, index or expiry");
    }

    private interface Damage {
        List<Mutation> of(byte[] entry);
    }

    private void change(Damage damage) {
        try (Store store = Store.open(new StoreOptions(directory, 1 << 20, 1 << 20, 0, 0, Duration.ZERO))) {
            byte[] entry;
            try (Cursor cursor = store.cursor(Family.EXPIRY, NOTHING, new byte[] {-1}, true)) {
                assertThat(cursor.next()).isTrue();
                entry = cursor.key();
            }
            store.write(List.of(damage.of(entry)), Map.of());
        }
    }

    private void assertProblem(String text) {
        try (Engine engine = Engine.open(EngineOptions.directory(directory))) {
            VerifyReport report = engine.verify();
            assertThat(report.problems()).hasSize(1).first().asString().contains(text);
        }
    }
}
