package dev.trestle.engine.table;

import dev.trestle.engine.item.ByteReader;
import dev.trestle.engine.item.ByteWriter;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Mutation;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps expiry entries in step with items, so that what is due is found in the order of time and no table is ever searched for it:
 *
 * <pre>
 * entry = expiry id(4) · second(8, its sign bit turned so that byte order is the order of time) · item key     → nothing
 * </pre>
 *
 * An item has its entry however long ago its time was; the sweep leaves those that are too old alone.
 */
public final class ExpiryEntries {
    private static final byte[] NOTHING = {};
    private static final int LONG_DIGITS = 18;
    private static final int LONG_BITS = 63;
    private static final int ITEM_KEY_AT = 12;

    private final ExpiryMarks marks;

    public ExpiryEntries(ExpiryMarks marks) {
        this.marks = marks;
    }

    /**
     * Adds what a changed item means for its entry. Taking away an entry that the backfill has not made yet does no harm, so nothing
     * is looked up. The caller holds the item's stripe; null stands for an item that is not there.
     */
    public void maintain(
            TableDef table, Bytes key, @Nullable StoredItem before, @Nullable StoredItem after, Commit into) {
        ExpiryDef expiry = table.expiry();
        if (expiry == null || !expiry.isKept()) {
            return;
        }
        Long old = before == null ? null : second(expiry, before);
        Long changed = after == null ? null : second(expiry, after);
        if (Objects.equals(old, changed)) {
            return;
        }
        if (old != null) {
            remove(expiry.id(), old, key, into);
        }
        if (changed != null) {
            add(expiry, key, changed, into);
            var unused = into.done().thenRun(() -> marks.added(expiry.id(), changed));
        }
    }

    /** Adds the entry of an item that is older than its table's expiry. No sweep has begun yet that could have passed it. */
    static void backfill(ExpiryDef expiry, Bytes key, StoredItem item, Commit into) {
        Long second = second(expiry, item);
        if (second != null) {
            add(expiry, key, second, into);
        }
    }

    private static void add(ExpiryDef expiry, Bytes key, long second, Commit into) {
        into.add(Mutation.put(Family.EXPIRY, key(expiry.id(), second, key.array()), NOTHING));
    }

    /** Takes an entry away. */
    public static void remove(int expiryId, long second, Bytes itemKey, Commit into) {
        into.add(Mutation.delete(Family.EXPIRY, key(expiryId, second, itemKey.array())));
    }

    /** The second in which the item expires: the whole seconds of a number. Null if it has no such attribute, or one beyond all time. */
    public static @Nullable Long second(ExpiryDef expiry, StoredItem item) {
        if (!(item.attribute(expiry.attribute()) instanceof Value.N number)) {
            return null;
        }
        String text = number.text();
        if (text.length() <= LONG_DIGITS && text.indexOf('.') < 0) {
            return Long.parseLong(text);
        }
        BigInteger whole = new BigDecimal(text).setScale(0, RoundingMode.FLOOR).toBigInteger();
        return whole.bitLength() <= LONG_BITS ? (Long) whole.longValue() : null;
    }

    /** The key of an item's entry; with no item key, the first possible one of the second. */
    public static byte[] key(int expiryId, long second, byte[] itemKey) {
        ByteWriter out = new ByteWriter(ITEM_KEY_AT + itemKey.length);
        out.writeInt(expiryId);
        out.writeLong(second ^ Long.MIN_VALUE);
        out.writeBytes(itemKey);
        return out.toByteArray();
    }

    /** What an entry's key says. */
    public record Entry(long second, Bytes itemKey) {
        public static Entry of(byte[] key) {
            ByteReader in = new ByteReader(key, Integer.BYTES);
            long second = in.readLong() ^ Long.MIN_VALUE;
            byte[] itemKey = new byte[key.length - ITEM_KEY_AT];
            System.arraycopy(key, ITEM_KEY_AT, itemKey, 0, itemKey.length);
            return new Entry(second, Bytes.of(itemKey));
        }

        /** The first possible key behind this entry's. */
        public byte[] next(int expiryId) {
            byte[] key = ExpiryEntries.key(expiryId, second, itemKey.array());
            return Arrays.copyOf(key, key.length + 1);
        }
    }
}
