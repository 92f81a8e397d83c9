package dev.trestle.engine.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.engine.value.Bytes;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Pages of hot partitions, bounded by bytes, never stale: a repeated query answers from here without opening an iterator.
 *
 * <p>Works on the epochs of {@link ItemCache}. Every partition of a table belongs to a stripe, found from the first eight bytes of its
 * keys, the table's id and the partition's hash. A batch stamps the stripes of the partitions it changes before it is written and again
 * when it is visible; a page is good as long as its stripe has no later stamp than the one taken before the page was read. A stale
 * page is not looked for and removed: it is simply no longer good, and is replaced by the next reading.
 */
final class PageCache {
    static final int STRIPES_LOG2 = 16;

    private static final int PAGE_OVERHEAD_BYTES = 256;
    private static final int ITEM_OVERHEAD_BYTES = 64;
    /** As in {@link ItemCache}; the items are often shared with it, and are counted in both. */
    private static final int VIEW_FACTOR = 3;

    private final Cache<Bytes, Stamped> pages;
    private final AtomicLongArray stamps;
    private final int shift;

    private record Stamped(CachedPage page, long stamp) {}

    PageCache(long maximumBytes, int stripesLog2) {
        this.stamps = new AtomicLongArray(1 << stripesLog2);
        this.shift = Integer.SIZE - stripesLog2;
        this.pages = Caffeine.newBuilder()
                .maximumWeight(maximumBytes)
                .weigher((Bytes key, Stamped stamped) -> weight(key, stamped.page()))
                .executor(Runnable::run)
                .build();
    }

    private static int weight(Bytes key, CachedPage page) {
        long weight = PAGE_OVERHEAD_BYTES
                + key.length()
                + (long) ITEM_OVERHEAD_BYTES * page.items().size()
                + VIEW_FACTOR * page.bytes();
        return (int) Math.min(weight, Integer.MAX_VALUE);
    }

    /** {@code partition} is any key of the partition, or the start of one. */
    @Nullable
    CachedPage get(Bytes name, byte[] partition) {
        Stamped stamped = pages.getIfPresent(name);
        return stamped != null && stamps.get(stripeOf(partition)) <= stamped.stamp ? stamped.page : null;
    }

    boolean has(Bytes name) {
        return pages.getIfPresent(name) != null;
    }

    void fill(Bytes name, byte[] partition, CachedPage page, long stamp) {
        if (stamps.get(stripeOf(partition)) <= stamp) {
            pages.put(name, new Stamped(page, stamp));
        }
    }

    void stampAll(long epoch) {
        for (int i = 0; i < stamps.length(); i++) {
            stamps.set(i, epoch);
        }
    }

    void stamp(Collection<Bytes> keys, long epoch) {
        for (Bytes key : keys) {
            stamps.set(stripeOf(key.array()), epoch);
        }
    }

    private int stripeOf(byte[] key) {
        int hash = 0;
        for (int i = 0; i < Math.min(8, key.length); i++) {
            hash = hash * 31 + key[i];
        }
        hash *= 0x9E3779B1;
        return hash >>> shift;
    }
}
