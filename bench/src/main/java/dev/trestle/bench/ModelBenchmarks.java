package dev.trestle.bench;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The pairs of {@code ./trestle bench --model} under JMH: {@code ./trestle bench --jmh ModelBenchmarks -prof gc}. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ModelBenchmarks {
    private @Nullable OrderStore orders;

    @Setup
    public void open() {
        orders = new OrderStore();
    }

    @TearDown
    public void close() {
        opened().close();
    }

    @Benchmark
    public long getByModel() {
        return opened().modelGet(random(), random());
    }

    @Benchmark
    public long getByHand() {
        return opened().handmadeGet(random(), random());
    }

    @Benchmark
    public long getByEnhancedClient() {
        return opened().enhancedGet(random(), random());
    }

    @Benchmark
    public long putByModel() {
        return opened().modelPut(random(), random(), 0);
    }

    @Benchmark
    public long putByHand() {
        return opened().handmadePut(random(), random(), 0);
    }

    @Benchmark
    public long putByEnhancedClient() {
        return opened().enhancedPut(random(), random(), 0);
    }

    @Benchmark
    public long queryByModel() {
        return opened().modelQuery(random());
    }

    @Benchmark
    public long queryByHand() {
        return opened().handmadeQuery(random());
    }

    @Benchmark
    public long queryByEnhancedClient() {
        return opened().enhancedQuery(random());
    }

    private static long random() {
        return ThreadLocalRandom.current().nextLong(OrderStore.CUSTOMERS * OrderStore.ORDERS_PER_CUSTOMER);
    }

    private OrderStore opened() {
        OrderStore current = orders;
        if (current == null) {
            throw new IllegalStateException("not set up");
        }
        return current;
    }
}
