package dev.trestle.engine.verify;

import dev.trestle.engine.item.ByteReader;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Counters;
import dev.trestle.engine.store.Cursor;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Snapshot;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.store.StoreException;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.IndexDef;
import dev.trestle.engine.table.IndexEntries;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.write.Tokens;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Proves that a store is whole, in one snapshot:
 *
 * <ul>
 *   <li>every file's checksums hold;
 *   <li>every item decodes, is canonical, has the size its header says and lies under its own key;
 *   <li>every item has just the entries its table's indexes call for, with just the projected attributes, and every entry has its item;
 *   <li>every item of a table with expiry has its entry, and every expiry entry has its item;
 *   <li>the counters of tables and indexes are what is there;
 *   <li>every idempotency token has its expiry, and every expiry its token;
 *   <li>every stream record decodes and lies in a shard of its stream, and the shards of a stream continue each other;
 *   <li>every backup has just the items that its row says, and they decode and lie under their own keys;
 *   <li>nothing lies under an id that no table, index, expiry or backup has, unless it waits to be removed.
 * </ul>
 */
public final class Verifier {
    private static final int PROBLEMS_KEPT = 20;

    /** How many entries are looked at between two words about it. */
    private static final int ENTRIES_TOLD = 4096;

    private final Store store;
    private final LongConsumer listener;
    private final List<String> problems = new ArrayList<>();
    private final Map<Integer, Tally> tallies = new HashMap<>();
    private long problemCount;
    private long items;
    private long entries;
    private long walked;

    /** {@code listener} is told now and then how many entries, of items, indexes and all else, have been looked at. */
    public Verifier(Store store, LongConsumer listener) {
        this.store = store;
        this.listener = listener;
    }

    private static final class Tally {
        long items;
        long bytes;
    }

    public VerifyReport verify() {
        try {
            store.verifyChecksums();
        } catch (StoreException e) {
            problem(String.valueOf(e.getMessage()));
        }
        try (Snapshot snapshot = store.countedSnapshot()) {
            Map<Integer, TableDef> tables = new HashMap<>();
            Map<Integer, IndexDef> indexes = new HashMap<>();
            Map<Integer, TableDef> tableOfIndex = new HashMap<>();
            for (TableDef table : Catalog.load(snapshot)) {
                tables.put(table.id(), table);
                for (IndexDef index : table.indexes()) {
                    indexes.put(index.id(), index);
                    tableOfIndex.put(index.id(), table);
                }
            }
            ExpiryCheck expiries = new ExpiryCheck(snapshot, tables.values(), this::problem);
            walk(
                    snapshot,
                    Family.ITEMS,
                    (id, key, value) -> checkItem(snapshot, tables.get(id), expiries, id, key, value));
            walk(
                    snapshot,
                    Family.INDEX,
                    (id, key, value) -> checkEntry(snapshot, tableOfIndex.get(id), indexes.get(id), id, key, value));
            walk(snapshot, Family.EXPIRY, (id, key, value) -> {
                if (expiries.isKnown(id)) {
                    expiries.checkEntry(id, key, value);
                } else {
                    checkAwaitsRemoval(snapshot, id, key);
                }
            });
            checkCounters(snapshot, tables, indexes);
            walk(snapshot, Family.TOKENS, (id, key, value) -> checkToken(snapshot, key, value));
            StreamCheck streams = new StreamCheck(snapshot, this::problem);
            walk(snapshot, Family.STREAM, streams::checkRecord);
            BackupCheck backups = new BackupCheck(snapshot, this::problem);
            walk(snapshot, Family.BACKUP, backups::checkItem);
            backups.checkCounts();
            return report(tables.size(), expiries.entries(), streams.records());
        } catch (StoreException e) {
            problem(String.valueOf(e.getMessage()));
            return report(0, 0, 0);
        }
    }

    private VerifyReport report(int tables, long expiryEntries, long streamRecords) {
        return new VerifyReport(
                tables, items, entries, expiryEntries, streamRecords, problemCount, List.copyOf(problems));
    }

    private interface Check {
        void entry(int id, byte[] key, byte[] value);
    }

