package dev.trestle.server.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.platform.identity.People;
import dev.trestle.server.config.ConfigException;
import dev.trestle.server.config.Configuration;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
    private static final long SECONDS_MAX = 60;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void serve_withCertificateFiles_speaksTlsOnItsOwnPort() throws Exception {
        SelfSigned made = SelfSigned.in(directory, "server");
        String text = "http.port = 0\ndynamodb.port = 0\ns3.port = 0\ndata = " + directory.resolve("data") + "\n"
                + made.configuration();
        Configuration configuration = Configuration.parse("test", text, Map.of(), List.of());
        try (Installation installation =
                Installation.open(new Installation.Start(configuration, List::of, "trestle test", false))) {
            assertThat(installation.publicUrl()).startsWith("https://localhost:");
            Client client = new Client(installation.publicUrl(), made.trusting());
            HttpResponse<String> answer = client.send("GET", "/health", null);
            assertThat(answer.body()).isEqualTo("healthy\n");
            assertThat(answer.headers().firstValue("strict-transport-security")).isPresent();
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
            multiplexed(installation, made.trusting());
        }
    }

    /** Events stay open over HTTP/2 beside other requests on the same connection, and headers are bounded. */
    private static void multiplexed(Installation installation, HttpClient http) throws Exception {
        People.Added added = installation.firstAdministrator().orElseThrow();
        Client client = new Client(installation.publicUrl(), http);
        client.signIn(Map.of(
                "email",
                added.person().email(),
                "password",
                added.oneTimePassword(),
                "newPassword",
                "a password of the test"));
        String token = client.token();
        HttpRequest listening = HttpRequest.newBuilder(URI.create(installation.publicUrl() + "/home/v1/events"))
                .header("authorization", "Bearer " + token)
                .build();
        HttpResponse<Stream<String>> events = http.send(listening, HttpResponse.BodyHandlers.ofLines());
        assertThat(events.version()).isEqualTo(HttpClient.Version.HTTP_2);
        Iterator<String> lines =
                events.body().filter(line -> line.startsWith("event:")).iterator();
        assertThat(lines.next()).isEqualTo("event: streams");
        assertThat(lines.next()).isEqualTo("event: ready");
        List<CompletableFuture<HttpResponse<String>>> beside = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(installation.publicUrl() + "/auth/v1/me"))
                    .header("authorization", "Bearer " + token)
                    .build();
            beside.add(http.sendAsync(request, HttpResponse.BodyHandlers.ofString()));
        }
        for (CompletableFuture<HttpResponse<String>> each : beside) {
            assertThat(each.get(SECONDS_MAX, TimeUnit.SECONDS).statusCode()).isIn(200, 429);
        }
        HttpRequest large = HttpRequest.newBuilder(URI.create(installation.publicUrl() + "/health"))
                .header("x-large", "x".repeat(100_000))
                .build();
        try {
            assertThat(http.send(large, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(431);
        } catch (IOException refused) {
            // The stream was reset, or the client does not send what the server announced to refuse.
            assertThat(refused).isNotNull();
        }
        assertThat(client.send("GET", "/health", null).body()).isEqualTo("healthy\n");
    }

    @Test
    void serve_withTheKeyOfAnotherCertificate_doesNotStart() throws Exception {
        Path chain = SelfSigned.in(directory, "one").chain();
        Path key = SelfSigned.in(directory, "other").key();
        assertRefused(chain, key, "do not belong together");
        assertRefused(chain, Files.writeString(directory.resolve("no.pem"), "no key"), "cannot be used for TLS");
    }

    private void assertRefused(Path chain, Path key, String why) {
        String text =
                "data = " + directory.resolve("data") + "\nhttp.tls.certificate = " + chain + "\nhttp.tls.key = " + key;
        Configuration configuration = Configuration.parse("test", text, Map.of(), List.of());
        assertThatThrownBy(() -> Installation.open(new Installation.Start(configuration, List::of, "test", false)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll(chain.toString(), key.toString(), why);
        assertThat(directory.resolve("data")).doesNotExist();
    }
}
