package dev.trestle.objects;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * How to open an object store. Immutable; start from {@link #directory} and change with the {@code with…} methods.
 *
 * @param directory where everything lives; it is created if it does not exist
 * @param clock what objects' times of change are taken from
 * @param random where the names of blobs, versions and uploads come from; safe for several threads
 * @param inlineBytesMax objects up to this size live in the index itself and have no file
 * @param uploadsMax how many objects and parts may be on their way in at once; further ones are told to slow down
 * @param readsMax how many objects may be open for reading at once; further ones are told to slow down
 * @param partBytesMin how large each part of an upload but the last must be
 * @param freeSpaceFloorBytes writes are refused while the disk has less room than this
 * @param cacheBytes what the index may keep in memory of what it read, beside as much again for decoded rows
 * @param region what buckets tell as their region
 */
public record ObjectStoreOptions(
        Path directory,
        Clock clock,
        RandomGenerator random,
        int inlineBytesMax,
        int uploadsMax,
        int readsMax,
        long partBytesMin,
        long freeSpaceFloorBytes,
        long cacheBytes,
        String region) {

    private static final long MIB = 1024L * 1024;
    /** With all else that a row holds it must stay below the 400 KB that an item may have. */
    private static final int INLINE_BYTES_LIMIT = 256 * 1024;

    /** Checks what would otherwise show only much later. */
    public ObjectStoreOptions {
        if (inlineBytesMax < 0 || inlineBytesMax > INLINE_BYTES_LIMIT) {
            throw new IllegalArgumentException("objects up to a size from 0 to " + INLINE_BYTES_LIMIT
                    + " bytes can be kept in the index; this one is " + inlineBytesMax);
        }
        if (uploadsMax < 1 || readsMax < 1) {
            throw new IllegalArgumentException(
                    "at least one upload and one read must be allowed; these are " + uploadsMax + " and " + readsMax);
        }
    }

    /** A store whose objects live in {@code directory}, which is created if it does not exist. */
    public static ObjectStoreOptions directory(Path directory) {
        return new ObjectStoreOptions(
                directory,
                Clock.systemUTC(),
                new SecureRandom(),
                16 * 1024,
                1024,
                4096,
                5 * MIB,
                256 * MIB,
                32 * MIB,
                "us-east-1");
    }

    public ObjectStoreOptions withClock(Clock changed) {
        return with(draft -> draft.clock = changed);
    }

    /** For repeatable tests. What can be guessed is no secret: version and upload ids come from it. */
    public ObjectStoreOptions withRandom(RandomGenerator changed) {
        return with(draft -> draft.random = changed);
    }

    public ObjectStoreOptions withInlineBytesMax(int changed) {
        return with(draft -> draft.inlineBytesMax = changed);
    }

    public ObjectStoreOptions withConcurrency(int uploads, int reads) {
        return with(draft -> {
            draft.uploadsMax = uploads;
            draft.readsMax = reads;
        });
    }

    /** S3's own is 5 MiB; a smaller one is for tests. */
    public ObjectStoreOptions withPartBytesMin(long changed) {
        return with(draft -> draft.partBytesMin = changed);
    }

    public ObjectStoreOptions withFreeSpaceFloorBytes(long changed) {
        return with(draft -> draft.freeSpaceFloorBytes = changed);
    }

    public ObjectStoreOptions withCacheBytes(long changed) {
        return with(draft -> draft.cacheBytes = changed);
    }

    public ObjectStoreOptions withRegion(String changed) {
        return with(draft -> draft.region = changed);
    }

    private ObjectStoreOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.finish();
    }

    /** The options while one of them is being changed. */
    private static final class Draft {
        private final Path directory;
        private Clock clock;
        private RandomGenerator random;
        private int inlineBytesMax;
        private int uploadsMax;
        private int readsMax;
        private long partBytesMin;
        private long freeSpaceFloorBytes;
        private long cacheBytes;
        private String region;

        Draft(ObjectStoreOptions original) {
            this.directory = original.directory;
            this.clock = original.clock;
            this.random = original.random;
            this.inlineBytesMax = original.inlineBytesMax;
            this.uploadsMax = original.uploadsMax;
            this.readsMax = original.readsMax;
            this.partBytesMin = original.partBytesMin;
            this.freeSpaceFloorBytes = original.freeSpaceFloorBytes;
            this.cacheBytes = original.cacheBytes;
            this.region = original.region;
        }

        ObjectStoreOptions finish() {
            return new ObjectStoreOptions(
                    directory,
                    clock,
                    random,
                    inlineBytesMax,
                    uploadsMax,
                    readsMax,
                    partBytesMin,
                    freeSpaceFloorBytes,
                    cacheBytes,
                    region);
        }
    }
}
