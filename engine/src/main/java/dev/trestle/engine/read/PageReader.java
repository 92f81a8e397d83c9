package dev.trestle.engine.read;

import dev.trestle.engine.api.ConsumedCapacity;
import dev.trestle.engine.api.Page;
import dev.trestle.engine.capacity.Consistency;
import dev.trestle.engine.capacity.Meter;
import dev.trestle.engine.capacity.Units;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.expression.Condition;
import dev.trestle.engine.expression.Projection;
import dev.trestle.engine.item.ByteWriter;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.CachedPage;
import dev.trestle.engine.store.Cursor;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.ItemCache;
import dev.trestle.engine.store.Snapshot;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.table.IndexDef;
import dev.trestle.engine.table.IndexEntries;
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
    /** What a caller that keeps others waiting is given at most. */
    private static final long MEMORY_BYTES_MAX = 64 * 1024;

    private static final CachedPage NOTHING = new CachedPage(List.of(), null);

    private final Store store;
    private final ItemCache cache;
    private final MemoryLuck memory = new MemoryLuck();

    PageReader(Store store, ItemCache cache) {
        this.store = store;
        this.cache = cache;
    }

    /**
     * What to read and what to make of it. {@code fillCache} is for walks that are likely to be repeated; {@code charge} is null if
     * nobody asks for the cost.
     */
    record Plan(
            Source source,
            Range range,
            boolean forward,
            int limit,
            @Nullable Condition filter,
            Selection selection,
            boolean fillCache,
            @Nullable Charge charge) {

        /** Names the walk, whatever is then made of its items. */
        Bytes name() {
            ByteWriter name = new ByteWriter(range.from().length + range.to().length + 16);
            name.writeBlock(range.from());
            name.writeBlock(range.to());
            name.writeInt(limit);
            name.writeByte(forward ? 1 : 0);
            return Bytes.of(name.toByteArray());
        }
    }

    /** To whom a walk's cost is charged. */
    record Charge(Meter meter, String tableName, Consistency consistency) {
        /** Null unless the request asks for its cost. */
        static @Nullable Charge of(
                @Nullable String returnConsumedCapacity, @Nullable String tableName, boolean consistentRead) {
            Meter meter = Meter.of(returnConsumedCapacity);
            return meter == null ? null : new Charge(meter, Required.of(tableName), Consistency.of(consistentRead));
        }
    }

    Page read(Plan plan) {
        return finish(plan, plan.range().isEmpty() ? NOTHING : evaluate(plan));
    }

    /** As {@link #read}, if all that it takes is in memory and not much; else null. Never waits. */
    @Nullable
    Page readFromMemory(Plan plan) {
        if (plan.range().isEmpty()) {
            return finish(plan, NOTHING);
        }
        Bytes name = isPaged(plan) && plan.fillCache() ? plan.name() : null;
        CachedPage page = name == null ? null : cache.page(name, plan.range().from());
        if (page == null && !plan.selection().fetchFromTable() && memory.isWorthALook()) {
            page = walkMemory(plan, name);
            memory.looked(page != null);
        }
        return page == null || page.bytes() > MEMORY_BYTES_MAX ? null : finish(plan, page);
    }

    /** Null if the walk met something that is not in memory, or grew too long for callers that must not keep others waiting. */
    private @Nullable CachedPage walkMemory(Plan plan, @Nullable Bytes name) {
        byte[] from = plan.range().from();
        long stamp = cache.stamp();
        CachedPage page;
        try (Cursor cursor = store.memoryCursor(
                plan.source().family(),
                from,
                plan.range().to(),
                plan.forward(),
                plan.source().isGlobalIndex())) {
            page = cursor == null ? null : walk(plan, cursor, MEMORY_BYTES_MAX, this::item);
        }
        if (page != null && name != null) {
            cache.fillPage(name, from, page, stamp);
        }
        return page;
    }

    private boolean isPaged(Plan plan) {
        return plan.source().index() == null && cache.isEnabled();
    }

    /** The items of the page, before the filter: from the cache if the same page was read since its partition last changed. */
    private CachedPage evaluate(Plan plan) {
        byte[] from = plan.range().from();
        byte[] to = plan.range().to();
        if (plan.selection().fetchFromTable()) {
            // The entries and the items they lead to must be of one moment.
            try (Snapshot snapshot = store.snapshot();
                    Cursor cursor = snapshot.cursor(plan.source().family(), from, to, plan.forward())) {
                return walkAll(plan, cursor, entry -> fetch(plan.source(), entry, snapshot));
            }
        }
        if (plan.source().isGlobalIndex()) {
            try (Cursor cursor = store.globalIndexCursor(from, to, plan.forward())) {
                return walkAll(plan, cursor, this::item);
            }
        }
        if (!isPaged(plan)) {
            try (Cursor cursor = store.cursor(plan.source().family(), from, to, plan.forward())) {
                return walkAll(plan, cursor, this::item);
            }
        }
        Bytes name = plan.name();
        CachedPage page = plan.fillCache() ? cache.page(name, from) : null;
        if (page == null) {
            long stamp = cache.stamp();
            // Of a partition that changes between queries the items are worth keeping; of others, the page.
            boolean changing = !plan.fillCache() || cache.hasStalePage(name);
            Load load = changing ? at -> throughCache(at, stamp, plan.fillCache()) : this::item;
            try (Cursor cursor = store.cursor(plan.source().family(), from, to, plan.forward())) {
                page = walkAll(plan, cursor, load);
            }
            if (plan.fillCache()) {
                cache.fillPage(name, from, page, stamp);
            }
        }
        return page;
    }

    /** Turns the cursor's entry into the item it stands for. */
    private interface Load {
        StoredItem from(Cursor at);
    }

    private StoredItem item(Cursor at) {
        return cache.item(at.value());
    }

    private static CachedPage walkAll(Plan plan, Cursor cursor, Load load) {
        return Required.of(walk(plan, cursor, PAGE_BYTES_MAX, load));
    }

    /** Null if the cursor was cut short, or the page has more than {@code bytesMax} and is not at its end. */
    private static @Nullable CachedPage walk(Plan plan, Cursor cursor, long bytesMax, Load load) {
        List<StoredItem> items = new ArrayList<>(Math.min(plan.limit(), 32));
        long bytes = 0;
        while (cursor.next()) {
            StoredItem item = load.from(cursor);
            items.add(item);
            bytes += item.size();
            if (items.size() >= plan.limit() || bytes >= PAGE_BYTES_MAX) {
                return new CachedPage(items, position(plan.source(), item));
            }
            if (bytes > bytesMax) {
                return null;
            }
        }
        return cursor.isCutShort() ? null : new CachedPage(items, null);
    }

    private static Page finish(Plan plan, CachedPage page) {
        Condition filter = plan.filter();
        List<StoredItem> matching = page.items();
        if (filter != null) {
            matching = matching.stream()
                    .filter(item -> filter.test(item::attribute))
                    .toList();
        }
        int count = matching.size();
        int scanned = page.items().size();
        Projection projection = plan.selection().projection();
        if (plan.selection().countOnly()) {
            return new Page(null, count, scanned, page.lastKey(), consumed(plan, page.items()));
        }
        if (projection != null) {
            matching = matching.stream()
                    .map(item -> StoredItem.of(projection.apply(item::attribute)))
                    .toList();
        }
        return new Page(matching, count, scanned, page.lastKey(), consumed(plan, page.items()));
    }

    /**
     * What the walk cost: all that it evaluated, rounded up as a whole. Items that were fetched from the table for entries of a local
     * index come on top, each rounded up by itself.
     */
    private static @Nullable ConsumedCapacity consumed(Plan plan, List<StoredItem> evaluated) {
        Charge charge = plan.charge();
        if (charge == null) {
            return null;
        }
        IndexDef index = plan.source().index();
        long bytes = 0;
        double fetched = 0;
        for (StoredItem item : evaluated) {
            if (index != null && plan.selection().fetchFromTable()) {
                bytes +=
                        IndexEntries.project(plan.source().table(), index, item).size();
                fetched += Units.read(item.size(), charge.consistency());
            } else {
                bytes += item.size();
            }
        }
        double walked = Units.read(bytes, charge.consistency());
        charge.meter().table(charge.tableName(), index == null ? walked : fetched);
        if (index != null) {
            charge.meter().index(charge.tableName(), index, walked);
        }
        return Meter.consumedOfOne(charge.meter());
    }

    private static StoredItem position(Source source, StoredItem item) {
        return item.only(
                source.positionAttributes().stream().map(KeyAttribute::name).toList());
    }

    private StoredItem throughCache(Cursor at, long stamp, boolean fill) {
        Bytes key = Bytes.of(at.key());
        StoredItem cached = cache.get(key, stamp);
        if (cached != null) {
            return cached;
        }
        StoredItem item = item(at);
        if (fill) {
            cache.fill(key, item, stamp);
        }
        return item;
    }

    private StoredItem fetch(Source source, Cursor at, Snapshot snapshot) {
        StoredItem entry = item(at);
        byte[] stored = snapshot.get(
                Family.ITEMS, Keys.item(source.table(), entry::attribute).array());
        if (stored == null) {
            throw new IllegalStateException("an index entry has no item; run verify");
        }
        return StoredItem.ofBytes(stored);
    }
}
