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
 * @param person how much of that one person may use
 * @param tenant how much of that one tenant's people may use together
 * @param patience with a client that sends or reads nothing
 * @param timeout of a handler
 * @param perMinute how many requests are answered a minute
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
        Share person,
        Share tenant,
        Duration patience,
        Duration timeout,
        PerMinute perMinute) {
    private static final long MIB = 1024 * 1024;

    /**
     * What one of many may use at a time.
     *
     * @param running requests that workers do
     * @param waiting requests that wait for a worker
     * @param streams bodies that are streamed in or out
     * @param listeners connections that wait for events
     */
    public record Share(int running, int waiting, int streams, int listeners) {}

    /**
     * How many requests of one sender are answered a minute.
     *
     * @param address calls of nobody who is signed in, and proofs that do not hold
     * @param person calls of a person, from wherever
     * @param assets files and pages that an address asks for
     */
    public record PerMinute(int address, int person, int assets) {}

    public static HttpLimits standard() {
        int workers = Math.max(16, 4 * Runtime.getRuntime().availableProcessors());
        return new HttpLimits(
                4096,
                2048,
                MIB,
                512 * MIB,
                Math.max(64 * MIB, Runtime.getRuntime().maxMemory() / 4),
                workers,
                1024,
                32,
                2000,
                // As many as a browser sends at a time, and some to spare for what waits.
                new Share(6, 32, 8, 20),
                new Share(12, 512, 24, 1000),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                new PerMinute(3000, 1200, 60_000));
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
                person,
                tenant,
                patience,
                timeout,
                perMinute);
    }

    public HttpLimits withBodyBytes(long bytes) {
        return copy(bytes, workers, queued, listeners, person, tenant, patience, timeout, perMinute);
    }

    public HttpLimits withWorkers(int threads, int waiting) {
        return copy(bodyBytes, threads, waiting, listeners, person, tenant, patience, timeout, perMinute);
    }

    public HttpLimits withListeners(int open) {
        return copy(bodyBytes, workers, queued, open, person, tenant, patience, timeout, perMinute);
    }

    public HttpLimits withShares(Share ofPerson, Share ofTenant) {
        return copy(bodyBytes, workers, queued, listeners, ofPerson, ofTenant, patience, timeout, perMinute);
    }

    public HttpLimits withTimes(Duration forClients, Duration forHandlers) {
        return copy(bodyBytes, workers, queued, listeners, person, tenant, forClients, forHandlers, perMinute);
    }

    /** What an address may ask for as files stays as it is. */
    public HttpLimits withRates(int ofAddress, int ofPerson) {
        return withRates(new PerMinute(ofAddress, ofPerson, perMinute.assets()));
    }

    public HttpLimits withRates(PerMinute rates) {
        return copy(bodyBytes, workers, queued, listeners, person, tenant, patience, timeout, rates);
    }

    private HttpLimits copy(
            long body,
            int threads,
            int waiting,
            int open,
            Share ofPerson,
            Share ofTenant,
            Duration forClients,
            Duration forHandlers,
            PerMinute rates) {
        return new HttpLimits(
                connections,
                connectionsPerAddress,
                body,
                streamBytes,
                bufferedBytes,
                threads,
                waiting,
                streams,
                open,
                ofPerson,
                ofTenant,
                forClients,
                forHandlers,
                rates);
    }

    Turns.Limits ofWorkers() {
        return new Turns.Limits(workers, queued, person, tenant);
    }

    /** Those of a body that is streamed wait too, for as long as a handler may take. */
    Turns.Limits ofStreams() {
        return new Turns.Limits(
                streams,
                2 * streams,
                new Share(person.streams(), person.streams(), person.streams(), 0),
                new Share(tenant.streams(), tenant.streams(), tenant.streams(), 0));
    }
}
