package dev.trestle.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.objects.api.ContentHeaders;
import dev.trestle.objects.api.CopyObject;
import dev.trestle.objects.api.CopySource;
import dev.trestle.objects.api.DeleteObject;
import dev.trestle.objects.api.DeleteObjects;
import dev.trestle.objects.api.GetObject;
import dev.trestle.objects.api.ListObjects;
import dev.trestle.objects.api.ListVersions;
import dev.trestle.objects.api.Promise;
import dev.trestle.objects.api.PutObject;
import dev.trestle.objects.api.StoredObject;
import dev.trestle.objects.api.UploadRef;
import dev.trestle.objects.api.UploadedPart;
import dev.trestle.objects.api.Versioning;
import dev.trestle.objects.api.WriteCondition;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random operations on a store and on a model of it, with restarts in between, and everything that can be read compared. A failure names the
 * seed: {@code -Dtrestle.objects.seed=N -Dtrestle.objects.steps=N} plays it again.
 */
class RandomOperationsTest extends ObjectStoreTest {
    private static final List<String> KEYS = List.of(
            "a",
            "a/",
            "a/1",
            "a/2",
            "a/b/1",
            "a/b/2",
            "a0",
            "b/x",
            "b/y",
            "c",
            "ü",
            "ü/1",
            "\uFFFD",
            "\uD83D\uDE00/z",
            "z");
    private static final List<String> PREFIXES = List.of("", "", "a", "a/", "a/b", "b/", "ü", "x");
    private static final List<String> DELIMITERS = List.of("", "/", "/", "b", "1");

    private final ModelBucket model = new ModelBucket();

    @Test
    void operations_aFew_doWhatTheModelDoes() {
        run(Long.getLong("trestle.objects.seed", 20_260_301), Integer.getInteger("trestle.objects.steps", 400));
    }

    @Test
    @Tag("slow")
    void operations_many_doWhatTheModelDoes() {
        run(
                Long.getLong("trestle.objects.seed", System.nanoTime()),
                Integer.getInteger("trestle.objects.steps", 20_000));
    }

    private void run(long seed, int steps) {
        Random random = new Random(seed);
        for (int step = 0; step < steps; step++) {
            String where = "seed " + seed + ", step " + step;
            try {
                step(random);
                compareSome(random);
                if (random.nextInt(50) == 0) {
                    compareAll();
                }
            } catch (ObjectStoreException e) {
                throw new AssertionError(where, e);
            } catch (AssertionError e) {
                throw new AssertionError(where + ": " + e.getMessage(), e);
            }
        }
        compareAll();
    }

    private void step(Random random) {
        clock.advance(Duration.ofMillis(random.nextInt(5) - 1));
        String key = KEYS.get(random.nextInt(KEYS.size()));
        switch (random.nextInt(14)) {
            case 0, 1, 2, 3, 4 -> put(random, key);
            case 5, 6 -> delete(key);
            case 7, 8 -> deleteVersion(random, key);
            case 9 -> copy(random, key);
            case 10 -> multipart(random, key);
            case 11 -> tag(random, key);
            case 12 -> deleteSeveral(random);
            default -> rarely(random);
        }
    }

    private void put(Random random, String key) {
        byte[] content = randomBytes(random.nextInt(4) * random.nextInt(1000), random.nextLong());
        Map<String, String> tags = random.nextBoolean() ? Map.of() : Map.of("n", "" + random.nextInt());
        boolean onlyNew = random.nextInt(8) == 0;
        PutObject request = new PutObject(
                BUCKET,
                key,
                ContentHeaders.NONE,
                tags,
                null,
                Promise.ofLength(content.length),
                new WriteCondition(null, onlyNew ? "*" : null));
        if (onlyNew && model.current(key) != null) {
            refused(S3Error.PRECONDITION_FAILED, () -> put(request, content));
            return;
        }
        model.put(key, put(request, content).versionId(), content, tags);
    }

