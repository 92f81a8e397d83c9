package dev.trestle.engine.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.RandomValues;
import dev.trestle.engine.value.Value;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeyCodecTest {
    private static final long SEED = 5_550_123L;
    private static final Value.Type[] KEY_TYPES = {Value.Type.S, Value.Type.N, Value.Type.B};

    @ParameterizedTest
    @EnumSource(names = {"S", "N", "B"})
    void write_random_ordersAsTheValues(Value.Type type) {
        RandomValues values = new RandomValues(SEED);
        for (int i = 0; i < 20_000; i++) {
            Value a = component(values, type);
            Value b = component(values, type);
            assertThat(compareKeys(encoded(a), encoded(b)))
                    .as("seed %d, %s and %s", SEED, a, b)
                    .isEqualTo(compareValues(a, b));
        }
    }

    @Test
    void write_randomPairs_orderAsTuples() {
        RandomValues values = new RandomValues(SEED);
        for (int i = 0; i < 20_000; i++) {
            Value.Type first = KEY_TYPES[values.upTo(3)];
            Value.Type second = KEY_TYPES[values.upTo(3)];
            Value a1 = component(values, first);
            Value b1 = values.upTo(3) == 0 ? a1 : component(values, first);
            Value a2 = component(values, second);
            Value b2 = component(values, second);
            int expected = compareValues(a1, b1) != 0 ? compareValues(a1, b1) : compareValues(a2, b2);
            assertThat(compareKeys(encoded(a1, a2), encoded(b1, b2)))
                    .as("seed %d, (%s, %s) and (%s, %s)", SEED, a1, a2, b1, b2)
                    .isEqualTo(expected);
        }
    }

    @Test
    void readAndSkip_randomPairs_giveTheComponentsBack() {
        RandomValues values = new RandomValues(SEED);
        for (int i = 0; i < 20_000; i++) {
            Value.Type first = KEY_TYPES[values.upTo(3)];
            Value.Type second = KEY_TYPES[values.upTo(3)];
            Value a = component(values, first);
            Value b = component(values, second);
            byte[] key = encoded(a, b);
            int middle = KeyCodec.skip(key, 0, first);
            assertThat(KeyCodec.read(key, 0, first)).as("seed %d", SEED).isEqualTo(a);
            assertThat(KeyCodec.read(key, middle, second)).as("seed %d", SEED).isEqualTo(b);
            assertThat(KeyCodec.skip(key, middle, second))
                    .as("seed %d, %s, %s", SEED, a, b)
                    .isEqualTo(key.length);
        }
    }

    @Test
    void write_numbersAtAllEdges_orderAsNumbersAndComeBack() {
        List<BigDecimal> edges = new ArrayList<>();
        for (int exponent = -130; exponent <= 125; exponent++) {
            for (String digits :
                    new String[] {"1", "1.5", "9", "9." + "9".repeat(37), "1." + "0".repeat(36) + "1", "5.05"}) {
                edges.add(new BigDecimal(digits + "E" + exponent));
                edges.add(new BigDecimal("-" + digits + "E" + exponent));
            }
        }
        edges.add(BigDecimal.ZERO);
        edges.sort(null);
        byte[] previous = null;
        for (BigDecimal edge : edges) {
            Value value = Canonical.value(new Value.N(edge.toString()));
            byte[] key = encoded(value);
            assertThat(KeyCodec.read(key, 0, Value.Type.N)).isEqualTo(value);
            assertThat(key).hasSizeLessThanOrEqualTo(22);
            if (previous != null) {
                assertThat(compareKeys(previous, key)).as("%s", edge).isNegative();
                assertThat(Arrays.mismatch(previous, key))
                        .as("%s: no prefix", edge)
                        .isLessThan(Math.min(previous.length, key.length));
            }
            previous = key;
        }
    }

    @Test
    void writePrefix_random_beginsExactlyTheValuesThatBeginSo() {
        RandomValues values = new RandomValues(SEED);
        int matches = 0;
        for (int i = 0; i < 20_000; i++) {
            Value.Type type = values.upTo(2) == 0 ? Value.Type.S : Value.Type.B;
            Value prefix = component(values, type);
            Value value = values.upTo(2) == 0 ? joined(prefix, component(values, type)) : component(values, type);
            ByteWriter out = new ByteWriter(0);
            KeyCodec.writePrefix(out, prefix);
            boolean expected = Bytes.of(raw(value)).startsWith(Bytes.of(raw(prefix)));
            boolean actual = Bytes.of(encoded(value)).startsWith(Bytes.of(out.toByteArray()));
            assertThat(actual).as("seed %d, %s of %s", SEED, prefix, value).isEqualTo(expected);
            matches += expected ? 1 : 0;
        }
        assertThat(matches).isBetween(8_000, 19_000);
    }

    @Test
    void write_strings_haveTheDocumentedBytes() {
        assertThat(encoded(new Value.S("a\u0000b"))).containsExactly('a', 0, 0xFF, 'b', 0, 1);
        assertThat(encoded(new Value.S(""))).containsExactly(0, 1);
        assertThat(encoded(new Value.N("0"))).containsExactly(2);
        assertThat(encoded(new Value.N("12.5"))).containsExactly(3, 66, 25, 100);
        assertThat(encoded(new Value.N("-12.5"))).containsExactly(1, 0xFF - 66, 0xFF - 25, 0xFF - 100);
    }

    @Test
    void next_prefix_isAboveAllThatBeginWithIt() {
        assertThat(KeyCodec.next(new byte[] {1, 2})).containsExactly(1, 3);
        assertThat(KeyCodec.next(new byte[] {1, -1, -1})).containsExactly(2);
        assertThat(KeyCodec.next(new byte[] {0x7F})).containsExactly(0x80);
        assertThatThrownBy(() -> KeyCodec.next(new byte[] {-1, -1})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> KeyCodec.next(new byte[0])).isInstanceOf(IllegalArgumentException.class);
        byte[] prefix = {5, -1};
        KeyCodec.next(prefix);
        assertThat(prefix).containsExactly(5, 0xFF);
    }

    @Test
    void readAndSkip_unknownByteAfterZero_isRefused() {
        byte[] key = {'a', 0, 7, 0, 1};
        assertThatThrownBy(() -> KeyCodec.read(key, 0, Value.Type.S))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a stored key has the byte 7 after a zero");
        assertThatThrownBy(() -> KeyCodec.skip(key, 0, Value.Type.B)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void otherTypes_areRefused() {
        ByteWriter out = new ByteWriter(0);
        assertThatThrownBy(() -> KeyCodec.write(out, new Value.Bool(true)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> KeyCodec.writePrefix(out, new Value.N("1")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> KeyCodec.read(new byte[] {0, 1}, 0, Value.Type.M))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource(names = {"S", "N", "B"})
    void readAndSkip_damagedKey_giveAValueOrIllegalState(Value.Type type) {
        RandomValues values = new RandomValues(SEED);
        Random random = new Random(SEED);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] key = encoded(component(values, type));
            byte[] damaged = Arrays.copyOf(key, random.nextInt(key.length + 1));
            if (damaged.length > 0) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            try {
                Value value = KeyCodec.read(damaged, 0, type);
                assertThat(Canonical.value(value))
                        .as("seed %d, round %d", SEED, i)
                        .isEqualTo(value);
                assertThat(KeyCodec.skip(damaged, 0, type)).isLessThanOrEqualTo(damaged.length);
            } catch (IllegalStateException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(2_000);
    }

    private static Value component(RandomValues values, Value.Type type) {
        return Canonical.value(values.keyComponent(type));
    }

    private static byte[] encoded(Value... components) {
        ByteWriter out = new ByteWriter(0);
        for (Value component : components) {
            KeyCodec.write(out, component);
        }
        return out.toByteArray();
    }

    private static int compareKeys(byte[] a, byte[] b) {
        return Integer.signum(Arrays.compareUnsigned(a, b));
    }

    /** By definitions of their own: BigDecimal and the bytes. */
    private static int compareValues(Value a, Value b) {
        if (a instanceof Value.N left && b instanceof Value.N right) {
            return new BigDecimal(left.text()).compareTo(new BigDecimal(right.text()));
        }
        return compareKeys(raw(a), raw(b));
    }

    private static byte[] raw(Value value) {
        return value instanceof Value.S string
                ? string.value().getBytes(StandardCharsets.UTF_8)
                : ((Value.B) value).value().array();
    }

    private static Value joined(Value a, Value b) {
        if (a instanceof Value.S left && b instanceof Value.S right) {
            return new Value.S(left.value() + right.value());
        }
        byte[] left = raw(a);
        byte[] right = raw(b);
        byte[] both = Arrays.copyOf(left, left.length + right.length);
        System.arraycopy(right, 0, both, left.length, right.length);
        return new Value.B(Bytes.of(both));
    }
}
