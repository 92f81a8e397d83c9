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
import dev.trestle.engine.api.TransactWriteItems;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Value;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Idempotency tokens that no engine leaves so: {@code verify} must say so. */
@Tag("once")
class TokenDamageTest {
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
            PutItem put =
                    new PutItem("letters", Map.of("pk", new Value.S("a")), null, ExpressionAttributes.NONE, null, null);
            engine.transactWriteItems(new TransactWriteItems(
                            List.of(new TransactWriteItems.Action(null, put, null, null)), "token-1"))
                    .get();
            assertThat(engine.verify().problems()).isEmpty();
        }
    }

    @Test
    void verify_tokenWithoutItsExpiry_isAProblem() {
        change(entries -> List.of(Mutation.delete(Family.TOKENS, entries.get(0))));
        assertProblem("token-1 would never expire");
    }

    @Test
    void verify_expiryWithoutItsToken_isAProblem() {
        change(entries -> List.of(Mutation.delete(Family.TOKENS, entries.get(1))));
        assertProblem("belongs to no idempotency token: token-1");
    }

    @Test
    void verify_tokenWithoutItsHash_isAProblem() {
        byte[] bare =
                StoredItem.of(Map.of("expiry", new Value.N("4000000000000"))).bytes();
        change(entries -> List.of(Mutation.put(Family.TOKENS, entries.get(1), bare)));
        assertProblem("token-1 has no hash");
    }

    private interface Damage {
        List<Mutation> of(List<byte[]> entries);
    }

    /** The expiry comes first, then the token. */
    private void change(Damage damage) {
        try (Store store = Store.open(new StoreOptions(directory, 1 << 20, 1 << 20, 0, 0, Duration.ZERO))) {
            List<byte[]> entries = new ArrayList<>();
            try (Cursor cursor = store.cursor(Family.TOKENS, new byte[0], new byte[] {-1}, true)) {
                while (cursor.next()) {
                    entries.add(cursor.key());
                }
            }
            assertThat(entries).hasSize(2);
            store.write(List.of(damage.of(entries)), Map.of());
        }
    }

    private void assertProblem(String text) {
        try (Engine engine = Engine.open(EngineOptions.directory(directory))) {
            assertThat(engine.verify().problems()).hasSize(1).first().asString().contains(text);
        }
    }
}
