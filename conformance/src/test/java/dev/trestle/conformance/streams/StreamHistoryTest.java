package dev.trestle.conformance.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.verify.VerifyReport;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stream is the history of its table: replayed from the start over nothing, with each record's old image being what the records
 * before have led to, it gives just the table.
 */
@Tag("once")
class StreamHistoryTest {
    private static final long SEED = Long.getLong("trestle.streams.seed", 20_261_116);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void stream_ofOneWriter_isTheTablesHistory() {
        try (TrestleDb db = TrestleDb.inMemory()) {
            check(db, SEED, 1, 1500);
        }
    }

    @Test
    void stream_ofConcurrentWriters_isTheTablesHistory() {
        try (TrestleDb db = TrestleDb.inMemory()) {
            check(db, SEED + 1, 6, 500);
        }
    }

    @Test
    void stream_onDiskAndReopened_goesOn() {
        EngineOptions options = EngineOptions.directory(directory.resolve("store"));
        int before;
        try (TrestleDb db = TrestleDb.open(options)) {
            before = check(db, SEED + 2, 4, 150);
        }
        try (TrestleDb db = TrestleDb.open(options)) {
            write(db, SEED + 3, 4, 150);
            assertThat(assertHistories(db, "reopened, seed " + SEED)).isGreaterThan(before);
        }
    }

    @Test
    @Tag("slow")
    void stream_ofManySeeds_isTheTablesHistory() {
        long first = Long.getLong("trestle.streams.seed", System.nanoTime());
        for (int i = 0; i < 30; i++) {
            try (TrestleDb db = TrestleDb.open(EngineOptions.directory(directory.resolve("seed" + i)))) {
                check(db, first + i, 1 + i % 8, 1000);
            }
        }
    }

    private static int check(TrestleDb db, long seed, int writers, int writesEach) {
        RandomWrites.createTables(db.client());
        write(db, seed, writers, writesEach);
        int records = assertHistories(db, "seed " + seed);
        assertThat(records).as("records, seed " + seed).isGreaterThan(writers * writesEach / 4);
        return records;
    }

    private static void write(TrestleDb db, long seed, int writers, int writesEach) {
        System.out.println("random writes, seed " + seed);
        RandomWrites writes = new RandomWrites(db.client());
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        try {
            CountDownLatch together = new CountDownLatch(writers);
            List<Future<?>> running = new ArrayList<>();
            for (int writer = 0; writer < writers; writer++) {
                Random random = new Random(seed * 31 + writer);
                running.add(threads.submit(() -> {
                    together.countDown();
                    together.await();
                    for (int i = 0; i < writesEach; i++) {
                        writes.next(random);
                    }
                    return null;
                }));
            }
            for (Future<?> writer : running) {
                writer.get(5, TimeUnit.MINUTES);
            }
        } catch (Exception e) {
            throw new AssertionError("a writer failed, seed " + seed, e);
        } finally {
            threads.shutdownNow();
        }
    }

    private static int assertHistories(TrestleDb db, String where) {
        int records = 0;
        for (String table : RandomWrites.TABLES) {
            records += History.assertEqualsTable(db.client(), db.streamsClient(), table, where);
        }
        VerifyReport report = db.engine().verify();
        assertThat(report.problems()).as(where).isEmpty();
        assertThat(report.streamRecords()).as(where).isEqualTo(records);
        return records;
    }
}
