package dev.trestle.engine.table;

import dev.trestle.engine.item.ByteWriter;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Mutation;
import org.jspecify.annotations.Nullable;

/**
 * Writes what happens to items into the stream of their table:
 *
 * <pre>
 * record = event(1) · author(1) · epoch milliseconds(8) · new image · old image · keys     each a block, empty if there is none
 * </pre>
 *
 * The keys are there only if no image is. The time is that of the batch that wrote the record, so it rises with the numbers for as long as the clock does.
 */
public final class StreamRecords {
    public static final int INSERT = 1;
    public static final int MODIFY = 2;
    public static final int REMOVE = 3;

    private static final int TIME_AT = 2;
    private static final byte[] NOTHING = {};

    private StreamRecords() {}

    /** Who changed an item: a request, or the engine itself because the item had expired. */
    public enum Author {
        REQUEST,
        EXPIRY
    }

    /** Adds the record of a change, if the table has a stream. */
    public static void add(
            TableDef table, @Nullable StoredItem before, @Nullable StoredItem after, Author author, Commit into) {
        StreamRef stream = table.stream();
        if (stream == null || !stream.enabled()) {
            return;
        }
        byte[] record = encode(table, stream.view(), before, after, author);
        int id = stream.id();
        into.addLate(record.length, (sequence, millis) -> {
            putLong(record, TIME_AT, millis);
            return Mutation.put(Family.STREAM, key(id, sequence), record);
        });
    }

    private static byte[] encode(
            TableDef table, StreamView view, @Nullable StoredItem before, @Nullable StoredItem after, Author author) {
        byte[] newImage = view.hasNew() && after != null ? after.bytes() : NOTHING;
        byte[] oldImage = view.hasOld() && before != null ? before.bytes() : NOTHING;
        byte[] keys = NOTHING;
        StoredItem item = after == null ? before : after;
        if (newImage.length == 0 && oldImage.length == 0 && item != null) {
            keys = item.only(table.key().names()).bytes();
        }
        ByteWriter out = new ByteWriter(newImage.length + oldImage.length + keys.length + 32);
        out.writeByte(before == null ? INSERT : after == null ? REMOVE : MODIFY);
        out.writeByte(author.ordinal());
        out.writeLong(0);
        out.writeBlock(newImage);
        out.writeBlock(oldImage);
        out.writeBlock(keys);
        return out.toByteArray();
    }

    /** Where the record with this number lies. */
    public static byte[] key(int streamId, long sequence) {
        ByteWriter key = new ByteWriter(12);
        key.writeInt(streamId);
        key.writeLong(sequence);
        return key.toByteArray();
    }

    private static void putLong(byte[] array, int at, long value) {
        for (int i = 0; i < Long.BYTES; i++) {
            array[at + i] = (byte) (value >>> (56 - 8 * i));
        }
    }
}
