package dev.trestle.conformance.crash;

import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.CompleteUpload;
import dev.trestle.objects.api.CopyObject;
import dev.trestle.objects.api.CopySource;
import dev.trestle.objects.api.CreateUpload;
import dev.trestle.objects.api.DeleteObject;
import dev.trestle.objects.api.GetObject;
import dev.trestle.objects.api.ListVersions;
import dev.trestle.objects.api.ObjectContent;
import dev.trestle.objects.api.PutObject;
import dev.trestle.objects.api.StoredObject;
import dev.trestle.objects.api.Upload;
import dev.trestle.objects.api.UploadPart;
import dev.trestle.objects.api.UploadRef;
import dev.trestle.objects.api.UploadedPart;
import dev.trestle.objects.api.Versioning;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/**
 * What one worker does to its own keys of two buckets, one with versions: a step for each number, known beforehand, so that the state after
 * any number of steps can be told without a store.
 */
final class ObjectScript {
    static final String PLAIN = "plain";
    static final String VERSIONED = "versioned";
    private static final int KEYS = 4;
    private static final int PART_MIN = 500;

    private final long seed;
    private final String worker;

    ObjectScript(long seed, String worker) {
        this.seed = seed;
        this.worker = worker;
    }

    /** Small limits, so that small contents are of all kinds. */
    static ObjectStore open(Path directory) {
        return ObjectStore.open(ObjectStoreOptions.directory(directory)
                .withInlineBytesMax(2000)
                .withPartBytesMin(PART_MIN)
                .withFreeSpaceFloorBytes(1024));
    }

    static void createBuckets(ObjectStore store) {
        store.createBucket(PLAIN);
        store.createBucket(VERSIONED);
        store.putVersioning(VERSIONED, Versioning.ENABLED);
    }

    /** What a key holds: how many versions and markers, and the hash of the current content, 0 if there is none. */
    record State(int versions, int hash) {
        static final State NOTHING = new State(0, 0);
    }

    /** All of the worker's keys that hold something. */
    static final class Contents {
        private final TreeMap<String, State> states;

        Contents() {
            this(new TreeMap<>());
        }

        private Contents(TreeMap<String, State> states) {
            this.states = states;
        }

        Contents copy() {
            return new Contents(new TreeMap<>(states));
        }

        State get(String place) {
            return states.getOrDefault(place, State.NOTHING);
        }

        void set(String place, State state) {
            if (state.versions() == 0) {
                states.remove(place);
            } else {
                states.put(place, state);
            }
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Contents && states.equals(((Contents) other).states);
        }

        @Override
        public int hashCode() {
            return states.hashCode();
        }

        @Override
        public String toString() {
            return states.toString();
        }
    }

    private record Step(String bucket, String key, int kind, long contentSeed) {
        String place() {
            return bucket + "/" + key;
        }
    }

    private Step step(int number) {
        Random random = new Random(seed * 31 + worker.hashCode() * 1_000_003L + number);
        return new Step(
                random.nextBoolean() ? PLAIN : VERSIONED,
                worker + "/" + random.nextInt(KEYS),
                random.nextInt(10),
                random.nextLong());
    }

    /** Does a step; what it does to the contents is {@link #apply}'s. */
    void run(ObjectStore store, int number) {
        Step step = step(number);
        switch (step.kind()) {
            case 0, 1, 2, 3 -> put(store, step);
            case 4 -> store.delete(new DeleteObject(step.bucket(), step.key()));
            case 5, 6 -> multipart(store, step, true);
            case 7 -> multipart(store, step, false);
            default -> copy(store, step);
        }
    }

    private static void put(ObjectStore store, Step step) {
        try (Upload<StoredObject> upload = store.beginPut(new PutObject(step.bucket(), step.key()))) {
            for (byte[] piece : pieces(step)) {
                upload.write(ByteBuffer.wrap(piece));
            }
            upload.finish(null);
        }
    }

