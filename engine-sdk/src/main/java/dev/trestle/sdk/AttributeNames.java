package dev.trestle.sdk;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Attribute names by their UTF-8 bytes. A table's items share a few names, so that most are found here instead of being made
 * again; a found name also brings its hash code. The table has a fixed size and forgets what is pushed out. Entries are immutable
 * and any entry is right, so threads share it without locks.
 */
final class AttributeNames {
    private static final int SLOTS = 4096;
    /** Longer names are rare and cost more to compare. */
    private static final int LENGTH_MAX = 64;

    private static final @Nullable Entry[] TABLE = new Entry[SLOTS];

    private AttributeNames() {}

    static String of(byte[] bytes, int offset, int length) {
        if (length > LENGTH_MAX) {
            return new String(bytes, offset, length, StandardCharsets.UTF_8);
        }
        int hash = length;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + bytes[i];
        }
        int slot = (hash ^ (hash >>> 12)) & (SLOTS - 1);
        Entry entry = TABLE[slot];
        if (entry != null && Arrays.equals(entry.utf8, 0, entry.utf8.length, bytes, offset, offset + length)) {
            return entry.text;
        }
        Entry made = new Entry(Arrays.copyOfRange(bytes, offset, offset + length));
        TABLE[slot] = made;
        return made.text;
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
