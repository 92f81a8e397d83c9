package dev.trestle.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
    private static final String HERE = "127.0.0.1";
    private static final String ELSEWHERE = "127.0.0.2";
    private static final String OK = "HTTP/1.1 200";

    private final Connections connections = limited(3, 2, Set.of());

    private static Connections limited(int count, int perAddress, Set<String> unlimited) {
        return new Connections(count, perAddress, unlimited, Duration.ofMinutes(1));
    }

    @Test
    void opened_beyondTheLimitOfAnAddress_evictsTheOneThatNeverSentARequest() throws Exception {
        try (GuardedServer server = new GuardedServer(connections);
                GuardedServer.Client idle = server.connect(HERE)) {
            assertThat(idle.ask()).startsWith(OK);
            try (GuardedServer.Client silent = server.connect(HERE);
                    GuardedServer.Client elsewhere = server.connect(ELSEWHERE)) {
                assertThat(elsewhere.ask()).startsWith(OK);
                try (GuardedServer.Client next = server.connect(HERE)) {
                    assertThat(next.ask()).startsWith(OK);
                    assertThat(silent.isClosedByServer()).isTrue();
                    assertThat(idle.ask()).startsWith(OK);
                    assertThat(elsewhere.ask()).startsWith(OK);
                    assertThat(connections.count()).isEqualTo(3);
                }
            }
            Awaitility.await().until(() -> connections.count() == 1);
        }
    }

    @Test
    void opened_beyondTheLimitInTotal_evictsTheLongestIdleOfTheAddressThatHasMost() throws Exception {
        Connections three = limited(3, 3, Set.of());
        try (GuardedServer server = new GuardedServer(three);
                GuardedServer.Client elsewhere = server.connect(ELSEWHERE)) {
            assertThat(elsewhere.ask()).startsWith(OK);
            try (GuardedServer.Client first = server.connect(HERE);
                    GuardedServer.Client second = server.connect(HERE)) {
                assertThat(second.ask()).startsWith(OK);
                assertThat(first.ask()).startsWith(OK);
                try (GuardedServer.Client next = server.connect(HERE)) {
                    assertThat(next.ask()).startsWith(OK);
                    assertThat(second.isClosedByServer()).isTrue();
                    assertThat(first.ask()).startsWith(OK);
                    assertThat(elsewhere.ask()).startsWith(OK);
                }
            }
        }
    }

    @Test
    void opened_whileAllOthersAreWorkedOn_isClosed() throws Exception {
        Connections one = limited(1, 1, Set.of());
        try (GuardedServer server = new GuardedServer(one);
                GuardedServer.Client working = server.connect(HERE)) {
            working.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n");
            Awaitility.await().until(() -> {
                try (GuardedServer.Client next = server.connect(HERE)) {
                    return next.isClosedByServer();
                }
            });
            server.answer();
            assertThat(working.read()).startsWith(OK);
        }
    }

    @Test
    void opened_byAProxyBeyondTheLimitOfAnAddress_isTaken() throws Exception {
        Connections behindAProxy = limited(3, 1, Set.of(HERE));
        try (GuardedServer server = new GuardedServer(behindAProxy);
                GuardedServer.Client first = server.connect(HERE);
                GuardedServer.Client second = server.connect(HERE)) {
            assertThat(first.ask()).startsWith(OK);
            assertThat(second.ask()).startsWith(OK);
            assertThat(first.ask()).startsWith(OK);
        }
    }

    @Test
    void key_ofAnAddress_isItsNetworkInIpv6() {
        assertThat(AddressKey.of("2001:db8:1:2::1")).isEqualTo(AddressKey.of("2001:db8:1:2:ffff::9"));
        assertThat(AddressKey.of("2001:db8:1:2::1")).isNotEqualTo(AddressKey.of("2001:db8:1:3::1"));
        assertThat(AddressKey.of("10.0.0.1")).isEqualTo("10.0.0.1");
    }
}
