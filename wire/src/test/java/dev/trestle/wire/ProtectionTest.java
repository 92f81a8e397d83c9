package dev.trestle.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What keeps a server up, and strangers out. */
class ProtectionTest {
    private static final String LIST = "DynamoDB_20120810.ListTables";

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:8000", "127.0.0.1:1", "[::1]:8000", "localhost.", "db.example:80"})
    void host_ofOurs_isServed(String host) throws IOException {
        try (Served served = new Served(WireOptions.loopback(0).withHosts(List.of("db.example")));
                RawClient raw = served.raw()) {
            Map<String, String> headers = RawClient.headers(LIST);
            headers.put("Host", host);
            assertThat(raw.post(headers, "{}").status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8000", "10.0.0.1", ""})
    void host_foreign_isRefused(String host) throws IOException {
        try (Served served = Served.plain();
                RawClient raw = served.raw()) {
            Map<String, String> headers = RawClient.headers(LIST);
            headers.put("Host", host);
            RawClient.Response response = raw.post(headers, "{}");
            assertThat(response.status()).isBetween(400, 403);
            assertThat(response.text()).doesNotContain("TableNames");
        }
    }

    @Test
    void origin_ofAnotherSite_isRefused() throws IOException {
        try (Served served = Served.plain()) {
            for (String origin : List.of("http://evil.example", "null", "http://localhost:3000", "nonsense:/:")) {
                try (RawClient raw = served.raw()) {
                    Map<String, String> headers = RawClient.headers(LIST);
                    headers.put("Origin", origin);
                    assertThat(raw.post(headers, "{}").status()).isEqualTo(403);
                }
            }
            try (RawClient raw = served.raw()) {
                Map<String, String> headers = RawClient.headers(LIST);
                headers.put("Origin", "http://localhost");
                assertThat(raw.post(headers, "{}").status()).isEqualTo(200);
            }
        }
    }

    @Test
    void start_openToOthersWithoutAKey_isRefused() {
        try (Engine engine = Engine.open(EngineOptions.inMemory())) {
            assertThatThrownBy(() ->
                            WireServer.start(engine, WireOptions.loopback(0).withBind("0.0.0.0")))
                    .isInstanceOf(WireException.class)
                    .hasMessageContaining("--access-key ID:SECRET");
        }
    }

    @Test
    void start_onAPortInUse_saysSo() throws IOException {
        try (Engine engine = Engine.open(EngineOptions.inMemory());
                ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThatThrownBy(() -> WireServer.start(engine, WireOptions.loopback(taken.getLocalPort())))
                    .isInstanceOf(WireException.class)
                    .hasMessageContainingAll("port " + taken.getLocalPort(), "Choose another port");
        }
    }

    @Test
    void client_thatNeverFinishes_isClosedAndHoldsUpNobody() throws IOException {
        try (Served served =
                        new Served(WireOptions.loopback(0).withLimits(limits(1000, 4, 64, Duration.ofSeconds(1))));
                RawClient silent = served.raw();
                RawClient slow = served.raw();
                RawClient other = served.raw()) {
            slow.send(("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{").getBytes(UTF_8));
            assertThat(other.post("ListTables", "{}").status()).isEqualTo(200);
            assertThat(slow.isClosedByServer()).isTrue();
            assertThat(silent.isClosedByServer()).isTrue();
        }
    }

    @Test
    void connections_halfOpenUpToTheLimit_keepNobodyOut() throws IOException {
        Limits few = Limits.standard().withConnections(64, 64);
        List<RawClient> halfOpen = new ArrayList<>();
        try (Served served = new Served(WireOptions.loopback(0).withLimits(few));
                RawClient before = served.raw()) {
            assertThat(before.post("ListTables", "{}").status()).isEqualTo(200);
            for (int i = 0; i < 200; i++) {
                RawClient client = served.raw();
                halfOpen.add(client);
                client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{".getBytes(UTF_8));
                if (i % 10 == 9) {
                    try (RawClient other = served.raw()) {
                        assertThat(other.post("ListTables", "{}").status()).isEqualTo(200);
                    }
                }
            }
            assertThat(before.post("ListTables", "{}").status()).isEqualTo(200);
            assertThat(halfOpen.get(0).isClosedByServer()).isTrue();
        } finally {
            for (RawClient client : halfOpen) {
                client.close();
            }
        }
    }

    @Test
    void request_withAmbiguousFraming_isRefused() throws IOException {
        try (Served served = Served.plain();
                RawClient raw = served.raw()) {
            Map<String, String> headers = RawClient.headers(LIST);
            headers.put("Transfer-Encoding", "xchunked");
            RawClient.Response refused = raw.post(headers, "{}");
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.text()).contains("Transfer-Encoding");
            assertThat(raw.isClosedByServer()).isTrue();
        }
    }

    @Test
    void bodies_moreThanThereIsRoomFor_areRefusedAtOnce() throws IOException {
        Limits limits = new Limits(100, 1024 * 1024, 64 * 1024, 2, 8, Duration.ofSeconds(60));
        try (Served served = new Served(WireOptions.loopback(0).withLimits(limits));
                RawClient raw = served.raw()) {
            RawClient.Response refused = raw.post("ListTables", " ".repeat(100_000) + "{}");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.text()).contains("ThrottlingException");
            try (RawClient again = served.raw()) {
                assertThat(again.post("ListTables", "{}").status()).isEqualTo(200);
            }
        }
    }

    @Test
    void workers_allBusyAndTheQueueFull_refuseAtOnce() throws Exception {
        Limits limits = limits(100, 1, 1, Duration.ofSeconds(60));
        try (Served served = new Served(WireOptions.loopback(0).withLimits(limits))) {
            List<RawClient> clients = new ArrayList<>();
            byte[] list = RawClient.request("POST /", RawClient.headers(LIST), "{}".getBytes(UTF_8));
            for (int i = 0; i < 50; i++) {
                RawClient client = served.raw();
                clients.add(client);
            }
            for (RawClient client : clients) {
                client.send(list);
            }
            for (RawClient client : clients) {
                assertThat(client.read().status()).isIn(200, 503);
                client.close();
            }
        }
    }

    @Test
    @Tag("once")
    void close_whileRequestsAreUnderWay_answersThem() throws Exception {
        try (Served served = Served.plain()) {
            served.createTable();
            try (RawClient raw = served.raw();
                    RawClient idle = served.raw()) {
                byte[] put = RawClient.request(
                        "POST /",
                        RawClient.headers("DynamoDB_20120810.PutItem"),
                        "{\"TableName\":\"things\",\"Item\":{\"id\":{\"S\":\"last\"}}}".getBytes(UTF_8));
                raw.send(Arrays.copyOf(put, put.length - 1));
                assertThat(idle.post("ListTables", "{}").status()).isEqualTo(200);
                Awaitility.await().until(() -> served.server().underWay() == 1);
                CompletableFuture<Void> closed = CompletableFuture.runAsync(served.server()::close);
                Awaitility.await().until(() -> served.server().isStopping());
                raw.send(new byte[] {put[put.length - 1]});
                assertThat(raw.read().status()).isEqualTo(200);
                closed.get(30, TimeUnit.SECONDS);
                assertThat(idle.isClosedByServer()).isTrue();
            }
        }
    }

    @Test
    @Tag("once")
    void close_whileARequestDoesNotComeInWhole_waitsNotForIt() throws Exception {
        try (Served served = Served.plain();
                RawClient raw = served.raw()) {
            byte[] list = RawClient.request("POST /", RawClient.headers(LIST), "{}".getBytes(UTF_8));
            raw.send(Arrays.copyOf(list, list.length - 1));
            Awaitility.await().until(() -> served.server().underWay() == 1);
            CompletableFuture.runAsync(served.server()::close)
                    .get(15, TimeUnit.SECONDS); // less than requests under way get
            assertThat(raw.isClosedByServer()).isTrue();
        }
    }

    private static Limits limits(int connections, int workers, int queued, Duration patience) {
        return new Limits(connections, 1024 * 1024, 64L * 1024 * 1024, workers, queued, patience);
    }
}
