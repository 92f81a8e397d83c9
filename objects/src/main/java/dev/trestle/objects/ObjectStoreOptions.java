package dev.trestle.objects;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
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
                4096,
                16_384,
                256 * MIB,
                32 * MIB,
                "us-east-1");
    }

    public ObjectStoreOptions withClock(Clock changed) {
        return new ObjectStoreOptions(
                directory,
                changed,
                random,
                inlineBytesMax,
                uploadsMax,
                readsMax,
                freeSpaceFloorBytes,
                cacheBytes,
                region);
    }

    /** For repeatable tests. What is guessable is no secret: version and upload ids come from it. */
    public ObjectStoreOptions withRandom(RandomGenerator changed) {
        return new ObjectStoreOptions(
                directory,
                clock,
                changed,
                inlineBytesMax,
                uploadsMax,
                readsMax,
                freeSpaceFloorBytes,
                cacheBytes,
                region);
    }

    public ObjectStoreOptions withInlineBytesMax(int changed) {
        return new ObjectStoreOptions(
                directory, clock, random, changed, uploadsMax, readsMax, freeSpaceFloorBytes, cacheBytes, region);
    }

    public ObjectStoreOptions withConcurrency(int uploads, int reads) {
        return new ObjectStoreOptions(
                directory, clock, random, inlineBytesMax, uploads, reads, freeSpaceFloorBytes, cacheBytes, region);
    }

    public ObjectStoreOptions withFreeSpaceFloorBytes(long changed) {
        return new ObjectStoreOptions(
                directory, clock, random, inlineBytesMax, uploadsMax, readsMax, changed, cacheBytes, region);
    }

    public ObjectStoreOptions withCacheBytes(long changed) {
        return new ObjectStoreOptions(
                directory, clock, random, inlineBytesMax, uploadsMax, readsMax, freeSpaceFloorBytes, changed, region);
    }

    public ObjectStoreOptions withRegion(String changed) {
        return new ObjectStoreOptions(
                directory,
                clock,
                random,
                inlineBytesMax,
                uploadsMax,
                readsMax,
                freeSpaceFloorBytes,
                cacheBytes,
                changed);
    }
}
