package dev.trestle.engine.store;

import com.github.benmanes.caffeine.cache.Cache;
import dev.trestle.engine.value.Bytes;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Pages of hot partitions in the room of {@link ItemCache}, never stale: a repeated query is answered without opening an iterator.
 *
 * <p>Works on the epochs of {@link ItemCache}. Every partition of a table belongs to a stripe, found from the first eight bytes of its
 * keys, the table's id and the partition's hash. A batch stamps the stripes of the partitions it changes before it is written and again
 * when it is visible; a page is good as long as its stripe has no later stamp than the one taken before the page was read. A stale
 * page is not looked for and removed: it is simply no longer good, and is replaced by the next reading.
 */
final class PageCache {
    static final int STRIPES_LOG2 = 16;

    private static final int ITEM_OVERHEAD_BYTES = 64;

    private final AtomicLongArray stamps;
    private final int shift;

    /** No item's key is equal to one. */
    private record Name(Bytes bytes) {}

    private record Stamped(CachedPage page, long stamp) {}

    PageCache(int stripesLog2) {
        this.stamps = new AtomicLongArray(1 << stripesLog2);
        this.shift = Integer.SIZE - stripesLog2;
    }

    /** {@code factor} is what an item costs, in its bytes. Items may be in the cache by themselves too; they are then counted twice. */
    static long weight(Object name, Object stamped, int factor) {
        CachedPage page = ((Stamped) stamped).page;
        return ((Name) name).bytes.length()
                + (long) ITEM_OVERHEAD_BYTES * page.items().size()
                + factor * page.bytes();
    }

    /** {@code partition} is any key of the partition, or the start of one. */
    @Nullable
    CachedPage get(Cache<Object, Object> cache, Bytes name, byte[] partition) {
        Stamped stamped = (Stamped) cache.getIfPresent(new Name(name));
        return stamped != null && stamps.get(stripeOf(partition)) <= stamped.stamp ? stamped.page : null;
    }

    static boolean has(Cache<Object, Object> cache, Bytes name) {
        return cache.getIfPresent(new Name(name)) != null;
    }

    void fill(Cache<Object, Object> cache, Bytes name, byte[] partition, CachedPage page, long stamp) {
        if (stamps.get(stripeOf(partition)) <= stamp) {
            cache.put(new Name(name), new Stamped(page, stamp));
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
