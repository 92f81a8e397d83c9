package dev.trestle.engine.read;

import dev.trestle.engine.item.ByteWriter;
import dev.trestle.engine.item.KeyCodec;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.value.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A range of stored keys: {@code from} inclusive, {@code to} exclusive. */
record Range(byte[] from, byte[] to) {

    /** All keys that begin with the prefix. */
    static Range startingWith(byte[] prefix) {
        return new Range(prefix, KeyCodec.next(prefix));
    }

    boolean isEmpty() {
        return Arrays.compareUnsigned(from, to) >= 0;
    }

    boolean contains(byte[] key) {
        return Arrays.compareUnsigned(from, key) <= 0 && Arrays.compareUnsigned(key, to) < 0;
    }

    /** What is left of this range behind a position, in the direction of the walk. */
    Range behind(byte[] position, boolean forward) {
        if (!forward) {
            return new Range(from, min(to, position));
        }
        byte[] after = Arrays.copyOf(position, position.length + 1);
        return new Range(max(from, after), to);
    }

    /** The stored key of a position, which need not exist. */
    static byte[] position(Source source, Map<String, Value> attributes) {
        ByteWriter out = Keys.partition(source.id(), source.key(), attributes::get);
        write(out, source.key().sort(), attributes);
        write(out, source.tail(), attributes);
        return out.toByteArray();
    }

    private static void write(ByteWriter out, List<KeyAttribute> parts, Map<String, Value> attributes) {
        for (KeyAttribute part : parts) {
            KeyCodec.write(out, Objects.requireNonNull(attributes.get(part.name())));
        }
    }

    private static byte[] max(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, b) >= 0 ? a : b;
    }

    private static byte[] min(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, b) <= 0 ? a : b;
    }
}
