package dev.trestle.wire;

import dev.trestle.http.Connections;
import dev.trestle.objects.ObjectStore;
import dev.trestle.wire.s3.S3Service;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;

/** S3: bodies of any size, which are stored while they come in and sent while they are read. */
final class S3Protocol implements Protocol {
    /** Names and markers of a listing, encoded, are longer than what other requests have in their first line. */
    private static final int LINE_BYTES_MAX = 16 * 1024;

    private static final int CHUNK_BYTES = 32 * 1024;

    /** Most of those who call the store wait for the disk, and wait together. */
    private static final int THREADS_PER_WORKER = 16;

    private final S3Service service;
    private final Workers workers;

    S3Protocol(ObjectStore store, WireOptions options) {
        Limits limits = options.limits();
        this.service = new S3Service(store, options.accessKeys(), options.clock());
        this.workers = new Workers("s3", THREADS_PER_WORKER * limits.workers(), limits.queuedRequests());
    }

    /**
     * No time-out of the connection's own: a request may take long while nothing is sent either way. {@link Connections} tells those from
     * clients that do nothing.
     */
    @Override
    public void configure(HttpServerOptions http) {
        http.setHandle100ContinueAutomatically(false)
                .setMaxInitialLineLength(LINE_BYTES_MAX)
                .setMaxChunkSize(CHUNK_BYTES);
    }

    @Override
    public void accept(HttpFront front, HttpServerRequest request) {
        accept(front, request, "", () -> {});
    }

    /** {@code prefix} is that of the path under which S3 is served; {@code whenEnded} runs when all of the request is done. */
    void accept(HttpFront front, HttpServerRequest request, String prefix, Runnable whenEnded) {
        new S3Exchange(front, service, workers, request, prefix, whenEnded).begin();
    }

    @Override
    public void stop() {
        workers.stop();
    }
}
