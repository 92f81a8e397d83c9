package dev.trestle.objects.object;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.blob.BlobFiles;
import dev.trestle.objects.blob.BlobWriter;
import dev.trestle.objects.blob.Pins;
import dev.trestle.objects.bucket.Buckets;
import dev.trestle.objects.index.Changes;
import dev.trestle.objects.index.Ids;
import dev.trestle.objects.index.Index;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Semaphore;

/** What all operations work with. */
public final class Core {
    private static final long MICROS_PER_MILLI = 1000;

    public final ObjectStoreOptions options;
    public final Index index;
    public final BlobFiles files;
    public final Pins pins;
    public final Ids ids;
    public final Buckets buckets;
    public final KeyLocks locks = new KeyLocks();
    private final Semaphore uploads;
    private final Semaphore reads;

    public Core(ObjectStoreOptions options, Index index, BlobFiles files, Pins pins, Ids ids, Buckets buckets) {
        this.options = options;
        this.index = index;
        this.files = files;
        this.pins = pins;
        this.ids = ids;
        this.buckets = buckets;
        this.uploads = new Semaphore(options.uploadsMax());
        this.reads = new Semaphore(options.readsMax());
    }

    /** Now, as exactly as it is stored. */
    public Instant now() {
        return options.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** A number for ordered ids that grows with time. */
    public static long order(Instant time) {
        return time.toEpochMilli() * MICROS_PER_MILLI;
    }

    /** The right to bring something in; to be given back with {@link #endUpload}. */
    public void beginUpload() {
        take(uploads);
    }

    public void endUpload() {
        uploads.release();
    }

    void beginRead() {
        take(reads);
    }

    void endRead() {
        reads.release();
    }

    private static void take(Semaphore permits) {
        if (!permits.tryAcquire()) {
            throw ObjectStoreException.of(S3Error.SLOW_DOWN);
        }
    }

    public BlobWriter newBlob() {
        return new BlobWriter(files, ids.plain(), options.inlineBytesMax());
    }

    /** Names the blob in the commit that is to bring it in. */
    public static void name(BlobWriter blob, Changes changes) {
        changes.putBlob(blob.id(), blob.length(), blob.isInline() ? blob.inlineBytes() : null);
    }

    /** Runs what commits a blob, and sees to the blob's file according to how that ended. */
    public static <T> T settle(BlobWriter blob, java.util.function.Supplier<T> commit) {
        try {
            T done = commit.get();
            blob.committed();
            return done;
        } catch (ObjectStoreException e) {
            if (e.error() == S3Error.INTERNAL_ERROR) {
                blob.doubtful();
            } else {
                blob.discard();
            }
            throw e;
        } catch (RuntimeException | Error e) {
            blob.doubtful();
            throw e;
        }
    }

    /** The name of a key's lock. */
    static Bytes lockName(Bytes bucket, Bytes key) {
        byte[] both = java.util.Arrays.copyOf(bucket.array(), bucket.length() + key.length());
        System.arraycopy(key.array(), 0, both, bucket.length(), key.length());
        return Bytes.of(both);
    }
}
