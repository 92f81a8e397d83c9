package dev.trestle.platform.http;

import java.time.Duration;

/**
 * How much a server takes upon itself. What goes beyond is refused at once, so that whatever is under way goes on.
 *
 * @param connections open at a time
 * @param connectionsPerAddress of those, by one address that is no known proxy
 * @param bodyBytes of one request that is not streamed, unless its contract says otherwise
 * @param streamBytes of one body that is streamed, unless its contract says otherwise
 * @param bufferedBytes of all requests that are being received or waiting
 * @param workers threads that run handlers
 * @param queued requests that wait for a worker
 * @param streams handlers at a time that stream a body in or out
 * @param listeners connections at a time that wait for events
 * @param patience with a client that sends or reads nothing
 * @param timeout of a handler
 * @param perAddress requests of one address a minute
 * @param perUser requests of one user a minute
 */
public record HttpLimits(
        int connections,
        int connectionsPerAddress,
        long bodyBytes,
        long streamBytes,
        long bufferedBytes,
        int workers,
        int queued,
        int streams,
        int listeners,
        Duration patience,
        Duration timeout,
        int perAddress,
        int perUser) {
    private static final long MIB = 1024 * 1024;

    public static HttpLimits standard() {
        return new HttpLimits(
                4096,
                2048,
                MIB,
                512 * MIB,
                Math.max(64 * MIB, Runtime.getRuntime().maxMemory() / 4),
                Math.max(16, 4 * Runtime.getRuntime().availableProcessors()),
                256,
                32,
                2000,
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                3000,
                1200);
    }

    public HttpLimits withConnections(int count, int perAddress) {
        return new HttpLimits(
                count,
                perAddress,
                bodyBytes,
                streamBytes,
                bufferedBytes,
                workers,
                queued,
                streams,
                listeners,
                patience,
                timeout,
                this.perAddress,
                perUser);
    }

    public HttpLimits withBodyBytes(long bytes) {
        return copy(bytes, workers, queued, patience, timeout, perAddress, perUser);
    }

    public HttpLimits withWorkers(int threads, int waiting) {
        return copy(bodyBytes, threads, waiting, patience, timeout, perAddress, perUser);
    }

    public HttpLimits withTimes(Duration forClients, Duration forHandlers) {
        return copy(bodyBytes, workers, queued, forClients, forHandlers, perAddress, perUser);
    }

    public HttpLimits withRates(int ofAddress, int ofUser) {
        return copy(bodyBytes, workers, queued, patience, timeout, ofAddress, ofUser);
    }

    private HttpLimits copy(
            long body, int threads, int waiting, Duration forClients, Duration forHandlers, int ofAddress, int ofUser) {
        return new HttpLimits(
                connections,
                connectionsPerAddress,
                body,
                streamBytes,
                bufferedBytes,
                threads,
                waiting,
                streams,
                listeners,
                forClients,
                forHandlers,
                ofAddress,
                ofUser);
    }
}
