package dev.trestle.engine.capacity;

import dev.trestle.engine.api.ItemCollectionMetrics;
import dev.trestle.engine.api.Metering;
import dev.trestle.engine.item.KeyCodec;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Counters;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.table.IndexDef;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.engine.table.KeyDef;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.TableDef;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how large an item collection is: the items of one partition and their entries in local indexes.
 *
 * <p>Nothing is walked. A table of less than a gigabyte has no larger collection. Of a larger one the collection has the share that its
 * range of keys has of the store's files, and the bytes of the whole are counted exactly.
 */
public final class CollectionSizes {
    private static final long GIGABYTE = 1L << 30;

    private final Store store;
    private final Counters counters;
    private final long gigabyte;

    public CollectionSizes(Store store, Counters counters) {
        this(store, counters, GIGABYTE);
    }

    /** With a smaller gigabyte, for tests. */
    CollectionSizes(Store store, Counters counters, long gigabyte) {
        this.store = store;
        this.counters = counters;
        this.gigabyte = gigabyte;
    }

    /** The metrics of the collection that a write changed: null if they are not asked for, or there are no local indexes, or no item. */
    public @Nullable ItemCollectionMetrics of(
            Metering metering, TableDef table, @Nullable StoredItem before, @Nullable StoredItem after) {
        StoredItem item = after == null ? before : after;
        boolean wanted = "SIZE".equals(metering.returnItemCollectionMetrics());
        if (!wanted || item == null || table.indexes().stream().noneMatch(IndexDef::local)) {
            return null;
        }
        StoredItem key = item.only(
                table.key().partition().stream().map(KeyAttribute::name).toList());
        long lower = bytes(table, item) / gigabyte;
        return new ItemCollectionMetrics(key, lower, lower + 1.0);
    }

    private long bytes(TableDef table, StoredItem item) {
        long whole = counters.of(table.id()).bytes();
        for (IndexDef index : table.indexes()) {
            whole += index.local() ? counters.of(index.id()).bytes() : 0;
        }
        if (whole < gigabyte) {
            return whole;
        }
        long bytes = share(Family.ITEMS, table.id(), table.key(), item);
        for (IndexDef index : table.indexes()) {
            bytes += index.local() ? share(Family.INDEX, index.id(), index.key(), item) : 0;
        }
        return bytes;
    }

    private long share(Family family, int id, KeyDef key, StoredItem item) {
        byte[] partition = Keys.partition(id, key, item::attribute).toByteArray();
        double part = store.approximateBytes(family, partition, KeyCodec.next(partition));
        double whole = store.approximateBytes(family, Keys.start(id), Keys.start(id + 1));
        return whole <= 0 ? 0 : (long) (counters.of(id).bytes() * Math.min(1, part / whole));
    }
}
