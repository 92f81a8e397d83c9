package dev.trestle.wire;

import java.time.Duration;

/**
 * How much a server takes upon itself. What goes beyond is refused at once, so that whatever is under way goes on.
 *
 * @param connections open at a time, on all ports together
 * @param connectionsPerAddress of those, by one address
 * @param bodyBytes of one request, compressed and not
 * @param bufferedBytes of all requests that are being received or waiting
 * @param workers threads that call the engine
 * @param queuedRequests that wait for a worker
 * @param patience with a client that sends nothing, or a request slowly
 */
public record Limits(
        int connections,
        int connectionsPerAddress,
        int bodyBytes,
        long bufferedBytes,
        int workers,
        int queuedRequests,
        Duration patience) {
    private static final int MIB = 1024 * 1024;

    /** Without a limit of connections per address. */
    public Limits(
            int connections, int bodyBytes, long bufferedBytes, int workers, int queuedRequests, Duration patience) {
        this(connections, connections, bodyBytes, bufferedBytes, workers, queuedRequests, patience);
    }

    public static Limits standard() {
        return new Limits(
                4096,
                2048,
                16 * MIB,
                Math.max(64L * MIB, Runtime.getRuntime().maxMemory() / 4),
                2 * Runtime.getRuntime().availableProcessors(),
                1024,
                Duration.ofSeconds(60));
    }

    public Limits withConnections(int count, int perAddress) {
        return new Limits(count, perAddress, bodyBytes, bufferedBytes, workers, queuedRequests, patience);
    }
}