    private void walk(Snapshot snapshot, Family family, Check check) {
        try (Cursor cursor = snapshot.cursor(family, new byte[0], new byte[] {-1}, true)) {
            while (cursor.next()) {
                byte[] key = cursor.key();
                if (++walked % ENTRIES_TOLD == 0) {
                    listener.accept(walked);
                }
                try {
                    check.entry(new ByteReader(key, 0).readInt(), key, cursor.value());
                } catch (IllegalStateException | ArrayIndexOutOfBoundsException e) {
                    problem("entry " + hex(key) + " in " + family + " is damaged: " + e.getMessage());
                }
            }
        }
    }

    private void checkItem(
            Snapshot snapshot, @Nullable TableDef table, ExpiryCheck expiries, int id, byte[] key, byte[] value) {
        if (table == null) {
            checkAwaitsRemoval(snapshot, id, key);
            return;
        }
        items++;
        StoredItem item = StoredItem.ofBytes(value);
        tally(id, item);
        if (!StoredItem.of(Canonical.item(item.toMap())).equals(item)) {
            problem("item " + hex(key) + " of " + table.name() + " is not in canonical form, or its size is wrong");
        }
        if (!Arrays.equals(Keys.item(table, item::attribute).array(), key)) {
            problem("item " + hex(key) + " of " + table.name() + " lies under a key that is not its own");
        }
        expiries.checkItem(table, key, item);
        for (IndexDef index : table.indexes()) {
            byte[] entryKey = Keys.entry(table, index, item::attribute);
            if (entryKey != null && index.status() == IndexDef.Status.ACTIVE) {
                byte[] entry = snapshot.get(Family.INDEX, entryKey);
                if (entry == null) {
                    problem("item " + hex(key) + " of " + table.name() + " has no entry in index " + index.name());
                }
            }
        }
    }

    private void checkEntry(
            Snapshot snapshot, @Nullable TableDef table, @Nullable IndexDef index, int id, byte[] key, byte[] value) {
        if (table == null || index == null) {
            checkAwaitsRemoval(snapshot, id, key);
            return;
        }
        entries++;
        StoredItem entry = StoredItem.ofBytes(value);
        tally(id, entry);
        byte[] stored =
                snapshot.get(Family.ITEMS, Keys.item(table, entry::attribute).array());
        StoredItem item = stored == null ? null : StoredItem.ofBytes(stored);
        if (item == null) {
            problem("entry " + hex(key) + " of index " + index.name() + " of " + table.name() + " has no item");
        } else if (!Arrays.equals(Keys.entry(table, index, item::attribute), key)) {
            problem("entry " + hex(key) + " of index " + index.name() + " of " + table.name()
                    + " is not where its item calls for it");
        } else if (!IndexEntries.project(table, index, item).equals(entry)) {
            problem("entry " + hex(key) + " of index " + index.name() + " of " + table.name()
                    + " differs from its item");
        }
    }

    private void checkToken(Snapshot snapshot, byte[] key, byte[] value) {
        String problem = Tokens.problem(snapshot, key, value);
        if (problem != null) {
            problem(problem);
        }
    }

    private void checkAwaitsRemoval(Snapshot snapshot, int id, byte[] key) {
        if (!Catalog.awaitsRemoval(snapshot, id)) {
            problem("entry " + hex(key) + " belongs to no table, index or expiry");
        }
    }

    private void checkCounters(Snapshot snapshot, Map<Integer, TableDef> tables, Map<Integer, IndexDef> indexes) {
        tables.forEach((id, table) -> checkCounter(snapshot, id, "table " + table.name()));
        indexes.forEach((id, index) -> checkCounter(snapshot, id, "index " + index.name()));
    }

    private void checkCounter(Snapshot snapshot, int id, String name) {
        Counters.Count stored = Counters.read(snapshot, id);
        Tally found = tallies.getOrDefault(id, new Tally());
        if (stored.items() != found.items || stored.bytes() != found.bytes) {
            problem("the counter of " + name + " says " + stored.items() + " items of " + stored.bytes()
                    + " bytes, but there are " + found.items + " of " + found.bytes);
        }
    }

    private void tally(int id, StoredItem item) {
        Tally tally = tallies.computeIfAbsent(id, key -> new Tally());
        tally.items++;
        tally.bytes += item.size();
    }

    private void problem(String problem) {
        problemCount++;
        if (problems.size() < PROBLEMS_KEPT) {
            problems.add(problem);
        }
    }

    static String hex(byte[] key) {
        return HexFormat.of().formatHex(key, 0, Math.min(key.length, 64));
    }
}