    private void delete(String key) {
        DeleteObject.Result result = store.delete(new DeleteObject(BUCKET, key));
        assertThat(result.deleteMarker()).isEqualTo(model.versioning != Versioning.OFF);
        model.delete(key, result.versionId());
    }

    private void deleteVersion(Random random, String key) {
        List<ModelBucket.Entry> versions = model.versions(key);
        String id = versions.isEmpty() || random.nextInt(10) == 0
                ? "null"
                : versions.get(random.nextInt(versions.size())).id();
        boolean marker = versions.stream().anyMatch(one -> one.id().equals(id) && one.isMarker());
        DeleteObject.Result result = store.delete(new DeleteObject(BUCKET, key, id, null));
        assertThat(result.deleteMarker()).isEqualTo(marker);
        model.deleteVersion(key, id);
    }

    private void copy(Random random, String key) {
        String from = KEYS.get(random.nextInt(KEYS.size()));
        List<ModelBucket.Entry> versions = model.versions(from);
        if (versions.isEmpty()) {
            refused(S3Error.NO_SUCH_KEY, () -> store.copy(new CopyObject(new CopySource(BUCKET, from), BUCKET, key)));
            return;
        }
        ModelBucket.Entry source = versions.get(random.nextInt(versions.size()));
        CopySource named = new CopySource(BUCKET, from, source.id(), dev.trestle.objects.api.ReadCondition.NONE);
        CopyObject request = new CopyObject(named, BUCKET, key);
        byte[] content = source.content();
        if (content == null) {
            refused(S3Error.METHOD_NOT_ALLOWED, () -> store.copy(request));
            return;
        }
        model.put(key, store.copy(request).object().versionId(), content, source.tags());
    }

