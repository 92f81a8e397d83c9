package dev.trestle.platform.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** More than the server takes upon itself. */
class LoadTest extends HttpTest {
    private final Clock clock = Clock.fixed(Instant.parse("2026-05-01T00:00:00Z"), ZoneOffset.UTC);

    @Override
    protected Hosting hosting() {
        return super.hosting().withClock(clock == null ? Clock.systemUTC() : clock);
    }

    @Test
    void workers_allBusyAndQueueFull_is503AtOnce() throws Exception {
        restart(HttpOptions.loopback(0).withLimits(HttpLimits.standard().withWorkers(2, 1)));
        List<CompletableFuture<HttpResponse<byte[]>>> waiting = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            waiting.add(post());
        }
        things.arrived.acquire(2);
        // Whichever of two more comes first takes the one place in the queue.
        CompletableFuture<HttpResponse<byte[]>> third = post();
        CompletableFuture<HttpResponse<byte[]>> fourth = post();
        CompletableFuture.anyOf(third, fourth).join();
        CompletableFuture<HttpResponse<byte[]>> refused = third.isDone() ? third : fourth;
        waiting.add(third.isDone() ? fourth : third);

        assertThat(refused.join().statusCode()).isEqualTo(503);
        assertThat(header(refused.join(), "retry-after")).isEqualTo("1");
        assertThat(text(refused.join())).contains("UNAVAILABLE");
        things.release.countDown();
        for (CompletableFuture<HttpResponse<byte[]>> each : waiting) {
            assertThat(each.join().statusCode()).isEqualTo(204);
        }
    }

    private CompletableFuture<HttpResponse<byte[]>> post() {
        return http.sendAsync(
                request("/things/v1/wait").POST(BodyPublishers.noBody()).build(), BodyHandlers.ofByteArray());
    }

    @Test
    void handler_tooSlow_isGivenUp() throws Exception {
        restart(HttpOptions.loopback(0)
                .withLimits(HttpLimits.standard().withTimes(Duration.ofSeconds(30), Duration.ofMillis(50))));

        HttpResponse<byte[]> late = send(request("/things/v1/wait").POST(BodyPublishers.noBody()));
        assertThat(late.statusCode()).isEqualTo(504);
        assertThat(text(late)).contains("TIMED_OUT");
    }

    @Test
    void body_tooLong_isRefusedWithAndWithoutALength() throws Exception {
        restart(HttpOptions.loopback(0).withLimits(HttpLimits.standard().withBodyBytes(1000)));
        byte[] body = new byte[200_000];

        assertThat(send(request("/things/v1/things")
                                .header("content-type", "application/json")
                                .POST(BodyPublishers.ofByteArray(body)))
                        .statusCode())
                .isEqualTo(413);
        assertThat(send(request("/things/v1/things")
                                .header("content-type", "application/json")
                                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))))
                        .statusCode())
                .isEqualTo(413);
    }

    @Test
    void body_neverComes_isRefusedAfterAWhile() throws Exception {
        restart(HttpOptions.loopback(0)
                .withLimits(HttpLimits.standard().withTimes(Duration.ofMillis(100), Duration.ofSeconds(30))));

        String answer = RawHttp.send(
                server.port(), "POST /things/v1/things HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{");
        assertThat(answer).startsWith("HTTP/1.1 408");
    }

    @Test
    void head_byteByByte_isCutOff() throws Exception {
        restart(HttpOptions.loopback(0)
                .withLimits(HttpLimits.standard().withTimes(Duration.ofMillis(200), Duration.ofSeconds(30))));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write("GET /things/v1/about HTTP/1.1\r\nHost: localhost\r\n".getBytes(US_ASCII));

            await().pollInterval(Duration.ofMillis(20))
                    .untilAsserted(() -> assertThatThrownBy(() -> {
                                socket.getOutputStream().write('x');
                                socket.getOutputStream().flush();
                            })
                            .isInstanceOf(IOException.class));
        }
    }

    @Test
    void connections_halfOpenUpToTheLimit_keepNobodyOut() throws Exception {
        restart(HttpOptions.loopback(0).withLimits(HttpLimits.standard().withConnections(8, 8)));
        List<Socket> halfOpen = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                halfOpen.add(socket);
                socket.getOutputStream()
                        .write("POST /things/v1/things HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{"
                                .getBytes(US_ASCII));
                assertThat(RawHttp.send(
                                server.port(),
                                "GET /things/v1/about HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                        .startsWith("HTTP/1.1 200");
            }
        } finally {
            for (Socket socket : halfOpen) {
                socket.close();
            }
        }
    }

    @Test
    void address_tooManyRequests_is429ForItAlone() throws Exception {
        restart(HttpOptions.loopback(0)
                .withProxies(Set.of("127.0.0.1"))
                .withLimits(HttpLimits.standard().withRates(3, 100)));

        for (int i = 0; i < 3; i++) {
            assertThat(from("10.1.1.1").statusCode()).isEqualTo(200);
        }
        HttpResponse<byte[]> refused = from("10.1.1.1");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(header(refused, "retry-after")).isEqualTo("20");
        assertThat(from("10.1.1.2").statusCode()).isEqualTo(200);
        assertThat(from("9.9.9.9, 10.1.1.1").statusCode())
                .as("what a client adds is not believed")
                .isEqualTo(429);
    }

    private HttpResponse<byte[]> from(String address) throws Exception {
        return send(request("/things/v1/about").GET().header("x-forwarded-for", address));
    }

    @Test
    void user_tooManyRequests_is429ForThemAlone() throws Exception {
        restart(HttpOptions.loopback(0).withLimits(HttpLimits.standard().withRates(100, 2)));

        get("/things/v1/about");
        get("/things/v1/about");
        assertThat(get("/things/v1/about").statusCode()).isEqualTo(429);
        assertThat(send(request("/things/v1/about").setHeader("authorization", "Bearer bob"))
                        .statusCode())
                .isEqualTo(200);
    }
}
