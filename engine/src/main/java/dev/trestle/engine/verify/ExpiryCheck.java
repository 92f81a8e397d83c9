package dev.trestle.engine.verify;

import dev.trestle.engine.item.ByteReader;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Snapshot;
import dev.trestle.engine.table.ExpiryDef;
import dev.trestle.engine.table.ExpiryEntries;
import dev.trestle.engine.table.TableDef;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Proves that expiry entries and the items of their tables agree. */
final class ExpiryCheck {
    private final Snapshot snapshot;
    private final Consumer<String> problems;
    private final Map<Integer, TableDef> tableOfExpiry = new HashMap<>();
    private long entries;

    ExpiryCheck(Snapshot snapshot, Iterable<TableDef> tables, Consumer<String> problems) {
        this.snapshot = snapshot;
        this.problems = problems;
        for (TableDef table : tables) {
            ExpiryDef expiry = table.expiry();
            if (expiry != null && expiry.isKept()) {
                tableOfExpiry.put(expiry.id(), table);
            }
        }
    }

    /** How many entries were checked. */
    long entries() {
        return entries;
    }

    /** Whether a table has the expiry of this id. */
    boolean isKnown(int id) {
        return tableOfExpiry.containsKey(id);
    }

    /** While the expiry is being enabled, an item may be without its entry. */
    void checkItem(TableDef table, byte[] key, StoredItem item) {
        ExpiryDef expiry = table.expiry();
        if (expiry != null && expiry.status() == ExpiryDef.Status.ENABLED) {
            Long second = ExpiryEntries.second(expiry, item);
            if (second != null && snapshot.get(Family.EXPIRY, ExpiryEntries.key(expiry.id(), second, key)) == null) {
                problems.accept("item " + Verifier.hex(key) + " of " + table.name() + " has no expiry entry");
            }
        }
    }

    void checkEntry(int id, byte[] key, byte[] value) {
        TableDef table = tableOfExpiry.get(id);
        if (table == null) {
            throw new IllegalArgumentException("no expiry has the id " + id);
        }
        entries++;
        String found = fault(table, ExpiryEntries.Entry.of(key));
        if (found == null && value.length > 0) {
            found = "has a value";
        }
        if (found != null) {
            problems.accept("expiry entry " + Verifier.hex(key) + " of " + table.name() + " " + found);
        }
    }

    private @Nullable String fault(TableDef table, ExpiryEntries.Entry entry) {
        byte[] itemKey = entry.itemKey().array();
        byte[] stored = snapshot.get(Family.ITEMS, itemKey);
        ExpiryDef expiry = table.expiry();
        if (stored == null || expiry == null || new ByteReader(itemKey, 0).readInt() != table.id()) {
            return "has no item";
        }
        Long second = ExpiryEntries.second(expiry, StoredItem.ofBytes(stored));
        return second != null && second == entry.second() ? null : "is not where its item calls for it";
    }
}
