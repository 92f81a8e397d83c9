package dev.trestle.platform.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
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
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
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
        for (String person : List.of("ann", "bob")) {
            waiting.add(post(person));
        }
        things.arrived.acquire(2);
        // Whichever of two more comes first takes the one place in the queue.
        CompletableFuture<HttpResponse<byte[]>> third = post("eve");
        CompletableFuture<HttpResponse<byte[]>> fourth = post("dan");
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

    private CompletableFuture<HttpResponse<byte[]>> post(String person) {
        return http.sendAsync(
                request("/things/v1/wait")
                        .setHeader("authorization", "Bearer " + person)
                        .POST(BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofByteArray());
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
        return send(HttpRequest.newBuilder(uri("/things/v1/about")).header("x-forwarded-for", address));
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

    @Test
    void address_ofManyPeopleAndTheirFiles_isCountedForNeither() throws Exception {
        restart(HttpOptions.loopback(0).withLimits(HttpLimits.standard().withRates(3, 10)));
        for (int i = 0; i < 20; i++) {
            assertThat(get("/things/v1/openapi.json").statusCode()).as("a file").isEqualTo(200);
            assertThat(as("Bearer person-" + i).statusCode()).as("a call").isEqualTo(200);
        }

        for (int i = 0; i < 3; i++) {
            assertThat(as("Basic guess-" + i).statusCode()).isEqualTo(401);
        }
        assertThat(as("Basic guess-3").statusCode())
                .as("proofs that do not hold count")
                .isEqualTo(429);
        assertThat(as(null).statusCode()).as("so do calls without one").isEqualTo(429);
        assertThat(as("Bearer person-7").statusCode())
                .as("who is signed in goes on beside that")
                .isEqualTo(200);
        assertThat(as("Bearer somebody-new").statusCode()).isEqualTo(429);
    }

    @Test
    void address_tooManyFiles_is429ForFilesAlone() throws Exception {
        restart(HttpOptions.loopback(0)
                .withLimits(HttpLimits.standard().withRates(new HttpLimits.PerMinute(100, 100, 2))));

        get("/health/live");
        get("/health/live");
        assertThat(get("/health/live").statusCode()).isEqualTo(429);
        assertThat(get("/things/v1/about").statusCode()).isEqualTo(200);
    }

    private HttpResponse<byte[]> as(@Nullable String authorization) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri("/things/v1/about"));
        return send(authorization == null ? request : request.header("authorization", authorization));
    }

    @Test
    void requests_manyOfOnePerson_waitInAQueueOfTheirOwn() throws Exception {
        List<CompletableFuture<HttpResponse<byte[]>>> flood = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            flood.add(post("ann"));
        }
        things.arrived.acquire(6);
        // Six run and 32 wait; the others are refused, and bob, of the same tenant, is answered all the while.
        await().until(() -> flood.stream().filter(CompletableFuture::isDone).count() == 2);

        for (int i = 0; i < 20; i++) {
            assertThat(as("Bearer bob").statusCode()).isEqualTo(200);
        }
        assertThat(things.arrived.availablePermits()).as("no more of them run").isZero();
        things.release.countDown();
        List<Integer> statuses =
                flood.stream().map(each -> each.join().statusCode()).sorted().toList();
        assertThat(statuses.subList(0, 38)).containsOnly(204);
        assertThat(statuses.subList(38, 40)).containsOnly(429);
        HttpResponse<byte[]> refused = flood.stream()
                .map(CompletableFuture::join)
                .filter(each -> each.statusCode() == 429)
                .findFirst()
                .orElseThrow();
        assertThat(header(refused, "retry-after")).isEqualTo("1");
        assertThat(text(refused)).contains("Too many of your requests are under way");
    }

    @Test
    void refusals_manyInARow_areAnsweredWithoutReadingTheBody() throws Exception {
        restart(HttpOptions.loopback(0)
                .withLimits(HttpLimits.standard()
                        .withShares(new HttpLimits.Share(1, 1, 1, 1), new HttpLimits.Share(10, 10, 10, 10))));
        assertThat(as("Bearer ann").statusCode())
                .as("the server has seen the proof")
                .isEqualTo(200);
        List<CompletableFuture<HttpResponse<byte[]>>> admitted = List.of(post("ann"), post("ann"));
        await().until(() -> gauge("workers.active") == 1 && gauge("workers.waiting") == 1);
        for (int i = 0; i < Tarpit.PROMPT_MAX; i++) {
            HttpResponse<byte[]> prompt = post("/things/v1/things", "{}");
            assertThat(prompt.statusCode()).isEqualTo(429);
            assertThat(text(prompt)).contains("Too many of your requests are under way");
        }

        // The body never comes: if it were read, the answer would be 408 after half a minute.
        String head = "POST /things/v1/things HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
                + "Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n";
        String refused = RawHttp.send(server.port(), head.formatted("ann"));
        assertThat(refused).startsWith("HTTP/1.1 429").containsIgnoringCase("connection: close");
        assertThat(as("Bearer bob").statusCode()).isEqualTo(200);
        await().until(() -> gauge("delayed") == 0);
        try (Socket gone = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            gone.getOutputStream().write(head.formatted("ann").getBytes(US_ASCII));
        }
        await().until(() -> gauge("delayed") == 0);
        things.release.countDown();
        for (CompletableFuture<HttpResponse<byte[]>> each : admitted) {
            assertThat(each.join().statusCode()).as("what is within the limits").isEqualTo(204);
        }
        assertThat(as("Bearer ann").statusCode()).isEqualTo(200);
    }

    private double gauge(String name) {
        return server.metrics().get("trestle.http." + name).gauge().value();
    }

    @Test
    void request_thatWaitsTooLong_isRefusedAndNeverBegun() throws Exception {
        restart(HttpOptions.loopback(0)
                .withLimits(HttpLimits.standard()
                        .withShares(new HttpLimits.Share(1, 10, 1, 1), new HttpLimits.Share(10, 10, 1, 1))
                        .withTimes(Duration.ofSeconds(30), Duration.ofSeconds(1))));
        // It ignores that it is interrupted, as a computation would.
        things.fault = () -> awaitUninterruptibly(things.release);
        CompletableFuture<HttpResponse<byte[]>> stuck = create();
        await().until(() ->
                server.metrics().get("trestle.http.workers.active").gauge().value() == 1);

        HttpResponse<byte[]> waited = create().join();
        assertThat(waited.statusCode()).isEqualTo(503);
        assertThat(text(waited)).contains("was not begun");
        assertThat(stuck.join().statusCode()).isEqualTo(504);
        things.release.countDown();
        await().until(() -> things.created.get() == 1);
        assertThat(get("/things/v1/about").statusCode()).isEqualTo(200);
        assertThat(things.created).hasValue(1);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean open = false;
        while (!open) {
            try {
                latch.await();
                open = true;
            } catch (InterruptedException e) {
                // the next turn waits on
            }
        }
    }

    private CompletableFuture<HttpResponse<byte[]>> create() {
        return http.sendAsync(
                request("/things/v1/things")
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString("{\"name\":\"a\"}"))
                        .build(),
                BodyHandlers.ofByteArray());
    }

    @Test
    void body_ofOneAddress_leavesRoomForOthers() {
        Shares bytes = new Shares(100);

        assertThat(bytes.take("a", 50)).isTrue();
        assertThat(bytes.take("a", 1)).isFalse();
        assertThat(bytes.take("b", 25)).isTrue();
        bytes.giveBack("a", 50);
        bytes.giveBack("b", 25);
        assertThat(bytes.all()).isZero();
        assertThat(bytes.take("a", 50)).isTrue();
    }
}
