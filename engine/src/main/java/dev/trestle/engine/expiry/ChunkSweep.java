package dev.trestle.engine.expiry;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Committer;
import dev.trestle.engine.store.Cursor;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Items;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.store.Stripes;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.ExpiryDef;
import dev.trestle.engine.table.ExpiryEntries;
import dev.trestle.engine.table.ExpiryEntries.Entry;
import dev.trestle.engine.table.ExpiryMarks;
import dev.trestle.engine.table.StreamRecords.Author;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.write.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the due items of one table, a chunk at a time. A pass goes through the entries from the first that may be due to those of
 * this second, in as many chunks as it takes; each item is read again under its stripe, and deleted only if it still expires when its
 * entry says. For one thread.
 */
public final class ChunkSweep {
    /** Items whose time is longer ago than this stay, as with the service. */
    private static final long TOO_OLD_SECONDS = Duration.ofDays(5 * 365).toSeconds();

    private static final int CHUNK_ENTRIES = 128;
    private static final long CHUNK_BYTES = 1024 * 1024;
    private static final byte[] NO_KEY = {};

    private final Store store;
    private final Catalog catalog;
    private final Stripes stripes;
    private final Items items;
    private final Committer committer;
    private final Writer writer;
    private final ExpiryMarks marks;
    private final Map<Integer, byte[]> passes = new HashMap<>(); // where the pass of an expiry goes on
    private long generation;

    public ChunkSweep(
            Store store,
            Catalog catalog,
            Stripes stripes,
            Items items,
            Committer committer,
            Writer writer,
            ExpiryMarks marks) {
        this.store = store;
        this.catalog = catalog;
        this.stripes = stripes;
        this.items = items;
        this.committer = committer;
        this.writer = writer;
        this.marks = marks;
    }

    /** Deletes a chunk of what is due at this second. Tells whether there may be more. */
    boolean sweep(String tableName, long now) {
        if (generation != committer.generation()) {
            generation = committer.generation();
            forget(); // a write failed, and may be on disk all the same
        }
        TableDef table = catalog.find(tableName);
        ExpiryDef expiry = table == null ? null : enabled(table);
        if (expiry == null) {
            return false;
        }
        int id = expiry.id();
        byte[] from = passes.get(id);
        if (from == null) {
            from = ExpiryEntries.key(id, Math.max(marks.begin(id), now - TOO_OLD_SECONDS), NO_KEY);
        }
        byte[] to = ExpiryEntries.key(id, now + 1, NO_KEY);
        if (Arrays.compareUnsigned(from, to) >= 0) {
            return false;
        }
        List<Entry> chunk = read(from, to);
        int swept = chunk.isEmpty() ? 0 : delete(tableName, id, chunk);
        if (swept == chunk.size() && swept < CHUNK_ENTRIES) {
            passes.remove(id);
            marks.end(id, now);
            return false;
        }
        if (swept > 0) {
            passes.put(id, chunk.get(swept - 1).next(id));
        }
        return swept > 0;
    }

    private static @Nullable ExpiryDef enabled(TableDef table) {
        ExpiryDef expiry = table.expiry();
        return expiry != null && expiry.status() == ExpiryDef.Status.ENABLED ? expiry : null;
    }

    private List<Entry> read(byte[] from, byte[] to) {
        List<Entry> chunk = new ArrayList<>(CHUNK_ENTRIES);
        try (Cursor cursor = store.cursor(Family.EXPIRY, from, to, true)) {
            while (chunk.size() < CHUNK_ENTRIES && cursor.next()) {
                chunk.add(Entry.of(cursor.key()));
            }
        }
        return chunk;
    }

    /** How many of the chunk's entries were dealt with, and are so on disk; none if the expiry is not there any more. */
    private int delete(String tableName, int id, List<Entry> chunk) {
        Commit commit = new Commit();
        int swept;
        catalog.shared().lock();
        try (Stripes.Held held = stripes.lock(chunk.stream().map(Entry::itemKey).toList())) {
            TableDef table = catalog.find(tableName);
            ExpiryDef expiry = table == null ? null : enabled(table);
            if (table == null || expiry == null || expiry.id() != id) {
                return 0;
            }
            long preparedAt = committer.generation();
            for (swept = 0; swept < chunk.size() && commit.weight() < CHUNK_BYTES; swept++) {
                stage(table, expiry, chunk.get(swept), commit);
            }
            committer.submit(commit, preparedAt);
        } finally {
            catalog.shared().unlock();
        }
        committer.await(commit);
        return swept;
    }

    private void stage(TableDef table, ExpiryDef expiry, Entry entry, Commit into) {
        StoredItem item = items.readForWrite(entry.itemKey()).item();
        Long second = item == null ? null : ExpiryEntries.second(expiry, item);
        if (second != null && second == entry.second()) {
            writer.stage(table, entry.itemKey(), item, null, Author.EXPIRY, into);
        } else {
            ExpiryEntries.remove(expiry.id(), entry.second(), entry.itemKey(), into);
        }
    }

    /** Begins all passes anew, from the first entry that there is. */
    void forget() {
        retain(Set.of());
    }

    /** Forgets the passes of other expiries. */
    void retain(Collection<Integer> expiries) {
        passes.keySet().retainAll(expiries);
        marks.retain(expiries);
    }
}
