package dev.trestle.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trestle.platform.api.EventSink;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Bodies that are handed over while they come in or go out, and answers that stay open. */
class StreamingTest extends HttpTest {
    private static final String TEXT = "/things/v1/things/a/text";

    @Test
    void body_streamedInAndOut_isTheSame() throws Exception {
        byte[] bytes = new byte[2_500_000];
        new Random(7).nextBytes(bytes);

        HttpResponse<byte[]> stored = put(BodyPublishers.ofByteArray(bytes));
        assertThat(json(checkedStatus(stored, 200)).at("/data/bytes").intValue())
                .isEqualTo(bytes.length);
        assertThat(get(TEXT).body()).isEqualTo(bytes);
    }

    private HttpResponse<byte[]> put(java.net.http.HttpRequest.BodyPublisher body) throws Exception {
        return send(request(TEXT).PUT(body).header("content-type", "text/markdown; charset=utf-8"));
    }

    private static HttpResponse<byte[]> checkedStatus(HttpResponse<byte[]> response, int status) {
        assertThat(response.statusCode()).as(text(response)).isEqualTo(status);
        return response;
    }

    @Test
    void body_longerThanTheContractAllows_isRefused() throws Exception {
        byte[] bytes = new byte[3_100_000];

        assertThat(put(BodyPublishers.ofByteArray(bytes)).statusCode()).isEqualTo(413);
        assertThat(put(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)))
                        .statusCode())
                .isEqualTo(413);
    }

    @Test
    void body_notSignedIn_isRefusedBeforeTheHandler() throws Exception {
        HttpResponse<byte[]> refused = send(request(TEXT)
                .setHeader("authorization", "Basic eA==")
                .PUT(BodyPublishers.ofString("x"))
                .header("content-type", "text/markdown"));

        assertThat(refused.statusCode()).isEqualTo(401);
    }

    @Test
    void events_sent_arriveInOrderUntilTheServerStops() throws Exception {
        HttpResponse<InputStream> open = http.send(request("/things/v1/events").build(), BodyHandlers.ofInputStream());
        assertThat(header(open, "content-type")).isEqualTo("text/event-stream");
        await().until(() -> !things.listeners.isEmpty());
        EventSink sink = things.listeners.get(0);

        assertThat(sink.send("7", "thing", Map.of("text", "a\nb"))).isTrue();
        sink.send(null, "x\nid: 9", Map.of());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(open.body(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo(":");
            assertThat(lines.readLine()).isEmpty();
            assertThat(lines.readLine()).isEqualTo("id: 7");
            assertThat(lines.readLine()).isEqualTo("event: thing");
            assertThat(lines.readLine()).isEqualTo("data: {\"text\":\"a\\nb\"}");
            assertThat(lines.readLine()).isEmpty();
            assertThat(lines.readLine()).isEqualTo("event: x id: 9");
            lines.readLine();
            lines.readLine();
            server.close();
            assertThat(lines.readLine()).isNull();
        }
        assertThat(sink.isOpen()).isFalse();
    }

    @Test
    void events_clientGone_isNoticed() throws Exception {
        HttpResponse<InputStream> open = http.send(request("/things/v1/events").build(), BodyHandlers.ofInputStream());
        await().until(() -> !things.listeners.isEmpty());

        open.body().close();
        await().until(() -> !things.listeners.get(0).isOpen());
    }

    @Test
    void events_clientReadsNothing_isLetGo() throws Exception {
        http.send(request("/things/v1/events").build(), BodyHandlers.ofInputStream());
        await().until(() -> !things.listeners.isEmpty());
        EventSink sink = things.listeners.get(0);
        Map<String, String> large = Map.of("text", "x".repeat(100_000));

        int sent = 0;
        while (sink.send("1", "large", large)) {
            assertThat(sent++).isLessThan(10_000);
        }
        assertThat(sink.isOpen()).isFalse();
    }

    @Test
    void events_ofOnePersonAndOfOneTenant_areLimited() throws Exception {
        restart(HttpOptions.loopback(0)
                .withLimits(HttpLimits.standard()
                        .withShares(new HttpLimits.Share(6, 32, 8, 2), new HttpLimits.Share(12, 512, 24, 3))));
        HttpResponse<InputStream> first = listen("ann");
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(listen("ann").statusCode()).isEqualTo(200);

        HttpResponse<InputStream> third = listen("ann");
        assertThat(third.statusCode()).isEqualTo(429);
        assertThat(header(third, "retry-after")).isEqualTo("5");
        assertThat(new String(third.body().readAllBytes(), StandardCharsets.UTF_8))
                .contains("Close some of your pages");
        assertThat(listen("bob").statusCode()).isEqualTo(200);
        assertThat(listen("eve").statusCode()).as("the tenant has three").isEqualTo(429);
        first.body().close();
        await().until(() -> listen("eve").statusCode() == 200);
    }

    private HttpResponse<InputStream> listen(String person) throws Exception {
        return http.send(
                request("/things/v1/events")
                        .setHeader("authorization", "Bearer " + person)
                        .build(),
                BodyHandlers.ofInputStream());
    }

    @Test
    void events_whoseListenerFails_areClosedAndNotCounted() throws Exception {
        things.fault = () -> {
            throw new IllegalStateException("the stream cannot be read");
        };
        try (InputStream open = listen("ann").body()) {
            assertThat(open.readAllBytes()).asString(StandardCharsets.UTF_8).isIn("", ":\n\n");
        }

        assertThat(server.metrics().get("trestle.http.listeners").gauge().value())
                .isZero();
    }

    @Test
    void gauges_afterGarbageCollection_stillHaveAValue() {
        WeakReference<Object> sentinel = new WeakReference<>(new Object());
        await().until(() -> {
            System.gc();
            return sentinel.get() == null;
        });

        assertThat(gauge("listeners")).isZero();
    }

    @Test
    void body_ofOnePersonThatTakeLong_leaveRoomForOthers() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 40; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                slow.add(socket);
                socket.getOutputStream()
                        .write(("PUT " + TEXT + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ann\r\n"
                                        + "Content-Type: text/markdown\r\nContent-Length: 100\r\n\r\nx")
                                .getBytes(StandardCharsets.US_ASCII));
            }
            await().until(() -> gauge("streams.active") == 8 && gauge("streams.waiting") == 8);

            HttpResponse<byte[]> stored = send(request("/things/v1/things/b/text")
                    .setHeader("authorization", "Bearer bob")
                    .PUT(BodyPublishers.ofString("x"))
                    .header("content-type", "text/markdown"));
            assertThat(stored.statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
        await().until(() -> gauge("streams.active") == 0 && gauge("streams.waiting") == 0);
    }

    private double gauge(String name) {
        return server.metrics().get("trestle.http." + name).gauge().value();
    }
}