    private void multipart(Random random, String key) {
        UploadRef upload = createUpload(key);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        List<UploadedPart> parts = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int number = 1; number <= count; number++) {
            byte[] content = randomBytes(PART_MIN + random.nextInt(2000), random.nextLong());
            UploadedPart part = putPart(upload, number * 2, content);
            if (random.nextInt(4) > 0 || number == count) {
                parts.add(part);
                whole.writeBytes(content);
            }
        }
        if (random.nextInt(4) == 0) {
            store.abortUpload(upload);
        } else {
            StoredObject stored = complete(upload, parts.toArray(new UploadedPart[0]));
            model.put(key, stored.versionId(), whole.toByteArray(), Map.of());
        }
    }

    private void tag(Random random, String key) {
        Map<String, String> tags = random.nextInt(3) == 0 ? Map.of() : Map.of("tagged", "" + random.nextInt());
        if (model.current(key) == null) {
            refused(S3Error.NO_SUCH_KEY, () -> store.putTags(BUCKET, key, null, tags));
            return;
        }
        store.putTags(BUCKET, key, null, tags);
        model.tag(key, tags);
    }

    private void deleteSeveral(Random random) {
        List<DeleteObjects.Entry> entries = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(4); i++) {
            entries.add(new DeleteObjects.Entry(KEYS.get(random.nextInt(KEYS.size())), null, null));
        }
        for (DeleteObjects.Outcome outcome : store.deleteAll(new DeleteObjects(BUCKET, entries))) {
            assertThat(outcome.error()).isNull();
            DeleteObject.Result result = outcome.result();
            model.delete(outcome.entry().key(), result == null ? null : result.versionId());
        }
    }

    private void rarely(Random random) {
        switch (random.nextInt(12)) {
            case 0 -> reopen();
            case 1, 2 -> {
                model.versioning = random.nextBoolean() ? Versioning.ENABLED : Versioning.SUSPENDED;
                store.putVersioning(BUCKET, model.versioning);
            }
            default -> {} // the other steps are worth more
        }
    }

    private void compareSome(Random random) {
        compare(KEYS.get(random.nextInt(KEYS.size())), random);
        String prefix = PREFIXES.get(random.nextInt(PREFIXES.size()));
        String delimiter = DELIMITERS.get(random.nextInt(DELIMITERS.size()));
        int pageSize = 1 + random.nextInt(6);
        assertThat(listed(prefix, delimiter, pageSize))
                .as("list of %s by %s, %d a page", prefix, delimiter, pageSize)
                .isEqualTo(model.list(prefix, delimiter, ""));
        assertThat(listedVersions(prefix, delimiter, pageSize))
                .as("versions of %s by %s, %d a page", prefix, delimiter, pageSize)
                .isEqualTo(model.listVersions(prefix, delimiter));
        String after = KEYS.get(random.nextInt(KEYS.size()));
        List<String> found = new ArrayList<>();
        add(store.list(new ListObjects(BUCKET, prefix, "", after, null, 1000)), found);
        assertThat(found).as("list of %s after %s", prefix, after).isEqualTo(model.list(prefix, "", after));
    }

    private void compareAll() {
        Random random = new Random(1);
        KEYS.forEach(key -> compare(key, random));
        awaitNoGarbage();
        assertThat(store.verify(true).problems()).isEmpty();
    }

    private void compare(String key, Random random) {
        ModelBucket.Entry current = model.current(key);
        if (current == null) {
            ObjectStoreException missing = refused(S3Error.NO_SUCH_KEY, () -> store.get(new GetObject(BUCKET, key)));
            assertThat(missing.marker() != null).isEqualTo(!model.versions(key).isEmpty());
        } else {
            assertThat(read(new GetObject(BUCKET, key))).isEqualTo(current.content());
            assertThat(store.getTags(BUCKET, key, null).tags()).isEqualTo(current.tags());
        }
        List<ModelBucket.Entry> versions = model.versions(key);
        if (versions.isEmpty()) {
            return;
        }
        ModelBucket.Entry version = versions.get(random.nextInt(versions.size()));
        if (version.isMarker()) {
            refused(S3Error.METHOD_NOT_ALLOWED, () -> store.get(new GetObject(BUCKET, key, version.id())));
        } else {
            assertThat(read(new GetObject(BUCKET, key, version.id()))).isEqualTo(version.content());
        }
    }

    private List<String> listed(String prefix, String delimiter, int pageSize) {
        List<String> found = new ArrayList<>();
        String token = null;
        do {
            ListObjects.Result page = store.list(new ListObjects(BUCKET, prefix, delimiter, null, token, pageSize));
            add(page, found);
            token = page.nextToken();
        } while (token != null && found.size() < 1000);
        return found;
    }

    private static void add(ListObjects.Result page, List<String> found) {
        List<String> both = new ArrayList<>();
        page.objects().forEach(object -> both.add(object.key()));
        page.commonPrefixes().forEach(prefix -> both.add("[" + prefix + "]"));
        found.addAll(sorted(both));
    }

    private List<String> listedVersions(String prefix, String delimiter, int pageSize) {
        List<String> found = new ArrayList<>();
        String key = null;
        String version = null;
        do {
            ListVersions.Result page =
                    store.listVersions(new ListVersions(BUCKET, prefix, delimiter, key, version, pageSize));
            List<String> both = new ArrayList<>(page.commonPrefixes().stream()
                    .map(folded -> "[" + folded + "]")
                    .toList());
            page.entries()
                    .forEach(entry -> both.add(entry.key() + " " + entry.versionId() + (entry.latest() ? "*" : "")
                            + (entry.deleteMarker() ? "X" : "")));
            found.addAll(sorted(both));
            key = page.nextKeyMarker();
            version = page.nextVersionIdMarker();
        } while (key != null && found.size() < 10_000);
        return found;
    }

    /** In the order of keys, by UTF-8, and otherwise as they are. */
    private static List<String> sorted(List<String> shown) {
        shown.sort((one, other) -> java.util.Arrays.compareUnsigned(bytes(key(one)), bytes(key(other))));
        return shown;
    }

    private static String key(@Nullable String shown) {
        String text = String.valueOf(shown);
        String bare = text.startsWith("[") ? text.substring(1, text.length() - 1) : text;
        int space = bare.indexOf(' ');
        return space < 0 ? bare : bare.substring(0, space);
    }
}
