package dev.trestle.engine.store;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import org.jspecify.annotations.Nullable;

/** Items by key: from the cache, from the store, or, for a request that is about to write, from the commit queue. */
public final class Items {
    private final Store store;
    private final ItemCache cache;
    private final Committer committer;

    public Items(Store store, ItemCache cache, Committer committer) {
        this.store = store;
        this.cache = cache;
        this.committer = committer;
    }

    /** The item as it is on disk. */
    public @Nullable StoredItem read(Bytes key) {
        StoredItem cached = cache.get(key);
        if (cached != null) {
            return cached;
        }
        return item(key, store::get);
    }

    private interface Reading {
        byte @Nullable [] get(Family family, byte[] key);
    }

    private @Nullable StoredItem item(Bytes key, Reading reading) {
        long stamp = cache.stamp();
        byte[] bytes = reading.get(Family.ITEMS, key.array());
        if (bytes == null) {
            return null;
        }
        StoredItem item = cache.item(bytes);
        cache.fill(key, item, stamp);
        return item;
    }

    /** The item as it is on disk, if it is in memory too; else null, also if there is none. Never waits. */
    public @Nullable StoredItem readFromMemory(Bytes key) {
        StoredItem cached = cache.get(key);
        return cached != null ? cached : item(key, store::getFromMemory);
    }

    /** The item as the next write will find it. The caller holds the key's stripe. */
    public Current readForWrite(Bytes key) {
        Committer.PendingItem queued = committer.pendingItem(key);
        return queued != null ? new Current(queued.item(), true) : new Current(read(key), false);
    }

    /** {@code queued} tells that the state is not on disk yet: an answer that rests on it must wait until it is. */
    public record Current(@Nullable StoredItem item, boolean queued) {}
}
