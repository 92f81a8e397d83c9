package dev.trestle.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.trestle.platform.outgoing.OutgoingHttp;
import dev.trestle.platform.outgoing.OutgoingHttp.Answer;
import dev.trestle.platform.outgoing.OutgoingRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests to a real server of this machine, under a name that only the test's resolver knows. */
class OutgoingConnectorTest {
    private final HttpServer server = start();
    private final CountDownLatch done = new CountDownLatch(1);
    private final OutgoingConnector connector = new OutgoingConnector();
    private final int port = server.getAddress().getPort();
    private final OutgoingHttp outgoing = new OutgoingHttp(
            host -> List.of(InetAddress.getLoopbackAddress()), connector, Set.of("hooks.example:" + port));

    private static HttpServer start() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void stop() {
        done.countDown();
        connector.close();
        server.stop(0);
    }

    private URI uri(String path) {
        return URI.create("http://hooks.example:" + port + path);
    }

    @Test
    void send_withABody_reachesTheAddressUnderTheName() throws Exception {
        server.createContext("/", exchange -> {
            String seen = exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Host") + " "
                    + exchange.getRequestHeaders().getFirst("X-Signature") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("X-Seen", "yes");
            exchange.sendResponseHeaders(202, seen.length());
            exchange.getResponseBody().write(seen.getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();

        Answer answer = outgoing.send(
                OutgoingRequest.post(uri("/in?a=1"), "text/plain", "hello".getBytes(StandardCharsets.UTF_8))
                        .withHeader("x-signature", "s1"));

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.header("X-Seen")).isEqualTo("yes");
        assertThat(new String(answer.body(), StandardCharsets.UTF_8))
                .isEqualTo("POST /in?a=1 hooks.example:" + port + " s1 hello");
    }

    @Test
    void send_answerWithoutEnd_isCutOff() {
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] piece = new byte[8192];
            try {
                while (done.getCount() > 0) {
                    exchange.getResponseBody().write(piece);
                }
            } catch (IOException gone) {
                exchange.close();
            }
        });
        server.start();

        assertThatThrownBy(
                        () -> outgoing.send(OutgoingRequest.get(uri("/")).withLimits(Duration.ofSeconds(20), 100_000)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("longer than 100000 bytes");
    }

    @Test
    void send_noAnswer_endsWithItsTime() {
        server.createContext("/", exchange -> {
            try {
                done.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        server.start();

        assertThatThrownBy(() -> outgoing.send(OutgoingRequest.get(uri("/")).withLimits(Duration.ofMillis(300), 1000)))
                .isInstanceOf(IOException.class);
    }
}
