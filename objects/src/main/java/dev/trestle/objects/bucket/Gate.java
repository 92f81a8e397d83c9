package dev.trestle.objects.bucket;

import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The way into a bucket: for many who write into it, or for one who changes the bucket itself. */
public final class Gate {
    private static final long PATIENCE_SECONDS = 60;

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
    private volatile Bucket bucket;
    private volatile boolean deleted;

    Gate(Bucket bucket) {
        this.bucket = bucket;
    }

    Bucket bucket() {
        return bucket;
    }

    Inside enter() {
        take(lock.readLock());
        return new Inside();
    }

    /** Waits until nobody is inside, and keeps everybody out. */
    Alone close() {
        take(lock.writeLock());
        return new Alone();
    }

    private void take(Lock wanted) {
        try {
            if (!wanted.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw ObjectStoreException.of(S3Error.SLOW_DOWN);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ObjectStoreException.of(S3Error.SLOW_DOWN);
        }
        if (deleted) {
            wanted.unlock();
            throw ObjectStoreException.of(S3Error.NO_SUCH_BUCKET).with("BucketName", bucket.name());
        }
    }

    /** Who writes into the bucket, which stays as it is meanwhile. */
    public final class Inside implements AutoCloseable {
        public Bucket bucket() {
            return bucket;
        }

        @Override
        public void close() {
            lock.readLock().unlock();
        }
    }

    /** Who changes the bucket. */
    final class Alone implements AutoCloseable {
        Bucket bucket() {
            return bucket;
        }

        void changed(Bucket now) {
            bucket = now;
        }

        void deleted() {
            deleted = true;
        }

        @Override
        public void close() {
            lock.writeLock().unlock();
        }
    }
}
