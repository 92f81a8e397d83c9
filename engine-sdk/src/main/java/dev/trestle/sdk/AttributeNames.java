package dev.trestle.sdk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Attribute names by their UTF-8 bytes. A table's items share a few names, so that most are found here instead of being made
 * again; a found name also brings its hash code. The table has a fixed size and forgets what is pushed out. Entries are immutable
 * and any entry is right, so threads share it without locks.
 */
final class AttributeNames {
    private static final int SLOT_BITS = 12;
    /** Longer names are rare and cost more to compare. */
    private static final int LENGTH_MAX = 64;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    /** 2^64 divided by the golden ratio: a product's upper bits depend on all bits of the other factor. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final @Nullable Entry[] TABLE = new Entry[1 << SLOT_BITS];

    private AttributeNames() {}

    static String of(byte[] bytes, int offset, int length) {
        if (length > LENGTH_MAX) {
            return new String(bytes, offset, length, StandardCharsets.UTF_8);
        }
        int slot = slot(bytes, offset, length);
        Entry entry = TABLE[slot];
        if (entry != null && Arrays.equals(entry.utf8, 0, entry.utf8.length, bytes, offset, offset + length)) {
            return entry.text;
        }
        Entry made = new Entry(Arrays.copyOfRange(bytes, offset, offset + length));
        TABLE[slot] = made;
        return made.text;
    }

    /** Looks at the ends of a long name only: names that agree in them push each other out, which costs time and nothing else. */
    private static int slot(byte[] bytes, int offset, int length) {
        long mixed = length;
        if (length >= Long.BYTES) {
            mixed += (long) LONGS.get(bytes, offset) * 31 + (long) LONGS.get(bytes, offset + length - Long.BYTES);
        } else {
            for (int i = offset; i < offset + length; i++) {
                mixed = 31 * mixed + bytes[i];
            }
        }
        return (int) ((mixed * SPREAD) >>> (Long.SIZE - SLOT_BITS));
    }

    private static final class Entry {
        final byte[] utf8;
        final String text;

        Entry(byte[] utf8) {
            this.utf8 = utf8;
            this.text = new String(utf8, StandardCharsets.UTF_8);
        }
    }
}
