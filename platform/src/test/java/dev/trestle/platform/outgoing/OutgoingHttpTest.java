package dev.trestle.platform.outgoing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.platform.outgoing.OutgoingHttp.Answer;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which addresses are dialled. Nothing is: the connector writes down what it was asked for. */
class OutgoingHttpTest {
    private static final InetAddress PUBLIC = address("93.184.216.34");

    private final List<String> dialled = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();
    private List<InetAddress> resolved = List.of(PUBLIC);
    private int lookedUp;

    private OutgoingHttp outgoing(String... allowed) {
        return new OutgoingHttp(
                host -> {
                    lookedUp++;
                    return resolved;
                },
                (address, request) -> {
                    dialled.add(address.getHostAddress() + " " + request.uri());
                    return answers.isEmpty() ? new Answer(200, Map.of(), new byte[0]) : answers.remove(0);
                },
                Set.of(allowed));
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.8.9.1",
                "10.1.2.3",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "0.0.0.0",
                "192.0.0.8",
                "198.18.0.1",
                "203.0.113.9",
                "224.0.0.1",
                "255.255.255.255",
                "::1",
                "::",
                "fe80::1",
                "fc00::1",
                "fd12:3456::1",
                "::ffff:10.0.0.1",
                "::10.0.0.1",
                "64:ff9b::a00:1",
                "2002:a00:1::1",
                "2002:7f00:1::",
                "2001::1",
                "2001:db8::1",
                "ff02::1",
                "fec0::1",
                "5f00::1"
            })
    void send_toAPrivateAddress_isRefusedBeforeAnythingIsDialled(String private1) {
        resolved = List.of(address(private1));

        assertThatThrownBy(() -> outgoing().send(OutgoingRequest.get(URI.create("https://hooks.example/x"))))
                .isInstanceOfSatisfying(
                        OutgoingException.class, e -> assertThat(e.isRefused()).isTrue());
        assertThat(dialled).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:2800:220:1::1", "64:ff9b::5db8:d822"})
    void send_toAPublicAddress_dialsThatVeryAddress(String public1) throws Exception {
        resolved = List.of(address(public1));
        outgoing().send(OutgoingRequest.get(URI.create("https://hooks.example/x")));

        assertThat(dialled).containsExactly(address(public1).getHostAddress() + " https://hooks.example/x");
        assertThat(lookedUp).isEqualTo(1);
    }

    @Test
    void send_toANameWithOnePrivateAddressOfSeveral_isRefused() {
        resolved = Arrays.asList(PUBLIC, address("10.0.0.1"));

        assertThatThrownBy(() -> outgoing().send(OutgoingRequest.get(URI.create("https://hooks.example/"))))
                .hasMessageContaining("not on the public internet");
        assertThat(dialled).isEmpty();
    }

    @Test
    void send_toAServerThatTheConfigurationNames_isDialledOnThatPortOnly() throws Exception {
        resolved = List.of(address("10.0.0.1"));
        outgoing("translate.lan:8443").send(OutgoingRequest.get(URI.create("https://Translate.lan:8443/")));
        assertThat(dialled).hasSize(1);

        assertThatThrownBy(() ->
                        outgoing("translate.lan:8443").send(OutgoingRequest.get(URI.create("https://translate.lan/"))))
                .isInstanceOf(OutgoingException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://a.example/",
                "file:///etc/passwd",
                "gopher://a.example/",
                "https:///x",
                "/x",
                "https://u:p@a.example/",
                "jar:https://a.example/!/x"
            })
    void send_toWhatIsNoAddressOfAWebServer_isRefused(String uri) {
        assertThatThrownBy(() -> outgoing().send(OutgoingRequest.get(URI.create(uri))))
                .isInstanceOf(OutgoingException.class);
        assertThat(lookedUp).isZero();
    }

    @Test
    void fetch_redirectedToSomethingPrivate_isRefusedThere() {
        answers.add(new Answer(302, Map.of("location", List.of("http://metadata.example/latest")), new byte[0]));
        OutgoingHttp outgoing = new OutgoingHttp(
                host -> List.of(host.startsWith("metadata") ? address("169.254.169.254") : PUBLIC),
                (address, request) -> {
                    dialled.add(request.uri().getHost());
                    return answers.remove(0);
                },
                Set.of());

        assertThatThrownBy(() -> outgoing.fetch(OutgoingRequest.get(URI.create("https://pictures.example/a"))))
                .hasMessageContaining("not on the public internet");
        assertThat(dialled).containsExactly("pictures.example");
    }

    @Test
    void fetch_redirectedWithoutEnd_givesUp() {
        for (int i = 0; i < 10; i++) {
            answers.add(new Answer(301, Map.of("location", List.of("/next")), new byte[0]));
        }

        assertThatThrownBy(() -> outgoing().fetch(OutgoingRequest.get(URI.create("https://a.example/"))))
                .hasMessageContaining("redirects more than 3 times");
        assertThat(dialled).hasSize(4);
    }

    @Test
    void send_redirected_isTheAnswer() throws Exception {
        answers.add(new Answer(302, Map.of("location", List.of("http://10.0.0.1/")), new byte[0]));

        assertThat(outgoing()
                        .send(OutgoingRequest.post(URI.create("https://a.example/"), "text/plain", new byte[0]))
                        .status())
                .isEqualTo(302);
    }
}
