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
 */
public final class ItemCache {
    private static final int ENTRY_OVERHEAD_BYTES = 256;
    /** A decoded view costs about as much again as the stored bytes, and its objects. */
    private static final int VIEW_FACTOR = 3;

    private final long maximumBytes;
    private volatile @Nullable Cache<Bytes, StoredItem> cache;
    private final @Nullable PageCache pages;
    private final AtomicLongArray stamps = new AtomicLongArray(Stripes.count());
    private volatile long clock; // written by the committer only

    public ItemCache(long maximumBytes) {
        this(maximumBytes, PageCache.STRIPES_LOG2);
    }

    ItemCache(long maximumBytes, int pageStripesLog2) {
        this.maximumBytes = maximumBytes / 2; // the other half is for pages
        this.cache = empty(this.maximumBytes);
        this.pages = maximumBytes == 0 ? null : new PageCache(this.maximumBytes, pageStripesLog2);
    }

    private static @Nullable Cache<Bytes, StoredItem> empty(long maximumBytes) {
        return maximumBytes == 0
                ? null
                : Caffeine.newBuilder()
                        .maximumWeight(maximumBytes)
                        .weigher((Bytes key, StoredItem item) ->
                                ENTRY_OVERHEAD_BYTES + key.length() + VIEW_FACTOR * item.bytes().length)
                        .executor(Runnable::run)
                        .build();
    }

    /** A page that an earlier {@link #fillPage} put here under the same name, if it is still good. */
    public @Nullable CachedPage page(Bytes name, byte[] partition) {
        return pages == null ? null : pages.get(name, partition);
    }

    /** Whether a page of this name is here that is not good any more: one that is asked for while its partition changes. */
    public boolean hasStalePage(Bytes name) {
        return pages != null && pages.has(name);
    }

    /** {@code stamp} was taken before the page was read; {@code partition} is the start of its keys. */
    public void fillPage(Bytes name, byte[] partition, CachedPage page, long stamp) {
        if (pages != null) {
            pages.fill(name, partition, page, stamp);
        }
    }

    public boolean isEnabled() {
        return cache != null;
    }

    public @Nullable StoredItem get(Bytes key) {
        Cache<Bytes, StoredItem> current = cache;
        return current == null ? null : current.getIfPresent(key);
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
        Cache<Bytes, StoredItem> current = cache;
        if (current == null || stamps.get(Stripes.stripeOf(key)) > stamp) {
            return;
        }
        current.asMap().compute(key, (k, present) -> stamps.get(Stripes.stripeOf(k)) <= stamp ? item : present);
    }

    /** Called by the committer before a write; {@link #endWrite} must follow. */
    void beginWrite(Collection<Bytes> keys) {
        Cache<Bytes, StoredItem> current = cache;
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
        if (pages != null) {
            pages.stamp(keys, epoch);
        }
    }

    /** Forgets everything, around a change of the store that may have touched any key. Called by the committer only. */
    void duringReplacement(Runnable replacement) {
        stampAll(clock + 1);
        // Not emptied but replaced: a fill that is under way now would be missed, and so lands in the one that nobody
        // reads.
        cache = empty(maximumBytes);
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
        if (pages != null) {
            pages.stampAll(stamp);
        }
    }
}
