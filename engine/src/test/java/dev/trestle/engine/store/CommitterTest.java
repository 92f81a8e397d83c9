package dev.trestle.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.EngineException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who writes, and that nobody is forgotten. */
@Tag("once")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class CommitterTest {
    private static final String THREAD = "trestle-committer";
    private static final int COUNTER = 7;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    private static final class Opened implements AutoCloseable {
        final Store store;
        final Committer committer;

        Opened(@Nullable Path path) {
            store = Store.open(new StoreOptions(path, 4 << 20, 4 << 20, 0, 0, Duration.ZERO));
            committer = new Committer(store, new ItemCache(0, true), Clock.systemUTC(), 4096, 1 << 20);
            committer.start();
        }

        @Override
        public void close() {
            committer.close();
            store.close();
        }

        /** The name of the thread that wrote it. */
        CompletableFuture<String> submit(Commit commit) {
            CompletableFuture<String> writer =
                    commit.done().thenApply(done -> Thread.currentThread().getName());
            committer.submit(commit, committer.generation());
            return writer;
        }
    }

    private static Commit put(int number) {
        Commit commit = new Commit();
        commit.add(Mutation.put(Family.META, key(number), new byte[] {1}));
        commit.count(COUNTER, 1, number);
        return commit;
    }

    private static byte[] key(int number) {
        return new byte[] {'t', (byte) (number >> 16), (byte) (number >> 8), (byte) number};
    }

    @Test
    void awaiting_inMemory_isWrittenByItsCaller() {
        try (Opened opened = new Opened(null)) {
            CompletableFuture<String> writer = opened.committer.awaiting(() -> opened.submit(put(1)));

            assertThat(writer).isCompletedWithValue(Thread.currentThread().getName());
            assertThat(opened.store.get(Family.META, key(1))).isNotNull();
        }
    }

    @Test
    void awaiting_onDisk_isWrittenByTheThread() throws Exception {
        try (Opened opened = new Opened(temporary.resolve("data"))) {
            CompletableFuture<String> writer = opened.committer.awaiting(() -> opened.submit(put(1)));

            assertThat(writer.get(1, TimeUnit.MINUTES)).isEqualTo(THREAD);
        }
    }

    @Test
    void submit_withNobodyWaiting_isWrittenByTheThread() throws Exception {
        try (Opened opened = new Opened(null)) {
            assertThat(opened.submit(put(1)).get(1, TimeUnit.MINUTES)).isEqualTo(THREAD);
        }
    }

    @Test
    void awaiting_ofWhatFailsAfterQueueing_leavesNothingUnwritten() throws Exception {
        try (Opened opened = new Opened(null)) {
            Commit commit = put(1);
            assertThatThrownBy(() -> opened.committer.<String>awaiting(() -> {
                        opened.submit(commit);
                        throw new IllegalStateException("too late");
                    }))
                    .hasMessage("too late");

            commit.done().get(1, TimeUnit.MINUTES);
            assertThat(opened.store.get(Family.META, key(1))).isNotNull();
        }
    }

    @Test
    void await_whileItsCallerPreparesMore_comesToAnEnd() {
        try (Opened opened = new Opened(null)) {
            CompletableFuture<String> second = opened.committer.awaiting(() -> {
                Commit first = put(1);
                opened.submit(first);
                opened.committer.await(first);
                return opened.submit(put(2));
            });

            assertThat(second.join()).isNotEmpty();
        }
    }

    @Test
    void awaiting_ofAWriteThatContinuesWithAnother_waitsForBoth() throws Exception {
        try (Opened opened = new Opened(null)) {
            CompletableFuture<String> both =
                    opened.committer.awaiting(() -> opened.submit(put(1)).thenCompose(first -> opened.submit(put(2))));

            both.get(1, TimeUnit.MINUTES);
            assertThat(opened.store.get(Family.META, key(2))).isNotNull();
        }
    }

    @Test
    void awaiting_ofMoreThanTheQueueTakes_isNotHeldUpByItself() throws Exception {
        try (Opened opened = new Opened(null)) {
            List<CompletableFuture<String>> writes = new ArrayList<>();
            CompletableFuture<Void> all = opened.committer.awaiting(() -> {
                for (int i = 0; i < 100; i++) {
                    Commit commit = put(i);
                    commit.add(Mutation.put(Family.META, key(1000 + i), new byte[64 * 1024]));
                    submitPatiently(opened, commit, writes);
                }
                return CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new));
            });

            all.get(1, TimeUnit.MINUTES);
            assertThat(opened.committer.counters().of(COUNTER).items()).isEqualTo(100);
        }
    }

    private static void submitPatiently(Opened opened, Commit commit, List<CompletableFuture<String>> writes) {
        for (; ; ) {
            try {
                writes.add(opened.submit(commit));
                return;
            } catch (EngineException throttled) {
                Thread.onSpinWait(); // the thread is at work; if it were not, the test would run out of time
            }
        }
    }

    /** A late change that throws stands for whatever can go wrong before RocksDB is reached. */
    @Test
    void awaiting_ofABatchThatFails_isToldAndTheNextOneIsWritten() {
        try (Opened opened = new Opened(null)) {
            for (int round = 0; round < 20; round++) {
                Commit bad = put(1);
                bad.addLate(1, (sequence, now) -> {
                    throw new IllegalStateException("no such luck");
                });
                long before = opened.committer.generation();
                assertThatThrownBy(() -> opened.committer
                                .awaiting(() -> opened.submit(bad))
                                .join())
                        .hasRootCauseMessage("no such luck");

                assertThat(opened.committer.generation()).isEqualTo(before + 1);
                assertThat(opened.store.get(Family.META, key(1))).isNull();
                int good = 100 + round;
                assertThat(opened.committer
                                .awaiting(() -> opened.submit(put(good)))
                                .join())
                        .isNotEmpty();
                assertThat(opened.store.get(Family.META, key(good))).isNotNull();
            }
            assertThat(opened.committer.counters().of(COUNTER).items()).isEqualTo(20);
        }
    }

    /** Callers that wait and callers that do not, all at once: each number is given once, and every figure is right. */
    @Test
    void awaiting_amongMany_keepsOrderAndCounts() throws Exception {
        long seed = System.nanoTime();
        int threads = 8;
        int each = 2000;
        List<Long> sequences = new ArrayList<>(); // only who writes adds to it, so no two do at once
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try (Opened opened = new Opened(null)) {
            List<Future<?>> workers = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int first = t * each;
                Random random = new Random(seed + t);
                workers.add(pool.submit(() -> {
                    for (int i = 0; i < each; i++) {
                        int number = first + i;
                        Commit commit = put(number);
                        commit.addLate(1, (sequence, now) -> {
                            sequences.add(sequence);
                            return Mutation.put(Family.STREAM, key(number), new byte[0]);
                        });
                        CompletableFuture<String> write = random.nextInt(4) == 0
                                ? opened.submit(commit)
                                : opened.committer.awaiting(() -> opened.submit(commit));
                        write.join();
                        assertThat(opened.store.get(Family.META, key(number))).isNotNull();
                    }
                }));
            }
            for (Future<?> worker : workers) {
                worker.get(1, TimeUnit.MINUTES);
            }
            assertThat(sequences).as("seed %d", seed).hasSize(threads * each).isSorted();
            assertThat(opened.committer.sequence().last()).isEqualTo(threads * each);
            assertThat(opened.committer.counters().of(COUNTER).items()).isEqualTo(threads * each);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void close_whileCallersWrite_endsWithEverythingAnswered() throws Exception {
        int threads = 4;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        Opened opened = new Opened(null);
        try {
            List<Future<Integer>> workers = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int first = t << 20;
                workers.add(pool.submit(() -> writeUntilClosed(opened, first)));
            }
            while (opened.committer.counters().of(COUNTER).items() < 1000) {
                Thread.onSpinWait();
            }
            opened.committer.close();
            int acknowledged = 0;
            for (Future<Integer> worker : workers) {
                acknowledged += worker.get(1, TimeUnit.MINUTES);
            }
            assertThat(opened.committer.counters().of(COUNTER).items()).isEqualTo(acknowledged);
        } finally {
            pool.shutdownNow();
            opened.close();
        }
    }

    private static int writeUntilClosed(Opened opened, int first) {
        for (int written = 0; ; written++) {
            Commit commit = put(first + written);
            try {
                opened.committer.awaiting(() -> opened.submit(commit)).join();
            } catch (IllegalStateException closed) {
                return written;
            }
        }
    }
}
