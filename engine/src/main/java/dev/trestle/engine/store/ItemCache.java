package dev.trestle.engine.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Committed items with their decoded views, and pages of them, bounded by bytes, never stale.
 *
 * <p>Time is counted in epochs of the one committer: even when nothing is on its way to the disk, odd while a batch is. A batch
 * first stamps the stripes of its keys with its own odd epoch and removes the keys, then is written, then stamps the stripes and
 * the clock with the even epoch after it. A reader takes the clock before it reads the store, and its fill is refused, under the
 * entry's lock, if the stripe has a later stamp. So what is filled in is no older than the last finished write, and nothing is
 * served from the cache while a newer value may already be visible to others.
 *
 * <p>Items, under their keys, and pages, under their names, share the room: what is asked for more often stays.
 */
public final class ItemCache {
    private static final int ENTRY_OVERHEAD_BYTES = 256;
    /** A decoded view costs about as much again as the stored bytes, and its objects. */
    private static final int VIEW_FACTOR = 3;

    private final long maximumBytes;
    private final int factor;
    private volatile @Nullable Cache<Object, Object> cache;
    private final PageCache pages;
    private final AtomicLongArray stamps = new AtomicLongArray(Stripes.count());
    private volatile long clock; // written by the committer only

    public ItemCache(long maximumBytes, boolean keepsViews) {
        this(maximumBytes, keepsViews, PageCache.STRIPES_LOG2);
    }

    ItemCache(long maximumBytes, boolean keepsViews, int pageStripesLog2) {
        this.maximumBytes = maximumBytes;
        this.factor = keepsViews ? VIEW_FACTOR : 1;
        this.cache = empty();
        this.pages = new PageCache(pageStripesLog2);
    }

    /** A stored item in the form that may be kept here. */
    public StoredItem item(byte[] bytes) {
        return StoredItem.ofBytes(bytes, factor != 1);
    }

    private @Nullable Cache<Object, Object> empty() {
        return maximumBytes == 0
                ? null
                : Caffeine.newBuilder()
                        .maximumWeight(maximumBytes)
                        .weigher(this::weight)
                        .executor(Runnable::run)
                        .build();
    }

    private int weight(Object key, Object entry) {
        long bytes = entry instanceof StoredItem item
                ? ((Bytes) key).length() + factor * (long) item.bytes().length
                : PageCache.weight(key, entry, factor);
        return (int) Math.min(ENTRY_OVERHEAD_BYTES + bytes, Integer.MAX_VALUE);
    }

    /** A page that an earlier {@link #fillPage} put here under the same name, if it is still good. */
    public @Nullable CachedPage page(Bytes name, byte[] partition) {
        Cache<Object, Object> current = cache;
        return current == null ? null : pages.get(current, name, partition);
    }

    /** Whether a page of this name is here that is not good any more: one that is asked for while its partition changes. */
    public boolean hasStalePage(Bytes name) {
        Cache<Object, Object> current = cache;
        return current != null && PageCache.has(current, name);
    }

    /** {@code stamp} was taken before the page was read; {@code partition} is the start of its keys. */
    public void fillPage(Bytes name, byte[] partition, CachedPage page, long stamp) {
        Cache<Object, Object> current = cache;
        if (current != null) {
            pages.fill(current, name, partition, page, stamp);
        }
    }

    public boolean isEnabled() {
        return cache != null;
    }

    public @Nullable StoredItem get(Bytes key) {
        Cache<Object, Object> current = cache;
        return current == null ? null : (StoredItem) current.getIfPresent(key);
    }

    /**
     * The item if it is the one that a cursor, opened after {@code stamp} was taken, shows: a page that takes some items from here
     * and some from its cursor is still of one moment.
     */
    public @Nullable StoredItem get(Bytes key, long stamp) {
        // In this order: an item of a later write is filled in only after its stripe was stamped.
        StoredItem item = get(key);
        return item != null && stamps.get(Stripes.stripeOf(key)) <= stamp ? item : null;
    }

    /** To be taken before the store is read, or a cursor over it opened, and given to {@link #fill}. */
    public long stamp() {
        return clock;
    }

    public void fill(Bytes key, StoredItem item, long stamp) {
        Cache<Object, Object> current = cache;
        if (current == null || stamps.get(Stripes.stripeOf(key)) > stamp) {
            return;
        }
        current.asMap().compute(key, (k, present) -> stamps.get(Stripes.stripeOf(key)) <= stamp ? item : present);
    }

    /** Called by the committer before a write; {@link #endWrite} must follow. */
    void beginWrite(Collection<Bytes> keys) {
        Cache<Object, Object> current = cache;
        if (current == null) {
            return;
        }
        stamp(keys, clock + 1);
        for (Bytes key : keys) {
            current.asMap().remove(key);
        }
    }

    void endWrite(Collection<Bytes> keys) {
        if (cache == null) {
            return;
        }
        long after = clock + 2;
        stamp(keys, after);
        clock = after;
    }

    private void stamp(Collection<Bytes> keys, long epoch) {
        for (Bytes key : keys) {
            stamps.set(Stripes.stripeOf(key), epoch);
        }
        pages.stamp(keys, epoch);
    }

    /** Forgets everything, around a change of the store that may have touched any key. Called by the committer only. */
    void duringReplacement(Runnable replacement) {
        stampAll(clock + 1);
        // Not emptied but replaced: a fill that is under way now would be missed, and so lands in the one that nobody
        // reads.
        cache = empty();
        try {
            replacement.run();
        } finally {
            long after = clock + 2;
            stampAll(after);
            clock = after;
        }
    }

    private void stampAll(long stamp) {
        for (int i = 0; i < stamps.length(); i++) {
            stamps.set(i, stamp);
        }
        pages.stampAll(stamp);
    }
}
