package dev.trestle.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.objects.api.CompleteUpload;
import dev.trestle.objects.api.ContentHeaders;
import dev.trestle.objects.api.DeleteObject;
import dev.trestle.objects.api.GetObject;
import dev.trestle.objects.api.ListVersions;
import dev.trestle.objects.api.ObjectContent;
import dev.trestle.objects.api.Promise;
import dev.trestle.objects.api.PutObject;
import dev.trestle.objects.api.UploadRef;
import dev.trestle.objects.api.UploadedPart;
import dev.trestle.objects.api.Versioning;
import dev.trestle.objects.api.WriteCondition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many at once: on one key, on the same uploads, reading what others replace. */
@Tag("once")
class ConcurrencyTest extends ObjectStoreTest {
    private static final int WRITERS = 16;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    private void all(int count, Callable<?> work) throws Exception {
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            running.add(threads.submit(work));
        }
        for (Future<?> one : running) {
            one.get();
        }
    }

    @Test
    void put_manyToOneKeyWithVersions_keepsEachAndAnOrder() throws Exception {
        store.putVersioning(BUCKET, Versioning.ENABLED);
        ConcurrentLinkedQueue<String> acknowledged = new ConcurrentLinkedQueue<>();
        all(WRITERS, () -> {
            for (int i = 0; i < 5; i++) {
                acknowledged.add(String.valueOf(put("k", "x").versionId()));
            }
            return null;
        });
        List<String> listed = store.listVersions(new ListVersions(BUCKET)).entries().stream()
                .map(ListVersions.Entry::versionId)
                .toList();
        assertThat(listed).containsExactlyInAnyOrderElementsOf(acknowledged);
        assertThat(store.head(new GetObject(BUCKET, "k")).object().versionId()).isEqualTo(listed.get(0));
    }

    @Test
    void put_onlyIfNew_isWonByOne() throws Exception {
        for (int round = 0; round < 5; round++) {
            String key = "k" + round;
            ConcurrentLinkedQueue<S3Error> lost = new ConcurrentLinkedQueue<>();
            all(WRITERS, () -> {
                try {
                    put(conditional(key, null, "*"), randomBytes(2000, 1));
                } catch (ObjectStoreException e) {
                    lost.add(e.error());
                }
                return null;
            });
            assertThat(lost).hasSize(WRITERS - 1).containsOnly(S3Error.PRECONDITION_FAILED);
        }
        awaitNoGarbage();
        assertThat(blobFiles()).isEqualTo(5);
    }

    /** Each adds one to what it read, if nobody else did meanwhile: in the end nothing is lost. */
    @Test
    void put_ifMatch_losesNoUpdate() throws Exception {
        put("counter", "0");
        all(8, () -> {
            for (int done = 0; done < 5; ) {
                try (ObjectContent content = store.get(new GetObject(BUCKET, "counter"))) {
                    int value = Integer.parseInt(text(read(content)).trim());
                    String etag = content.head().object().etag();
                    put(conditional("counter", etag, null), bytes(Integer.toString(value + 1)));
                    done++;
                } catch (ObjectStoreException e) {
                    assertThat(e.error()).isEqualTo(S3Error.PRECONDITION_FAILED);
                }
            }
            return null;
        });
        assertThat(get("counter")).isEqualTo("40");
    }

    private static PutObject conditional(String key, @Nullable String match, @Nullable String noneMatch) {
        return new PutObject(
                BUCKET,
                key,
                ContentHeaders.NONE,
                java.util.Map.of(),
                null,
                Promise.NONE,
                new WriteCondition(match, noneMatch));
    }

    /** Contents of one byte each, in files, in the index and in parts; whoever reads sees one of them, whole. */
    @Test
    void get_whileReplaced_isAlwaysOneWholeObject() throws Exception {
        put("k", "0");
        AtomicBoolean stop = new AtomicBoolean();
        Future<?> writers = threads.submit(() -> {
            try {
                all(3, this::replaceAgainAndAgain);
            } finally {
                stop.set(true);
            }
            return null;
        });
        all(4, () -> {
            while (!stop.get()) {
                byte[] content = read(new GetObject(BUCKET, "k"));
                Set<Byte> different = new HashSet<>();
                for (byte one : content) {
                    different.add(one);
                }
                assertThat(different).hasSize(1);
            }
            return null;
        });
        writers.get();
        awaitNoGarbage();
        assertThat(blobFiles()).isLessThanOrEqualTo(2);
    }

    private @Nullable Object replaceAgainAndAgain() {
        Random random = new Random(Thread.currentThread().getId());
        for (int i = 0; i < 25; i++) {
            byte value = (byte) random.nextInt();
            if (random.nextInt(3) == 0) {
                UploadRef upload = createUpload("k");
                UploadedPart one = putPart(upload, 1, filled(value, 3000));
                UploadedPart two = putPart(upload, 2, filled(value, 3000));
                complete(upload, one, two);
            } else {
                put(new PutObject(BUCKET, "k"), filled(value, random.nextBoolean() ? 100 : 5000));
            }
        }
        return null;
    }

    private static byte[] filled(byte value, int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, value);
        return bytes;
    }

    @Test
    void upload_partsCompletesAndAbortsAtOnce_endsOnce() throws Exception {
        for (int round = 0; round < 5; round++) {
            UploadRef upload = createUpload("k" + round);
            UploadedPart first = putPart(upload, 1, randomBytes(2000, 1));
            ConcurrentLinkedQueue<String> outcomes = new ConcurrentLinkedQueue<>();
            List<Callable<?>> works = List.of(
                    () -> complete(upload, first),
                    () -> store.completeUpload(
                            new CompleteUpload(upload, List.of(new CompleteUpload.Part(1, first.etag())))),
                    () -> {
                        store.abortUpload(upload);
                        return "aborted";
                    },
                    () -> putPart(upload, 2, randomBytes(3000, 2)));
            List<Future<?>> running = new ArrayList<>();
            for (Callable<?> work : works) {
                running.add(threads.submit(() -> {
                    try {
                        outcomes.add(work.call() instanceof String text ? text : "done");
                    } catch (ObjectStoreException e) {
                        assertThat(e.error()).isEqualTo(S3Error.NO_SUCH_UPLOAD);
                    }
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
            assertThat(tryGet("k" + round) == null).isEqualTo(outcomes.contains("aborted"));
        }
    }

    @Test
    void bucket_deletedAndMadeWhileWritten_showsNothingOld() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        store.createBucket("passing");
        Future<?> keeper = threads.submit(() -> {
            for (int i = 0; i < 10; i++) {
                try {
                    store.deleteBucket("passing");
                    store.createBucket("passing");
                } catch (ObjectStoreException e) {
                    assertThat(e.error()).isEqualTo(S3Error.BUCKET_NOT_EMPTY);
                }
            }
            stop.set(true);
            return null;
        });
        all(3, () -> {
            String key = "k" + Thread.currentThread().getId();
            while (!stop.get()) {
                try {
                    put(new PutObject("passing", key), randomBytes(2000, 1));
                    store.delete(new DeleteObject("passing", key));
                } catch (ObjectStoreException e) {
                    assertThat(e.error()).isEqualTo(S3Error.NO_SUCH_BUCKET);
                }
            }
            return null;
        });
        keeper.get();
    }
}
