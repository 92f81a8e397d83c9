package dev.trestle.engine.table;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a {@link Backfill} fills: a new index, or the expiry of a table that had none. Its id names its progress. */
sealed interface Filling {
    int id();

    /** Adds the entry of an item that may be older than what is being filled. The caller holds the item's stripe. */
    void add(TableDef table, Bytes key, StoredItem item, IndexEntries entries, Commit into);

    /** The table when this is full. */
    TableDef finish(TableDef table);

    /** All that is being filled in a table. */
    static List<Filling> of(TableDef table) {
        Stream<Filling> indexes = table.indexes().stream()
                .filter(index -> index.status() == IndexDef.Status.CREATING)
                .map(OfIndex::new);
        ExpiryDef expiry = table.expiry();
        return expiry == null || expiry.status() != ExpiryDef.Status.ENABLING
                ? indexes.toList()
                : Stream.concat(indexes, Stream.of(new OfExpiry(expiry))).toList();
    }

    /** The one of this id, unless it is full already or was given up. */
    static @Nullable Filling find(@Nullable TableDef table, int id) {
        return table == null
                ? null
                : of(table).stream()
                        .filter(filling -> filling.id() == id)
                        .findFirst()
                        .orElse(null);
    }

    record OfIndex(IndexDef index) implements Filling {
        @Override
        public int id() {
            return index.id();
        }

        @Override
        public void add(TableDef table, Bytes key, StoredItem item, IndexEntries entries, Commit into) {
            entries.backfill(table, index, item, into);
        }

        @Override
        public TableDef finish(TableDef table) {
            List<IndexDef> indexes = new ArrayList<>(table.indexes());
            indexes.set(indexes.indexOf(index), index.withStatus(IndexDef.Status.ACTIVE));
            return table.withIndexes(table.attributeDefinitions(), List.copyOf(indexes));
        }
    }

    record OfExpiry(ExpiryDef expiry) implements Filling {
        @Override
        public int id() {
            return expiry.id();
        }

        @Override
        public void add(TableDef table, Bytes key, StoredItem item, IndexEntries entries, Commit into) {
            ExpiryEntries.backfill(expiry, key, item, into);
        }

        @Override
        public TableDef finish(TableDef table) {
            return table.withExpiry(expiry.withStatus(ExpiryDef.Status.ENABLED));
        }
    }
}
