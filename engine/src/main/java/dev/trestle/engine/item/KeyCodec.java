package dev.trestle.engine.item;

import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes the components of a key so that the order of the bytes, unsigned, is the order of the values.
 *
 * <p>Strings, in UTF-8, and binaries are written as they are, with {@code 00 FF} for each zero byte and {@code 00 01} at the end;
 * numbers as {@link NumberKeyCodec} describes. No encoded value is a prefix of another of its type, so components that follow
 * one another order as tuples. A component doesn't say its type: the key schema does.
 */
public final class KeyCodec {
    private static final int ZERO = 0x00;
    private static final int END = 0x01;
    private static final int ESCAPED_ZERO = 0xFF;

    private KeyCodec() {}

    /** Appends a canonical S, N or B. */
    public static void write(ByteWriter out, Value value) {
        if (value instanceof Value.N number) {
            NumberKeyCodec.write(out, number.text());
            return;
        }
        writePrefix(out, value);
        out.writeByte(ZERO);
        out.writeByte(END);
    }

    /** Appends an S or B without its end, which begins the encoding of every value that begins with this one. */
    public static void writePrefix(ByteWriter out, Value value) {
        if (value instanceof Value.S string) {
            writeEscaped(out, string.value().getBytes(StandardCharsets.UTF_8));
        } else if (value instanceof Value.B binary) {
            writeEscaped(out, binary.value().array());
        } else {
            throw new IllegalArgumentException("a value of type " + value.type() + " has no key prefix");
        }
    }

    /** The position after the component that begins at {@code position}. */
    public static int skip(byte[] key, int position, Value.Type type) {
        return switch (type) {
            case S, B -> endMark(key, position) + 2;
            case N -> NumberKeyCodec.skip(key, position);
            default -> throw notAKeyType(type);
        };
    }

    public static Value read(byte[] key, int position, Value.Type type) {
        return switch (type) {
            case S -> {
                byte[] bytes = unescaped(key, position);
                yield new Value.S(new String(bytes, StandardCharsets.UTF_8));
            }
            case B -> new Value.B(Bytes.of(unescaped(key, position)));
            case N -> new Value.N(NumberKeyCodec.read(key, position));
            default -> throw notAKeyType(type);
        };
    }

    /**
     * The smallest byte string above every one that begins with {@code prefix}.
     *
     * @throws IllegalArgumentException if there is none, the prefix being empty or all FF, as no stored key is
     */
    public static byte[] next(byte[] prefix) {
        int last = prefix.length - 1;
        while (last >= 0 && prefix[last] == (byte) 0xFF) {
            last--;
        }
        if (last < 0) {
            throw new IllegalArgumentException("nothing lies above a prefix of " + prefix.length + " bytes FF");
        }
        byte[] next = Arrays.copyOf(prefix, last + 1);
        next[last]++;
        return next;
    }

    private static void writeEscaped(ByteWriter out, byte[] bytes) {
        int from = 0;
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] == ZERO) {
                out.writeBytes(bytes, from, at + 1 - from);
                out.writeByte(ESCAPED_ZERO);
                from = at + 1;
            }
        }
        out.writeBytes(bytes, from, bytes.length - from);
    }

    private static int endMark(byte[] key, int position) {
        for (int at = position; at < key.length - 1; at++) {
            if (key[at] == ZERO) {
                int mark = key[at + 1] & 0xFF;
                if (mark == END) {
                    return at;
                }
                if (mark != ESCAPED_ZERO) {
                    throw new IllegalStateException("a stored key has the byte " + mark + " after a zero");
                }
                at++;
            }
        }
        throw new IllegalStateException("a component of a stored key has no end");
    }

    private static byte[] unescaped(byte[] key, int position) {
        int end = endMark(key, position);
        byte[] bytes = new byte[end - position];
        int length = 0;
        for (int at = position; at < end; at++) {
            bytes[length++] = key[at];
            if (key[at] == ZERO) {
                at++;
            }
        }
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    private static IllegalArgumentException notAKeyType(Value.Type type) {
        return new IllegalArgumentException("a key has no component of type " + type);
    }
}