    /** An upload that is not completed stays for ever, or is aborted. */
    private static void multipart(ObjectStore store, Step step, boolean complete) {
        String id =
                store.createUpload(new CreateUpload(step.bucket(), step.key())).uploadId();
        UploadRef upload = new UploadRef(step.bucket(), step.key(), id);
        List<CompleteUpload.Part> parts = new ArrayList<>();
        for (byte[] piece : pieces(step)) {
            try (Upload<UploadedPart> part = store.beginPart(new UploadPart(upload, parts.size() + 1))) {
                part.write(ByteBuffer.wrap(piece));
                parts.add(new CompleteUpload.Part(
                        parts.size() + 1, part.finish(null).etag()));
            }
        }
        if (complete) {
            store.completeUpload(new CompleteUpload(upload, parts));
        } else if (step.contentSeed() % 2 == 0) {
            store.abortUpload(upload);
        }
    }

    /** From the worker's first key of the bucket, if there is something. */
    private void copy(ObjectStore store, Step step) {
        try {
            store.copy(new CopyObject(new CopySource(step.bucket(), worker + "/0"), step.bucket(), step.key()));
        } catch (ObjectStoreException e) {
            if (e.error() != S3Error.NO_SUCH_KEY && e.error() != S3Error.INVALID_REQUEST) {
                throw e;
            }
        }
    }

    void apply(int number, Contents contents) {
        Step step = step(number);
        State before = contents.get(step.place());
        switch (step.kind()) {
            case 0, 1, 2, 3, 5, 6 -> contents.set(step.place(), added(step, before, hash(pieces(step))));
            case 4 -> {
                boolean keeps = step.bucket().equals(VERSIONED);
                contents.set(step.place(), keeps ? new State(before.versions() + 1, 0) : State.NOTHING);
            }
            case 7 -> {} // an upload is no object
            default -> {
                int source = contents.get(step.bucket() + "/" + worker + "/0").hash();
                if (source != 0 && !step.key().endsWith("/0")) {
                    contents.set(step.place(), added(step, before, source));
                }
            }
        }
    }

    private static State added(Step step, State before, int hash) {
        return new State(step.bucket().equals(VERSIONED) ? before.versions() + 1 : 1, hash);
    }

    /** Contents of all kinds: none, in the index, in files. */
    private static List<byte[]> pieces(Step step) {
        Random random = new Random(step.contentSeed());
        int count = 1 + random.nextInt(3);
        int bytes = random.nextBoolean() ? PART_MIN : 20_000;
        List<byte[]> pieces = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] piece = new byte[PART_MIN + random.nextInt(bytes)];
            random.nextBytes(piece);
            pieces.add(piece);
        }
        return pieces;
    }

    private static int hash(List<byte[]> pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        pieces.forEach(all::writeBytes);
        return hash(all.toByteArray());
    }

    /** Never 0, which stands for nothing. */
    private static int hash(byte[] content) {
        int hash = Arrays.hashCode(content);
        return hash == 0 ? 1 : hash;
    }

    /** What the worker's keys hold in a store. */
    Contents read(ObjectStore store) {
        Contents contents = new Contents();
        for (String bucket : List.of(PLAIN, VERSIONED)) {
            for (int i = 0; i < KEYS; i++) {
                String key = worker + "/" + i;
                int versions = countVersions(store, bucket, key);
                contents.set(bucket + "/" + key, new State(versions, hash(store, bucket, key)));
            }
        }
        return contents;
    }

    private static int countVersions(ObjectStore store, String bucket, String key) {
        int count = 0;
        String marker = null;
        String version = null;
        do {
            ListVersions.Result page = store.listVersions(new ListVersions(bucket, key, null, marker, version, 1000));
            count += page.entries().size();
            marker = page.nextKeyMarker();
            version = page.nextVersionIdMarker();
        } while (marker != null);
        return count;
    }

    private static int hash(ObjectStore store, String bucket, String key) {
        try (ObjectContent content = store.get(new GetObject(bucket, key))) {
            ByteBuffer bytes = ByteBuffer.allocate((int) content.length());
            while (bytes.hasRemaining()) {
                content.read(bytes.position(), bytes);
            }
            return hash(bytes.array());
        } catch (ObjectStoreException e) {
            if (e.error() == S3Error.NO_SUCH_KEY) {
                return 0;
            }
            throw e;
        }
    }
}
