package dev.trestle.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.trestle.engine.SetClock;
import dev.trestle.objects.api.CompleteUpload;
import dev.trestle.objects.api.CreateUpload;
import dev.trestle.objects.api.GetObject;
import dev.trestle.objects.api.ObjectContent;
import dev.trestle.objects.api.PutObject;
import dev.trestle.objects.api.StoredObject;
import dev.trestle.objects.api.Upload;
import dev.trestle.objects.api.UploadPart;
import dev.trestle.objects.api.UploadRef;
import dev.trestle.objects.api.UploadedPart;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What the suites share: a store with one bucket, and short ways to put and get. In the end nothing is wrong with the store. */
abstract class ObjectStoreTest {
    static final String BUCKET = "first-bucket";
    static final int INLINE_MAX = 1024;
    static final int PART_MIN = 100;

    final SetClock clock = new SetClock(Instant.parse("2026-03-01T12:00:00.250Z"));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    @SuppressWarnings("NullAway.Init")
    ObjectStore store;

    @BeforeEach
    void openStore() throws IOException {
        EmptyStore.copyTo(temporary.resolve("store"));
        store = ObjectStore.open(options());
        store.createBucket(BUCKET);
    }

    ObjectStoreOptions options() {
        return ObjectStoreOptions.directory(temporary.resolve("store"))
                .withClock(clock)
                .withInlineBytesMax(INLINE_MAX)
                .withPartBytesMin(PART_MIN)
                .withFreeSpaceFloorBytes(1024);
    }

    @AfterEach
    void closeStore() throws IOException {
        try {
            if (!store.core().index.isClosed()) {
                awaitNoGarbage();
                assertThat(store.verify(true).problems()).isEmpty();
            }
        } finally {
            store.close();
        }
    }

    void reopen() {
        store.close();
        store = ObjectStore.open(options());
    }

    /** Waits until what was deleted is gone, and every file belongs to something. */
    void awaitNoGarbage() {
        store.sweep().removed().join();
        Awaitility.await("removed what was deleted")
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> store.core().index.garbageRows() == 0);
    }

    long blobFiles() throws IOException {
        try (Stream<Path> files = Files.walk(temporary.resolve("store/blobs"))) {
            return files.filter(Files::isRegularFile).count();
        }
    }

    StoredObject put(String key, String content) {
        return put(new PutObject(BUCKET, key), bytes(content));
    }

    StoredObject put(PutObject request, byte[] content) {
        try (Upload<StoredObject> upload = store.beginPut(request)) {
            upload.write(ByteBuffer.wrap(content));
            return upload.finish(null);
        }
    }

    @Nullable
    String tryGet(String key) {
        try {
            return get(key);
        } catch (ObjectStoreException e) {
            assertThat(e.error()).isEqualTo(S3Error.NO_SUCH_KEY);
            return null;
        }
    }

    String get(String key) {
        return text(read(new GetObject(BUCKET, key)));
    }

    String get(String key, @Nullable String versionId) {
        return text(read(new GetObject(BUCKET, key, versionId)));
    }

    byte[] read(GetObject request) {
        try (ObjectContent content = store.get(request)) {
            return read(content);
        }
    }

    /** In pieces of an odd size. */
    static byte[] read(ObjectContent content) {
        ByteBuffer all = ByteBuffer.allocate((int) content.length());
        ByteBuffer piece = ByteBuffer.allocate(997);
        while (content.read(all.position(), piece) > 0) {
            all.put(piece.flip());
            piece.clear();
        }
        assertThat(all.hasRemaining())
                .as("bytes that were promised and not read")
                .isFalse();
        return all.array();
    }

    UploadRef createUpload(String key) {
        return new UploadRef(
                BUCKET, key, store.createUpload(new CreateUpload(BUCKET, key)).uploadId());
    }

    UploadedPart putPart(UploadRef upload, int number, byte[] content) {
        return putPart(new UploadPart(upload, number), content);
    }

    UploadedPart putPart(UploadPart request, byte[] content) {
        try (Upload<UploadedPart> part = store.beginPart(request)) {
            part.write(ByteBuffer.wrap(content));
            return part.finish(null);
        }
    }

    StoredObject complete(UploadRef upload, UploadedPart... parts) {
        return store.completeUpload(new CompleteUpload(upload, named(parts)));
    }

    static List<CompleteUpload.Part> named(UploadedPart... parts) {
        List<CompleteUpload.Part> named = new ArrayList<>();
        for (UploadedPart part : parts) {
            named.add(new CompleteUpload.Part(part.partNumber(), part.etag(), part.checksum()));
        }
        return named;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] randomBytes(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static ObjectStoreException refused(S3Error error, ThrowingCallable call) {
        ObjectStoreException thrown = catchThrowableOfType(ObjectStoreException.class, call);
        assertThat(thrown).as("refused with " + error).isNotNull();
        assertThat(thrown.error()).as(thrown.getMessage()).isEqualTo(error);
        return thrown;
    }
}
