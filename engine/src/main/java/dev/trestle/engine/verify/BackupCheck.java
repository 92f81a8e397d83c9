package dev.trestle.engine.verify;

import dev.trestle.engine.backup.BackupDef;
import dev.trestle.engine.backup.BackupRows;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Snapshot;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.value.Canonical;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The part of a {@link Verifier} that looks at backups of tables. One that is being created may lack items, and has no wrong ones. */
final class BackupCheck {
    private final Snapshot snapshot;
    private final Consumer<String> problems;
    private final Map<Integer, BackupDef> backups = new HashMap<>();
    private final Map<Integer, long[]> found = new HashMap<>();

    BackupCheck(Snapshot snapshot, Consumer<String> problems) {
        this.snapshot = snapshot;
        this.problems = problems;
        for (BackupDef backup : BackupRows.load(snapshot)) {
            backups.put(backup.id(), backup);
        }
    }

    void checkItem(int id, byte[] key, byte[] value) {
        BackupDef backup = backups.get(id);
        if (backup == null) {
            if (!Catalog.awaitsRemoval(snapshot, id)) {
                problems.accept("entry " + Verifier.hex(key) + " belongs to no backup");
            }
            return;
        }
        StoredItem item = StoredItem.ofBytes(value);
        long[] count = found.computeIfAbsent(id, unused -> new long[2]);
        count[0]++;
        count[1] += item.size();
        if (!StoredItem.of(Canonical.item(item.toMap())).equals(item)) {
            problems.accept(name(key, backup) + " is not in canonical form, or its size is wrong");
        }
        TableDef table = backup.table();
        byte[] itemKey = BackupRows.under(table.id(), key);
        if (!Arrays.equals(Keys.item(table, item::attribute).array(), itemKey)) {
            problems.accept(name(key, backup) + " lies under a key that is not its own");
        }
    }

    void checkCounts() {
        for (BackupDef backup : backups.values()) {
            long[] count = found.getOrDefault(backup.id(), new long[2]);
            boolean available = backup.status() == BackupDef.Status.AVAILABLE;
            if (available && (count[0] != backup.items() || count[1] != backup.bytes())) {
                problems.accept("the backup " + backup.name() + " of "
                        + backup.table().name() + " is of "
                        + backup.items() + " items of " + backup.bytes() + " bytes, but there are " + count[0] + " of "
                        + count[1]);
            }
        }
    }

    private static String name(byte[] key, BackupDef backup) {
        return "item " + Verifier.hex(key) + " of the backup " + backup.name() + " of "
                + backup.table().name();
    }
}
