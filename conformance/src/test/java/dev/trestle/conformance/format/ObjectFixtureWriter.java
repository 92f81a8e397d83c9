package dev.trestle.conformance.format;

import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.objects.api.ChecksumAlgorithm;
import dev.trestle.objects.api.CompleteUpload;
import dev.trestle.objects.api.ContentHeaders;
import dev.trestle.objects.api.CorsRule;
import dev.trestle.objects.api.CreateUpload;
import dev.trestle.objects.api.DeleteObject;
import dev.trestle.objects.api.Promise;
import dev.trestle.objects.api.PutObject;
import dev.trestle.objects.api.StoredObject;
import dev.trestle.objects.api.Upload;
import dev.trestle.objects.api.UploadPart;
import dev.trestle.objects.api.UploadRef;
import dev.trestle.objects.api.UploadedPart;
import dev.trestle.objects.api.Versioning;
import dev.trestle.objects.api.WriteCondition;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes the object store that later releases have to open. No test, and not run with the tests; by hand, once per format:
 * {@code ./trestle test -pl conformance -am -Dtest=ObjectFixtureWriter -Dsurefire.failIfNoSpecifiedTests=false}
 */
class ObjectFixtureWriter {
    private static final int FORMAT = 1;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    static ObjectStore open(Path directory) {
        return ObjectStore.open(ObjectStoreOptions.directory(directory)
                .withClock(Fixtures.clock(Fixtures.WRITTEN))
                .withInlineBytesMax(1000)
                .withPartBytesMin(100)
                .withFreeSpaceFloorBytes(0));
    }

    @Test
    void writeStore() throws Exception {
        Path directory = temporary.resolve("store");
        try (ObjectStore store = open(directory)) {
            writePlain(store);
            writeVersions(store);
            Awaitility.await().until(() -> store.verify(false).garbage() == 0);
            Files.write(ObjectFixtureTest.listing(FORMAT), ObjectFixtureTest.describe(store));
        }
        Fixtures.pack(directory, ObjectFixtureTest.packed(FORMAT));
    }

    private static void writePlain(ObjectStore store) {
        store.createBucket("plain");
        store.putBucketTags("plain", Map.of("team", "a"));
        store.putCors(
                "plain", List.of(new CorsRule("id", List.of("*"), List.of("GET"), List.of("x"), List.of("ETag"), 5)));
        ContentHeaders headers =
                new ContentHeaders("text/x", "gzip", "inline", "de", "no-store", "never", Map.of("a", "ü"));
        put(store, "plain", "inline/ü", headers, Map.of("t", "1"), ChecksumAlgorithm.SHA256, 500);
        put(store, "plain", "file", ContentHeaders.NONE, Map.of(), ChecksumAlgorithm.CRC32, 3000);
        put(store, "plain", "empty", ContentHeaders.NONE, Map.of(), null, 0);
        upload(store, "parts", true);
        upload(store, "unfinished", false);
    }

    private static void writeVersions(ObjectStore store) {
        store.createBucket("versioned");
        put(store, "versioned", "k", ContentHeaders.NONE, Map.of(), null, 100);
        put(store, "versioned", "gone", ContentHeaders.NONE, Map.of(), null, 2000);
        store.putVersioning("versioned", Versioning.ENABLED);
        put(store, "versioned", "k", ContentHeaders.NONE, Map.of("v", "2"), null, 2000);
        put(store, "versioned", "k", ContentHeaders.NONE, Map.of(), null, 200);
        store.delete(new DeleteObject("versioned", "gone"));
        store.putVersioning("versioned", Versioning.SUSPENDED);
        put(store, "versioned", "late", ContentHeaders.NONE, Map.of(), null, 300);
    }

    private static void put(
            ObjectStore store,
            String bucket,
            String key,
            ContentHeaders headers,
            Map<String, String> tags,
            @Nullable ChecksumAlgorithm algorithm,
            int bytes) {
        Promise promise = new Promise(null, null, algorithm, null);
        try (Upload<StoredObject> upload =
                store.beginPut(new PutObject(bucket, key, headers, tags, null, promise, WriteCondition.NONE))) {
            upload.write(content(key, bytes));
            upload.finish(null);
        }
    }

    private static void upload(ObjectStore store, String key, boolean complete) {
        String id = store.createUpload(new CreateUpload("plain", key)).uploadId();
        UploadRef ref = new UploadRef("plain", key, id);
        String first = part(store, ref, 1, 2500);
        String second = part(store, ref, 2, 150);
        if (complete) {
            store.completeUpload(new CompleteUpload(
                    ref, List.of(new CompleteUpload.Part(1, first), new CompleteUpload.Part(2, second))));
        }
    }

    private static String part(ObjectStore store, UploadRef ref, int number, int bytes) {
        try (Upload<UploadedPart> upload = store.beginPart(new UploadPart(ref, number))) {
            upload.write(content(ref.key() + number, bytes));
            return upload.finish(null).etag();
        }
    }

    private static ByteBuffer content(String name, int bytes) {
        byte[] content = new byte[bytes];
        new Random(name.hashCode()).nextBytes(content);
        return ByteBuffer.wrap(content);
    }
}
