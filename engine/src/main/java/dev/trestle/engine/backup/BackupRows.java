package dev.trestle.engine.backup;

import dev.trestle.engine.item.ByteWriter;
import dev.trestle.engine.store.Cursor;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Mutation;
import dev.trestle.engine.store.Snapshot;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.table.Catalog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The backups as they are on disk: a row each under {@code U·id} of {@link Family#META}, and the items under {@code id · item key
 * without its table's id} of {@link Family#BACKUP}. Nothing is kept in memory: they are asked for rarely.
 */
public final class BackupRows {
    private static final byte PREFIX = 'U';
    private static final int ID_BYTES = 4;

    private final Store store;

    BackupRows(Store store) {
        this.store = store;
    }

    @Nullable
    BackupDef find(int id) {
        byte[] stored = store.get(Family.META, key(id));
        return stored == null ? null : BackupCodec.decode(stored);
    }

    /** Up to {@code limit} backups in the order of their creation, behind the one with the id {@code after}. */
    List<BackupDef> list(int after, int limit, Predicate<BackupDef> filter) {
        List<BackupDef> found = new ArrayList<>();
        try (Cursor cursor = store.cursor(Family.META, key(after + 1), new byte[] {PREFIX + 1}, true)) {
            while (found.size() < limit && cursor.next()) {
                BackupDef backup = BackupCodec.decode(cursor.value());
                if (filter.test(backup)) {
                    found.add(backup);
                }
            }
        }
        return found;
    }

    /** The backups at the moment of the snapshot. */
    public static List<BackupDef> load(Snapshot snapshot) {
        List<BackupDef> loaded = new ArrayList<>();
        try (Cursor cursor = snapshot.cursor(Family.META, new byte[] {PREFIX}, new byte[] {PREFIX + 1}, true)) {
            while (cursor.next()) {
                loaded.add(BackupCodec.decode(cursor.value()));
            }
        }
        return loaded;
    }

    static Mutation put(BackupDef backup) {
        return Mutation.put(Family.META, key(backup.id()), BackupCodec.encode(backup));
    }

    static Mutation delete(BackupDef backup) {
        return Mutation.delete(Family.META, key(backup.id()));
    }

    private static byte[] key(int id) {
        return Catalog.idKey((char) PREFIX, id);
    }

    /** An item's key under another id: that of a backup in place of its table's, or the other way round. */
    public static byte[] under(int id, byte[] key) {
        ByteWriter moved = new ByteWriter(key.length);
        moved.writeInt(id);
        moved.writeBytes(key, ID_BYTES, key.length - ID_BYTES);
        return moved.toByteArray();
    }
}
