package dev.trestle.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestFramingTest {
    private static final String SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @SuppressWarnings("NullAway.Init")
    private GuardedServer server;

    @BeforeAll
    void start() {
        server = new GuardedServer(new Connections(100, 100, Set.of(), Duration.ofMinutes(1)));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: localhost\r\nTransfer-Encoding: xchunked\r\nContent-Length: 4\r\n",
                "Host: localhost\r\nTransfer-Encoding: xchunked\r\n",
                "Host: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n",
                "Host: localhost\r\nTransfer-Encoding: gzip, chunked\r\n",
                "Host: localhost\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
                "Host: localhost\r\nTransfer-Encoding : chunked\r\nContent-Length: 4\r\n",
                "Host: localhost\r\nContent-Length: 4\r\nContent-Length: 5\r\n",
                "Host: localhost\r\nContent-Length: +4\r\n",
                "Host: localhost\r\nHost: evil.example\r\n",
                "Host: localhost\r\nhost: localhost\r\n",
                "Host: localhost:80, evil.example\r\n",
                "Host: localhost:80@evil.example\r\n",
            })
    void request_thatTwoReadersMayReadDifferently_isRefusedWithWhatFollows(String headers) throws Exception {
        try (GuardedServer.Client client = server.connect("127.0.0.1")) {
            client.send("POST / HTTP/1.1\r\n" + headers + "\r\n0\r\n\r\n" + SMUGGLED);
            assertThat(client.read()).startsWith("HTTP/1.1 400").doesNotContain("200 OK");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "Host: localhost\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n",
                "Host: localhost:8000\r\nContent-Length: 1\r\n\r\nx",
                "Host: [::1]:8000\r\n\r\n",
                "Host: localhost.\r\n\r\n",
            })
    void request_thatIsClear_isServed(String rest) throws Exception {
        try (GuardedServer.Client client = server.connect("127.0.0.1")) {
            client.send("POST / HTTP/1.1\r\n" + rest);
            assertThat(client.read()).startsWith("HTTP/1.1 200");
        }
    }
}
