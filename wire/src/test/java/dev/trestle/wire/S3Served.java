package dev.trestle.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.wire.signature.AccessKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An object store in a directory behind a server with a free port, and behind another one under a path. When it is closed it must have
 * logged neither an error nor that a thread of the network was kept busy.
 */
final class S3Served implements AutoCloseable {
    static final String BUCKET = "things";
    static final String KEY_ID = "mounted";
    static final String SECRET = "s3cr3t";

    private static final String AUTHORIZATION = "AWS4-HMAC-SHA256 Credential=any/20260101/us-east-1/s3/aws4_request,"
            + " SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=0";

    /** More than where messages are small: a machine that is busy with large ones lets a thread wait for its turn. */
    private static final Duration BLOCKED = Duration.ofMillis(500);

    private static final int WARM_UP_ROUNDS = 30;
    private static boolean warm;

    private final ListAppender<ILoggingEvent> blocked;
    private final ListAppender<ILoggingEvent> errors;
    private final ObjectStore store;
    private final WireServer server;
    private final MountingServer mounting;

    S3Served(Path directory, WireOptions options) {
        warmUp(directory.resolve("warm"));
        blocked = Served.watch("io.vertx.core");
        errors = Served.watch("dev.trestle.wire");
        store = ObjectStore.open(ObjectStoreOptions.directory(directory.resolve("objects")));
        server = WireServer.start(options, BLOCKED, Endpoint.s3(0, store));
        mounting = new MountingServer(server.mountS3(store, AccessKeys.of(Map.of(KEY_ID, SECRET)), "/s3"));
    }

    /** See {@link Served}: the first requests of a JVM load hundreds of classes. */
    private static synchronized void warmUp(Path directory) {
        if (warm) {
            return;
        }
        warm = true;
        try (ObjectStore store = ObjectStore.open(ObjectStoreOptions.directory(directory));
                WireServer server = WireServer.start(WireOptions.loopback(0), Endpoint.s3(0, store))) {
            for (int i = 0; i < WARM_UP_ROUNDS; i++) {
                for (String line : List.of("PUT /warm", "PUT /warm/a", "GET /warm/a", "GET /warm", "GET /absent")) {
                    try (RawClient raw = new RawClient(server.port())) {
                        raw.send(RawClient.request(line, headers(), new byte[0]));
                        raw.read();
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static S3Served plain(Path directory) {
        return new S3Served(directory, WireOptions.loopback(0));
    }

    ObjectStore store() {
        return store;
    }

    WireServer server() {
        return server;
    }

    RawClient raw() throws IOException {
        return new RawClient(server.port());
    }

    /** To the other server, which has S3 under /s3 for who signs with the key. */
    RawClient rawMounted() throws IOException {
        return new RawClient(mounting.port());
    }

    int mountedUnderWay() {
        return mounting.underWay();
    }

    /** The headers of a request that is taken where no key is configured. */
    static Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Host", "localhost");
        headers.put("X-Amz-Date", "20260101T000000Z");
        headers.put("X-Amz-Content-Sha256", "UNSIGNED-PAYLOAD");
        headers.put("Authorization", AUTHORIZATION);
        return headers;
    }

    /** As {@link #headers()}, and some more: names and values in turns. */
    static Map<String, String> headers(String... more) {
        Map<String, String> headers = headers();
        for (int i = 0; i < more.length; i += 2) {
            headers.put(more[i], more[i + 1]);
        }
        return headers;
    }

    /** Sends a request on a connection of its own. */
    RawClient.Response send(String line, Map<String, String> headers, byte[] body) throws IOException {
        try (RawClient raw = raw()) {
            raw.send(RawClient.request(line, headers, body));
            return line.startsWith("HEAD ") ? raw.readHead() : raw.read();
        }
    }

    RawClient.Response send(String line, String body) throws IOException {
        return send(line, headers(), body.getBytes(UTF_8));
    }

    RawClient.Response send(String line) throws IOException {
        return send(line, "");
    }

    void createBucket() throws IOException {
        RawClient.Response created = send("PUT /" + BUCKET);
        assertThat(created.status()).as(created.text()).isEqualTo(200);
    }

    /** What S3 tells as an error's name. */
    static String code(RawClient.Response response) {
        String text = response.text();
        int from = text.indexOf("<Code>");
        return from < 0 ? "" : text.substring(from + 6, text.indexOf("</Code>"));
    }

    @Override
    public void close() {
        try {
            server.close();
            mounting.close();
        } finally {
            store.close();
        }
        Served.assertQuiet(blocked, errors);
    }
}
