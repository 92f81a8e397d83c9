package dev.trestle.bench;

import dev.trestle.engine.EngineOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Single operations through {@code DynamoDbClient} under JMH, for work on one of them: {@code ./trestle bench --jmh -prof gc}. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ItemBenchmarks {
    private static final long ITEMS = 20_000;

    /** Off, and large enough for everything. */
    @Param({"0", "268435456"})
    public long itemCacheBytes;

    private @Nullable TrestleSide side;
    private @Nullable Path directory;
    private long next = ITEMS;

    @Setup
    public void open() throws IOException {
        directory = Files.createTempDirectory("trestle-jmh");
        side = new TrestleSide(EngineOptions.directory(directory.resolve("store"))
                .withItemCacheBytes(itemCacheBytes)
                .withFreeSpaceFloorBytes(0));
        side.createTable(true);
        side.load(ITEMS, percent -> {});
    }

    @TearDown
    public void close() throws IOException {
        opened().close();
        if (directory != null) {
            Bench.delete(directory);
        }
    }

    @Benchmark
    public int getItem() {
        return opened().get(ThreadLocalRandom.current().nextLong(ITEMS));
    }

    @Benchmark
    public int queryOfTwenty() {
        return opened().query(ThreadLocalRandom.current().nextLong(ITEMS / Workload.PARTITION_ITEMS));
    }

    /** One writer, one index: an fsync each. */
    @Benchmark
    public long putItemSynced() {
        opened().put(Workload.item(next, 1));
        return next++;
    }

    private TrestleSide opened() {
        TrestleSide current = side;
        if (current == null) {
            throw new IllegalStateException("not set up");
        }
        return current;
    }
}
