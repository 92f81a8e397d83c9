package dev.trestle.engine.transfer;

import dev.trestle.engine.item.ByteReader;
import dev.trestle.engine.item.ByteWriter;
import dev.trestle.engine.store.Cursor;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Mutation;
import dev.trestle.engine.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * How many lines of a data file are in a table, kept in the store: {@code i·table id·digest of the file's name and checksum}. It is
 * written in the commit that puts the items, so that it is never wrong; the last commit of an import removes its notes.
 */
record ImportNote(long lines, long jsonBytes) {
    static final ImportNote NONE = new ImportNote(0, 0);

    private static final byte PREFIX = 'i';

    static byte[] key(int tableId, ImportSource.DataFileEntry file) {
        ByteWriter key = new ByteWriter(21);
        key.writeByte(PREFIX);
        key.writeInt(tableId);
        key.writeBytes(Md5.of(file.key() + "\n" + file.md5()));
        return key.toByteArray();
    }

    static ImportNote read(Store store, byte[] key) {
        byte[] stored = store.get(Family.META, key);
        if (stored == null) {
            return NONE;
        }
        ByteReader in = new ByteReader(stored, 0);
        return new ImportNote(in.readLong(), in.readLong());
    }

    Mutation put(byte[] key) {
        ByteWriter out = new ByteWriter(16);
        out.writeLong(lines);
        out.writeLong(jsonBytes);
        return Mutation.put(Family.META, key, out.toByteArray());
    }

    static Mutation removal(byte[] key) {
        return Mutation.delete(Family.META, key);
    }

    /** The notes of imports into tables that are no more. */
    static List<Mutation> removalOfOrphans(Store store, Set<Integer> tableIds) {
        List<Mutation> removals = new ArrayList<>();
        try (Cursor cursor = store.cursor(Family.META, new byte[] {PREFIX}, new byte[] {PREFIX + 1}, true)) {
            while (cursor.next()) {
                byte[] key = cursor.key();
                if (!tableIds.contains(new ByteReader(key, 1).readInt())) {
                    removals.add(removal(key));
                }
            }
        }
        return removals;
    }
}
