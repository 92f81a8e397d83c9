package dev.trestle.platform.content;

import dev.trestle.platform.operation.Deposit;
import java.util.List;

/**
 * A request's body as an object, under a key that nothing had before. It is nobody's until a transaction names it, and is deleted if the
 * change is refused. Subclasses add what a decision has to know besides. For one thread.
 */
public class StoredBody implements Deposit {
    private final ObjectBucket bucket;
    private final String key;
    private final String contentType;
    private final Spool spool;
    private boolean isStored;

    /** Nothing is stored yet. */
    public StoredBody(ObjectBucket bucket, String key, String contentType, Spool spool) {
        this.bucket = bucket;
        this.key = key;
        this.contentType = contentType;
        this.spool = spool;
    }

    /** Stores it, unless that was done before. Returns the key. */
    public final String store() {
        if (!isStored) {
            bucket.put(key, contentType, spool);
            isStored = true;
        }
        return key;
    }

    public final String contentType() {
        return contentType;
    }

    public final long size() {
        return spool.size();
    }

    @Override
    public final void drop() {
        if (isStored) {
            bucket.deleteQuietly(List.of(key));
        }
    }

    @Override
    public final void close() {
        spool.close();
    }
}
