package dev.trestle.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** One of the servers that are measured in turns, and what it has come to in the rounds so far. */
final class Contender implements AutoCloseable {
    private static final int LOAD_CONNECTIONS = 8;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int SAMPLES = 20;

    private final String name;
    private final ServerProcess server;
    private final Set<WireRequests.Kind> kinds;
    private final List<Double> rates = new ArrayList<>();
    private final List<Double> cpuMicros = new ArrayList<>();
    private final List<Double> clientMicros = new ArrayList<>();
    private Histogram latencies = new Histogram(3);

    Contender(String name, ServerProcess server, Set<WireRequests.Kind> kinds) {
        this.name = name;
        this.server = server;
        this.kinds = kinds;
    }

    String name() {
        return name;
    }

    ServerProcess server() {
        return server;
    }

    boolean takesPartIn(WireRequests.Kind kind) {
        return kinds.contains(kind);
    }

    /** Makes the table and writes all items, and looks at some of them. */
    void load(WireRequests requests, long items) throws IOException {
        createTable(requests);
        long[] next = {0};
        new HttpLoad(server.port(), LOAD_CONNECTIONS)
                .run(
                        () -> {
                            long from = next[0];
                            next[0] += WireRequests.LOAD_BATCH;
                            return from < items ? requests.loadBatch(from) : null;
                        },
                        TimeUnit.HOURS.toMillis(1));
        Random random = new Random(items);
        for (int i = 0; i < SAMPLES; i++) {
            long number = i == 0 ? items - 1 : random.nextLong(items);
            if (!text(requests.get(number)).contains("\"Document number " + number + "\"")) {
                throw new IOException(name + " did not keep item " + number);
            }
        }
    }

    void createTable(WireRequests requests) throws IOException {
        HttpLoad.ask(server.port(), requests.createTable());
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!text(requests.describeTable()).contains("\"ACTIVE\"")) {
            if (System.nanoTime() > deadline) {
                throw new IOException(name + " does not make its table");
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private String text(byte[] request) throws IOException {
        return new String(HttpLoad.ask(server.port(), request), StandardCharsets.UTF_8);
    }

    void forget() {
        rates.clear();
        cpuMicros.clear();
        clientMicros.clear();
        latencies = new Histogram(3);
    }

    /** One turn; gives the number of requests. {@code counts} is false for turns that only warm up. */
    long turn(WireRequests.Kind kind, byte[][] requests, int connections, long millis, boolean counts)
            throws IOException {
        int[] next = {0};
        Duration cpu = server.cpuTime();
        HttpLoad.Result result = new HttpLoad(server.port(), connections)
                .run(
                        () -> {
                            if (next[0] == requests.length && kind.mayRepeat()) {
                                next[0] = 0;
                            }
                            return next[0] < requests.length ? requests[next[0]++] : null;
                        },
                        millis);
        if (counts) {
            rates.add(result.rate());
            cpuMicros.add(server.cpuTime().minus(cpu).toNanos() / 1e3 / result.count());
            clientMicros.add(result.clientNanos() / 1e3 / result.count());
            latencies.add(result.latencies());
        }
        return result.count();
    }

    double rate() {
        return Duel.median(rates);
    }

    List<Double> rates() {
        return rates;
    }

    double cpuMicros() {
        return Duel.median(cpuMicros);
    }

    double clientMicros() {
        return Duel.median(clientMicros);
    }

    double millisAt(double percentile) {
        return latencies.getValueAtPercentile(percentile) / 1e6;
    }

    @Override
    public void close() {
        server.close();
    }
}
