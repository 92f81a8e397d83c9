package dev.trestle.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What keeps a server up, and strangers out, where objects are large and clients slow. */
class S3ProtectionTest {
    private static final String RULES = """
            <CORSConfiguration><CORSRule>
              <AllowedOrigin>http://*.example</AllowedOrigin><AllowedMethod>GET</AllowedMethod>
              <AllowedMethod>PUT</AllowedMethod><AllowedHeader>x-amz-*</AllowedHeader>
              <ExposeHeader>ETag</ExposeHeader><MaxAgeSeconds>60</MaxAgeSeconds>
            </CORSRule></CORSConfiguration>""";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "localhost.evil.example", "10.0.0.1", "x.localhost"})
    void host_foreign_isRefused(String host) throws IOException {
        try (S3Served served = S3Served.plain(directory);
                RawClient mounted = served.rawMounted()) {
            RawClient.Response refused = served.send("GET /", S3Served.headers("Host", host), new byte[0]);
            assertThat(refused.status()).isEqualTo(403);
            assertThat(S3Served.code(refused)).isEqualTo("AccessDenied");
            mounted.send(RawClient.request("GET /s3", S3Served.headers("Host", host), new byte[0]));
            RawClient.Response refusedToo = mounted.read();
            assertThat(refusedToo.status()).isEqualTo(403);
            assertThat(S3Served.code(refusedToo)).isEqualTo("AccessDenied");
        }
    }

    @Test
    void request_withAmbiguousFraming_isRefused() throws IOException {
        try (S3Served served = S3Served.plain(directory)) {
            served.createBucket();
            Map<String, String> headers = S3Served.headers("Transfer-Encoding", "xchunked");
            assertThat(served.send("PUT /things/a", headers, "hello".getBytes(UTF_8))
                            .status())
                    .isEqualTo(400);
            assertThat(served.send("GET /things/a").status()).isEqualTo(404);
        }
    }

    @Test
    void origin_ofAnotherSite_needsARuleOfTheBucket() throws IOException {
        try (S3Served served = S3Served.plain(directory)) {
            served.createBucket();
            byte[] hello = "hello".getBytes(UTF_8);
            Map<String, String> friend = S3Served.headers("Origin", "http://friend.example");
            assertThat(served.send("PUT /things/a", friend, hello).status()).isEqualTo(403);
            assertThat(served.send("GET /things/a").status()).isEqualTo(404);
            assertThat(served.send("GET /", friend, new byte[0]).status()).isEqualTo(403);
            assertThat(served.send("PUT /things?cors", RULES).status()).isEqualTo(200);

            RawClient.Response put = served.send("PUT /things/a", friend, hello);
            assertThat(put.status()).isEqualTo(200);
            assertThat(put.header("access-control-allow-origin")).isEqualTo("http://friend.example");
            assertThat(put.header("access-control-expose-headers")).isEqualTo("ETag");
            RawClient.Response absent = served.send("GET /things/absent", friend, new byte[0]);
            assertThat(absent.status()).isEqualTo(404);
            assertThat(absent.header("access-control-allow-origin")).isEqualTo("http://friend.example");
            assertThat(served.send("DELETE /things/a", friend, new byte[0]).status())
                    .isEqualTo(403);
            for (String origin :
                    List.of("http://evil.other", "null", "https://friend.example", "http://friend.example2")) {
                assertThat(served.send("GET /things/a", S3Served.headers("Origin", origin), new byte[0])
                                .status())
                        .isEqualTo(403);
            }
            assertThat(served.send("GET /things/a", S3Served.headers("Origin", "http://localhost"), new byte[0])
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void preflight_asksTheBucketsRules() throws IOException {
        try (S3Served served = S3Served.plain(directory)) {
            served.createBucket();
            Map<String, String> headers = Map.of(
                    "Host", "localhost",
                    "Origin", "http://friend.example",
                    "Access-Control-Request-Method", "PUT",
                    "Access-Control-Request-Headers", "X-Amz-Date, x-amz-meta-a");
            assertThat(S3Served.code(served.send("OPTIONS /things/a", headers, new byte[0])))
                    .isEqualTo("AccessForbidden");
            assertThat(S3Served.code(served.send("OPTIONS /absent/a", headers, new byte[0])))
                    .isEqualTo("AccessForbidden");
            served.send("PUT /things?cors", RULES);
            RawClient.Response allowed = served.send("OPTIONS /things/a", headers, new byte[0]);
            assertThat(allowed.status()).isEqualTo(200);
            assertThat(allowed.header("access-control-allow-methods")).isEqualTo("GET, PUT");
            assertThat(allowed.header("access-control-allow-headers")).isEqualTo("x-amz-date, x-amz-meta-a");
            assertThat(allowed.header("access-control-max-age")).isEqualTo("60");
            assertThat(allowed.header("vary")).contains("Origin");
            assertThat(preflight(served, "http://friend.example", "DELETE", "x-amz-date")
                            .status())
                    .isEqualTo(403);
            assertThat(preflight(served, "http://friend.example", "PUT", "content-type")
                            .status())
                    .isEqualTo(403);
            assertThat(preflight(served, "http://evil.other", "PUT", "x-amz-date")
                            .status())
                    .isEqualTo(403);
            assertThat(served.send("OPTIONS /things/a", Map.of("Host", "localhost"), new byte[0])
                            .status())
                    .isEqualTo(400);
        }
    }

    private static RawClient.Response preflight(S3Served served, String origin, String method, String header)
            throws IOException {
        return served.send(
                "OPTIONS /things/a",
                Map.of(
                        "Host", "localhost",
                        "Origin", origin,
                        "Access-Control-Request-Method", method,
                        "Access-Control-Request-Headers", header),
                new byte[0]);
    }

    @Test
    void upload_brokenOff_leavesNothing() throws IOException {
        try (S3Served served = S3Served.plain(directory)) {
            served.createBucket();
            byte[] put = RawClient.request("PUT /things/a", S3Served.headers(), new byte[2_000_000]);
            for (int sent : List.of(300, 1000, 150_000, 1_000_000, put.length - 1)) {
                try (RawClient raw = served.raw()) {
                    raw.send(Arrays.copyOf(put, sent));
                    Awaitility.await().until(() -> served.server().underWay() == 1);
                }
                Awaitility.await().until(() -> served.server().underWay() == 0);
                assertThat(served.send("GET /things/a").status()).isEqualTo(404);
            }
            Awaitility.await().untilAsserted(() -> {
                var found = served.store().verify(true);
                assertThat(found.problems()).isEmpty();
                assertThat(found.blobs()).isZero();
            });
        }
    }

    @Test
    void client_thatSendsSlowly_isClosedAndHoldsUpNobody() throws IOException {
        Limits limits = new Limits(1000, 1024 * 1024, 64L * 1024 * 1024, 1, 64, Duration.ofSeconds(4));
        try (S3Served served = new S3Served(directory, WireOptions.loopback(0).withLimits(limits))) {
            served.createBucket();
            byte[] put = RawClient.request("PUT /things/slow", S3Served.headers(), new byte[2_000_000]);
            List<RawClient> slow = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                RawClient raw = served.raw();
                raw.send(Arrays.copyOf(put, 400_000));
                slow.add(raw);
            }
            assertThat(served.send("PUT /things/a", "hello").status()).isEqualTo(200);
            assertThat(served.send("GET /things/a").text()).isEqualTo("hello");
            for (RawClient raw : slow) {
                assertThat(raw.isClosedByServer()).isTrue();
                raw.close();
            }
        }
    }

    @Test
    void client_thatReadsNothing_isClosedAndHoldsUpNobody() throws IOException {
        Limits limits = new Limits(1000, 1024 * 1024, 64L * 1024 * 1024, 1, 64, Duration.ofSeconds(4));
        try (S3Served served = new S3Served(directory, WireOptions.loopback(0).withLimits(limits))) {
            served.createBucket();
            byte[] content = new byte[20_000_000];
            new Random(1).nextBytes(content);
            served.send("PUT /things/large", S3Served.headers(), content);
            List<RawClient> deaf = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                RawClient raw = served.raw();
                raw.send(RawClient.request("GET /things/large", S3Served.headers(), new byte[0]));
                deaf.add(raw);
            }
            assertThat(served.send("PUT /things/a", "hello").status()).isEqualTo(200);
            assertThat(served.send("GET /things/large").body()).isEqualTo(content);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> served.server().underWay() == 0);
            for (RawClient raw : deaf) {
                raw.close();
            }
        }
    }

    @Test
    void client_thatReadsBitByBit_getsAllOfIt() throws IOException {
        Duration patience = Duration.ofSeconds(1);
        Limits limits = new Limits(1000, 1024 * 1024, 64L * 1024 * 1024, 1, 64, patience);
        try (S3Served served = new S3Served(directory, WireOptions.loopback(0).withLimits(limits));
                RawClient raw = served.raw()) {
            served.createBucket();
            byte[] content = new byte[12_000_000];
            new Random(2).nextBytes(content);
            served.send("PUT /things/large", S3Served.headers(), content);
            raw.send(RawClient.request("GET /things/large", S3Served.headers(), new byte[0]));
            assertThat(raw.readHead().status()).isEqualTo(200);
            long start = System.nanoTime();
            for (int at = 0; at < content.length; at += 100_000) {
                assertThat(raw.readBytes(100_000)).isEqualTo(Arrays.copyOfRange(content, at, at + 100_000));
                long shareNanos = patience.multipliedBy(3).toNanos() / content.length * at;
                while (System.nanoTime() - start < shareNanos) {
                    assertThat(served.send("HEAD /things/large").status()).isEqualTo(200);
                }
            }
        }
    }

    @Test
    void transfers_moreThanThereIsRoomFor_areToldToSlowDown() throws IOException {
        Limits limits = new Limits(100, 1024 * 1024, 512 * 1024, 1, 64, Duration.ofSeconds(60));
        try (S3Served served = new S3Served(directory, WireOptions.loopback(0).withLimits(limits))) {
            served.createBucket();
            byte[] put = RawClient.request("PUT /things/a", S3Served.headers(), new byte[1_000_000]);
            try (RawClient first = served.raw();
                    RawClient second = served.raw()) {
                first.send(Arrays.copyOf(put, put.length / 2));
                second.send(Arrays.copyOf(put, put.length / 2));
                Awaitility.await().until(() -> served.server().underWay() == 2);
                RawClient.Response third = served.send("PUT /things/b", S3Served.headers(), new byte[1_000_000]);
                assertThat(third.status()).isEqualTo(503);
                assertThat(S3Served.code(third)).isEqualTo("SlowDown");
                first.send(Arrays.copyOfRange(put, put.length / 2, put.length));
                assertThat(first.read().status()).isEqualTo(200);
            }
            Awaitility.await().until(() -> served.server().underWay() == 0);
            assertThat(served.send("PUT /things/b", S3Served.headers(), new byte[1_000_000])
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    @Tag("once")
    void close_whileAnUploadIsUnderWay_letsItEnd() throws Exception {
        try (S3Served served = S3Served.plain(directory)) {
            served.createBucket();
            byte[] put = RawClient.request("PUT /things/a", S3Served.headers(), new byte[1_000_000]);
            try (RawClient raw = served.raw();
                    RawClient other = served.raw()) {
                raw.send(Arrays.copyOf(put, put.length - 1));
                Awaitility.await().until(() -> served.server().underWay() == 1);
                CompletableFuture<Void> closed = CompletableFuture.runAsync(served.server()::close);
                Awaitility.await().until(() -> served.server().isStopping());
                other.send(RawClient.request("GET /things/a", S3Served.headers(), new byte[0]));
                RawClient.Response refused = other.read();
                assertThat(refused.status()).isEqualTo(503);
                assertThat(other.isClosedByServer()).isTrue();
                raw.send(new byte[] {put[put.length - 1]});
                RawClient.Response stored = raw.read();
                assertThat(stored.status()).isEqualTo(200);
                assertThat(stored.header("connection")).isEqualToIgnoringCase("close");
                closed.get(30, TimeUnit.SECONDS);
            }
            assertThat(served.store().headBucket("things").name()).isEqualTo("things");
        }
    }
}
