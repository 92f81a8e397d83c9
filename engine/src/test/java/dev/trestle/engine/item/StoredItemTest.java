package dev.trestle.engine.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.ItemSize;
import dev.trestle.engine.value.RandomValues;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StoredItemTest {
    private static final long SEED = 31_337L;

    @Test
    void of_random_givesTheItemBack() {
        RandomValues values = new RandomValues(SEED);
        for (int i = 0; i < 5_000; i++) {
            Map<String, Value> item = Canonical.item(values.item());
            StoredItem stored = StoredItem.of(item);
            assertThat(stored.toMap()).as("seed %d", SEED).isEqualTo(item);
            assertThat(stored.size()).as("seed %d", SEED).isEqualTo(ItemSize.ofItem(item));
            for (Map.Entry<String, Value> attribute : item.entrySet()) {
                assertThat(stored.attribute(attribute.getKey())).isEqualTo(attribute.getValue());
            }
            assertThat(stored.attribute("missing")).isNull();
            StoredItem reread = StoredItem.ofBytes(stored.bytes().clone());
            assertThat(reread).isEqualTo(stored).hasSameHashCodeAs(stored);
            assertThat(reread.size()).isEqualTo(stored.size());
        }
    }

    @Test
    void accept_random_visitsTheItem() {
        RandomValues values = new RandomValues(SEED);
        for (int i = 0; i < 5_000; i++) {
            StoredItem stored = StoredItem.of(Canonical.item(values.item()));
            TreeBuilder visitor = new TreeBuilder();
            stored.accept(visitor);
            assertThat(visitor.item()).as("seed %d", SEED).isEqualTo(stored.toMap());
        }
    }

    @Test
    void of_anyOrderOfInsertion_givesEqualBytes() {
        RandomValues values = new RandomValues(SEED);
        Random random = new Random(SEED);
        for (int i = 0; i < 2_000; i++) {
            Map<String, Value> item = Canonical.item(values.item());
            Map<String, Value> shuffled = shuffled(item, random);
            assertThat(StoredItem.of(shuffled).bytes())
                    .as("seed %d", SEED)
                    .isEqualTo(StoredItem.of(item).bytes());
        }
    }

    @Test
    void of_setsInAnyOrder_giveEqualItems() {
        StoredItem a = StoredItem.of(Canonical.item(Map.of("s", new Value.NS(List.of("1.0", "10", "2")))));
        StoredItem b = StoredItem.of(Canonical.item(Map.of("s", new Value.NS(List.of("2", "1", "1E1")))));
        assertThat(a).isEqualTo(b);
        assertThat(a).isNotEqualTo(StoredItem.of(Canonical.item(Map.of("s", new Value.NS(List.of("2", "1"))))));
    }

    @Test
    void only_names_keepsThoseThatExist() {
        StoredItem item =
                StoredItem.of(Map.of("a", new Value.N("1"), "b", new Value.S("x"), "c", new Value.Null(true)));
        assertThat(item.only(List.of("c", "a", "z")))
                .isEqualTo(StoredItem.of(Map.of("a", new Value.N("1"), "c", new Value.Null(true))));
    }

    @Test
    void view_sameDecoder_decodesOnce() {
        StoredItem item = StoredItem.of(Map.of("a", new Value.N("1")));
        List<StoredItem> decoded = new ArrayList<>();
        Function<StoredItem, Object> decoder = stored -> {
            decoded.add(stored);
            return new Object();
        };
        assertThat(item.view(decoder)).isSameAs(item.view(decoder));
        assertThat(decoded).hasSize(1);
        assertThat(item.<String>view(stored -> "other")).isEqualTo("other");
    }

    @Test
    void ofBytes_otherFormat_isRefused() {
        assertThatThrownBy(() -> StoredItem.ofBytes(new byte[] {2, 0, 0}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a stored item has format 2, not 1");
        assertThatThrownBy(() -> StoredItem.ofBytes(new byte[0])).isInstanceOf(RuntimeException.class);
    }

    @Test
    @Timeout(60)
    void read_damagedBytes_throwsNothingButRuntimeExceptions() {
        RandomValues values = new RandomValues(SEED);
        Random random = new Random(SEED);
        int refused = 0;
        for (int i = 0; i < 10_000; i++) {
            byte[] bytes = damaged(StoredItem.of(Canonical.item(values.item())).bytes(), random);
            refused += readEverything(bytes, "seed " + SEED + ", round " + i) ? 0 : 1;
        }
        assertThat(refused).isBetween(1_000, 9_900);
    }

    @Test
    void read_damagedCount_allocatesNothing() {
        byte[] hugeItem = {1, 0, -1, -1, -1, -1, 7};
        byte[] negativeItem = {1, 0, -1, -1, -1, -1, 15};
        for (byte[] bytes : new byte[][] {hugeItem, negativeItem}) {
            assertThatThrownBy(() -> StoredItem.ofBytes(bytes).toMap()).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> StoredItem.ofBytes(bytes).accept(new TreeBuilder()))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> StoredItem.ofBytes(bytes).attribute("a"))
                    .isInstanceOf(IllegalStateException.class);
        }
        for (Value.Type type :
                new Value.Type[] {Value.Type.M, Value.Type.L, Value.Type.SS, Value.Type.NS, Value.Type.BS}) {
            byte[] bytes = {1, 0, 1, 1, 'a', (byte) type.ordinal(), 0, 0, 0, 5, -1, -1, -1, -1, 7};
            assertThatThrownBy(() -> StoredItem.ofBytes(bytes).toMap()).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> StoredItem.ofBytes(bytes).accept(new TreeBuilder()))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void read_containerWithAnotherLength_isRefused() {
        for (int length : new int[] {0, 1, 3, 4, 100}) {
            byte[] bytes = {1, 0, 1, 1, 'a', (byte) Value.Type.L.ordinal(), 0, 0, 0, (byte) length, 1, 4};
            assertThatThrownBy(() -> StoredItem.ofBytes(bytes).toMap()).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> StoredItem.ofBytes(bytes).accept(new TreeBuilder()))
                    .isInstanceOf(IllegalStateException.class);
        }
        byte[] whole = {1, 0, 1, 1, 'a', (byte) Value.Type.L.ordinal(), 0, 0, 0, 2, 1, 4};
        assertThat(StoredItem.ofBytes(whole).attribute("a")).isEqualTo(new Value.L(List.of(new Value.Null(true))));
    }

    @Test
    void read_bytesNested100000Levels_doesNotExhaustTheStack() {
        ByteWriter out = new ByteWriter(1 << 20);
        out.writeBytes(new byte[] {1, 0, 1, 1, 'a'});
        for (int i = 0; i < 100_000; i++) {
            out.writeByte(Value.Type.L.ordinal());
            out.writeInt((100_000 - i) * 6 - 5);
            out.writeByte(1);
        }
        byte[] bytes = out.toByteArray();
        assertThatThrownBy(() -> StoredItem.ofBytes(bytes).toMap())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("levels");
        assertThatThrownBy(() -> StoredItem.ofBytes(bytes).attribute("a")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> StoredItem.ofBytes(bytes).accept(new TreeBuilder()))
                .isInstanceOf(IllegalStateException.class);
    }

    /** False if the bytes were refused; anything but a RuntimeException fails the test. */
    private static boolean readEverything(byte[] bytes, String description) {
        boolean whole = true;
        List<Runnable> reads = List.of(
                () -> StoredItem.ofBytes(bytes).toMap(),
                () -> StoredItem.ofBytes(bytes).attribute("no such name"),
                () -> StoredItem.ofBytes(bytes).accept(new TreeBuilder()));
        for (Runnable read : reads) {
            try {
                read.run();
            } catch (RuntimeException e) {
                whole = false;
            } catch (Error e) {
                throw new AssertionError(description, e);
            }
        }
        return whole;
    }

    private static byte[] damaged(byte[] bytes, Random random) {
        byte[] damaged =
                random.nextInt(4) == 0 ? Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length)) : bytes.clone();
        for (int left = 1 + random.nextInt(3); left > 0 && damaged.length > 1; left--) {
            int at = 1 + random.nextInt(damaged.length - 1);
            damaged[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : damaged[at] ^ (1 << random.nextInt(8)));
        }
        return damaged;
    }

    private static Map<String, Value> shuffled(Map<String, Value> entries, Random random) {
        List<String> names = new ArrayList<>(entries.keySet());
        Collections.shuffle(names, random);
        Map<String, Value> shuffled = new LinkedHashMap<>();
        for (String name : names) {
            Value value = entries.get(name);
            shuffled.put(name, value instanceof Value.M map ? new Value.M(shuffled(map.entries(), random)) : value);
        }
        return shuffled;
    }
}
