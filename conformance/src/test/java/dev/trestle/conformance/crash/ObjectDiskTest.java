package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.CopyObject;
import dev.trestle.objects.api.CopySource;
import dev.trestle.objects.api.DeleteObject;
import dev.trestle.objects.api.GetObject;
import dev.trestle.objects.api.ObjectContent;
import dev.trestle.objects.api.PutObject;
import dev.trestle.objects.api.StoredObject;
import dev.trestle.objects.api.Upload;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects on a disk that is full, and objects that are larger than memory. */
@Tag("once")
class ObjectDiskTest {
    private static final String BUCKET = "bucket";
    private static final int MIB = 1024 * 1024;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    @Test
    void put_noRoom_isRefusedLeavesNothingAndDeletingMakesRoom() throws Exception {
        try (SmallDisk disk = SmallDisk.inMemory(temporary, 64);
                ObjectStore store = ObjectStore.open(
                        ObjectStoreOptions.directory(disk.root().resolve("store"))
                                .withFreeSpaceFloorBytes(8 * MIB))) {
            store.createBucket(BUCKET);
            int stored = 0;
            ObjectStoreException refusal = null;
            while (refusal == null && stored < 100) {
                try {
                    put(store, "k" + stored, 4 * MIB);
                    stored++;
                } catch (ObjectStoreException e) {
                    refusal = e;
                }
            }
            assertThat(refusal).hasMessageContaining("the disk is full");
            assertThat(refusal.error()).isEqualTo(S3Error.STORAGE_FULL);
            disk.fillUpTo(MIB); // less than the index needs to grow
            Awaitility.await().until(() -> !store.diskSpace().takesWrites());
            assertThat(stored).isGreaterThan(2);
            assertThat(store.verify(true).problems()).isEmpty();
            assertThat(store.verify(false).strayFiles()).isZero();
            for (int i = 0; i < stored; i++) {
                assertReadable(store, "k" + i);
            }
            store.delete(new DeleteObject(BUCKET, "k0"));
            store.delete(new DeleteObject(BUCKET, "k1"));
            Awaitility.await("room for another object")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> store.verify(false).garbage() == 0);
            put(store, "again", 4 * MIB);
            assertReadable(store, "again");
        }
    }

    /** Without a floor the disk itself says no, in the middle of a file. */
    @Test
    void put_diskFullInTheMiddle_isRefusedAndLeavesNothing() throws Exception {
        try (SmallDisk disk = SmallDisk.inMemory(temporary, 64);
                ObjectStore store = ObjectStore.open(
                        ObjectStoreOptions.directory(disk.root().resolve("store"))
                                .withFreeSpaceFloorBytes(0))) {
            store.createBucket(BUCKET);
            put(store, "before", MIB);
            Path filler = disk.fillUpTo(3 * MIB);
            assertThatThrownBy(() -> put(store, "k", 5 * MIB)).isInstanceOf(ObjectStoreException.class);
            assertThat(store.verify(false).strayFiles()).isZero();
            assertReadable(store, "before");
            Files.delete(filler);
            put(store, "k", 5 * MIB);
            assertReadable(store, "k");
            assertThat(store.verify(true).problems()).isEmpty();
        }
    }

    private static void put(ObjectStore store, String key, int bytes) {
        Random random = new Random(key.hashCode());
        byte[] piece = new byte[64 * 1024];
        try (Upload<StoredObject> upload = store.beginPut(new PutObject(BUCKET, key))) {
            for (int at = 0; at < bytes; at += piece.length) {
                random.nextBytes(piece);
                upload.write(ByteBuffer.wrap(piece));
            }
            upload.finish(null);
        }
    }

    private static void assertReadable(ObjectStore store, String key) {
        Random random = new Random(key.hashCode());
        byte[] expected = new byte[64 * 1024];
        ByteBuffer found = ByteBuffer.allocate(expected.length);
        try (ObjectContent content = store.get(new GetObject(BUCKET, key))) {
            for (long at = 0; at < content.length(); at += expected.length) {
                random.nextBytes(expected);
                found.clear();
                while (found.hasRemaining()) {
                    content.read(at + found.position(), found);
                }
                assertThat(found.array()).isEqualTo(expected);
            }
        }
    }

    /** More than the whole heap of the process goes in, out and across. */
    @Test
    void putGetCopy_moreThanTheHeap_needsLittleMemory() throws Exception {
        putGetCopy(320);
    }

    @Test
    @Tag("slow")
    void putGetCopy_aGigabyte_needsLittleMemory() throws Exception {
        putGetCopy(1024);
    }

    private void putGetCopy(int megabytes) throws Exception {
        try (ChildJvm child = ChildJvm.start(temporary, Large.class, temporary.resolve("large"), megabytes)) {
            child.readUntil("done");
        }
    }

    /** Its heap is 256 MB. */
    static final class Large {
        private Large() {}

        public static void main(String[] arguments) {
            try (ObjectStore store = ObjectStore.open(ObjectStoreOptions.directory(Path.of(arguments[0])))) {
                store.createBucket(BUCKET);
                put(store, "k", Integer.parseInt(arguments[1]) * MIB);
                assertReadable(store, "k");
                store.copy(new CopyObject(new CopySource(BUCKET, "k"), BUCKET, "copy"));
                store.delete(new DeleteObject(BUCKET, "k"));
            }
            System.out.println("done");
        }
    }
}
