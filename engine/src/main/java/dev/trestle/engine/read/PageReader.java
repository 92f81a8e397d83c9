package dev.trestle.engine.read;

import dev.trestle.engine.api.Page;
import dev.trestle.engine.expression.Condition;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Cursor;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.ItemCache;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks one page of a range: up to {@code limit} items or a megabyte of them, counted before the filter. The work of a request is
 * bounded by that, whatever the table holds.
 */
final class PageReader {
    private static final long PAGE_BYTES_MAX = 1024 * 1024;

    private final Store store;
    private final ItemCache cache;

    PageReader(Store store, ItemCache cache) {
        this.store = store;
        this.cache = cache;
    }

    /** What to read and what to make of it. {@code fillCache} is for walks that are likely to be repeated. */
    record Plan(
            Source source,
            Range range,
            boolean forward,
            int limit,
            @Nullable Condition filter,
            Selection selection,
            boolean fillCache) {}

    Page read(Plan plan) {
        if (plan.range().isEmpty()) {
            return new Page(plan.selection().countOnly() ? null : List.of(), 0, 0, null);
        }
        if (plan.selection().fetchFromTable()) {
            // The entries and the items they lead to must be of one moment.
            try (Store.Snapshot snapshot = store.snapshot();
                    Cursor cursor = snapshot.cursor(
                            plan.source().family(), plan.range().from(), plan.range().to(), plan.forward())) {
                return walk(plan, cursor, entry -> fetch(plan.source(), entry, snapshot));
            }
        }
        boolean cached = plan.source().index() == null && cache.isEnabled();
        long stamp = cache.stamp();
        try (Cursor cursor =
                store.cursor(plan.source().family(), plan.range().from(), plan.range().to(), plan.forward())) {
            return walk(
                    plan,
                    cursor,
                    cached ? at -> throughCache(at, stamp, plan.fillCache()) : at -> StoredItem.ofBytes(at.value()));
        }
    }

    /** Turns the cursor's entry into the item it stands for. */
    private interface Load {
        StoredItem from(Cursor at);
    }

    private Page walk(Plan plan, Cursor cursor, Load load) {
        List<StoredItem> items = plan.selection().countOnly() ? null : new ArrayList<>(Math.min(plan.limit(), 32));
        int count = 0;
        int scanned = 0;
        long bytes = 0;
        StoredItem last = null;
        while (cursor.next()) {
            StoredItem item = load.from(cursor);
            scanned++;
            bytes += item.size();
            last = item;
            Condition filter = plan.filter();
            if (filter == null || filter.test(item::attribute)) {
                count++;
                if (items != null) {
                    StoredItem projected = ItemReader.project(item, plan.selection().projection());
                    items.add(projected == null ? item : projected);
                }
            }
            if (scanned >= plan.limit() || bytes >= PAGE_BYTES_MAX) {
                return new Page(items, count, scanned, position(plan.source(), last));
            }
        }
        return new Page(items, count, scanned, null);
    }

    private static StoredItem position(Source source, StoredItem item) {
        return item.only(source.positionAttributes().stream().map(KeyAttribute::name).toList());
    }

    private StoredItem throughCache(Cursor at, long stamp, boolean fill) {
        Bytes key = Bytes.of(at.key());
        StoredItem cached = cache.get(key, stamp);
        if (cached != null) {
            return cached;
        }
        StoredItem item = StoredItem.ofBytes(at.value());
        if (fill) {
            cache.fill(key, item, stamp);
        }
        return item;
    }

    private static StoredItem fetch(Source source, Cursor at, Store.Snapshot snapshot) {
        StoredItem entry = StoredItem.ofBytes(at.value());
        byte[] stored = snapshot.get(
                Family.ITEMS, Keys.item(source.table(), entry::attribute).array());
        if (stored == null) {
            throw new IllegalStateException("an index entry has no item; run verify");
        }
        return StoredItem.ofBytes(stored);
    }
}
