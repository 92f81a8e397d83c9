package dev.trestle.engine.item;

import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds {@link Value} trees, for expressions; clients' own forms are built by an {@link ItemVisitor} instead. */
final class ValueDecoder {
    /** Above what validation lets pass; damaged bytes must not exhaust the stack. */
    private static final int LEVELS_MAX = 64;

    /** A count is believed so far before its elements are read. */
    private static final int PRESIZE_MAX = 1024;

    private static final Value.Type[] TYPES = Value.Type.values();

    private ValueDecoder() {}

    static Value.Type readType(ByteReader in) {
        int tag = in.readByte();
        if (tag < 0 || tag >= Value.Type.MALFORMED.ordinal()) {
            throw new IllegalStateException("a stored value has the unknown type tag " + tag);
        }
        return TYPES[tag];
    }

    static @Nullable Value findAttribute(ByteReader in, String name) {
        byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
        int count = in.readCount();
        for (int i = 0; i < count; i++) {
            int length = in.readVarint();
            int at = in.skip(length);
            if (length == wanted.length && Arrays.equals(in.array(), at, at + length, wanted, 0, length)) {
                return readValue(in, 1);
            }
            skipValue(in);
        }
        return null;
    }

    /** Refuses a level that no stored value has. */
    static void checkLevel(int level) {
        if (level > LEVELS_MAX) {
            throw new IllegalStateException("a stored value has more than " + LEVELS_MAX + " levels");
        }
    }

    /** Refuses a container that didn't end where its length said. */
    static void checkEnd(ByteReader in, long end) {
        if (in.position() != end) {
            throw new IllegalStateException("a stored value ends at byte " + in.position() + ", not " + end);
        }
    }

    static Map<String, Value> readItem(ByteReader in) {
        return readMapBody(in, 0);
    }

    private static Map<String, Value> readMapBody(ByteReader in, int level) {
        int count = in.readCount();
        Map<String, Value> entries = new LinkedHashMap<>(Math.max(16, Math.min(count, PRESIZE_MAX) * 2));
        for (int i = 0; i < count; i++) {
            String name = in.readText();
            entries.put(name, readValue(in, level + 1));
        }
        return entries;
    }

    private static Value readValue(ByteReader in, int level) {
        Value.Type type = readType(in);
        switch (type) {
            case S:
                return new Value.S(in.readText());
            case N:
                return new Value.N(in.readText());
            case B:
                return new Value.B(Bytes.of(in.readBlock()));
            case BOOL:
                return new Value.Bool(in.readByte() != 0);
            case NULL:
                return new Value.Null(true);
            default:
                checkLevel(level);
                int length = in.readInt();
                long end = (long) in.position() + length;
                Value value = readContainer(in, type, level);
                checkEnd(in, end);
                return value;
        }
    }

    private static Value readContainer(ByteReader in, Value.Type type, int level) {
        if (type == Value.Type.M) {
            return new Value.M(readMapBody(in, level));
        }
        int count = in.readCount();
        switch (type) {
            case L:
                List<Value> elements = new ArrayList<>(Math.min(count, PRESIZE_MAX));
                for (int i = 0; i < count; i++) {
                    elements.add(readValue(in, level + 1));
                }
                return new Value.L(elements);
            case BS:
                List<Bytes> binaries = new ArrayList<>(Math.min(count, PRESIZE_MAX));
                for (int i = 0; i < count; i++) {
                    binaries.add(Bytes.of(in.readBlock()));
                }
                return new Value.BS(binaries);
            default:
                List<String> texts = new ArrayList<>(Math.min(count, PRESIZE_MAX));
                for (int i = 0; i < count; i++) {
                    texts.add(in.readText());
                }
                return type == Value.Type.SS ? new Value.SS(texts) : new Value.NS(texts);
        }
    }

    private static void skipValue(ByteReader in) {
        switch (readType(in)) {
            case S, N, B -> in.skip(in.readVarint());
            case BOOL -> in.skip(1);
            case NULL -> {}
            default -> in.skip(in.readInt());
        }
    }
}
