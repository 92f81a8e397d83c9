package dev.trestle.server.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.server.config.ConfigException;
import dev.trestle.server.config.Configuration;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
    private static final String PASSWORD = "changeit";
    private static final long SECONDS_MAX = 60;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void serve_withCertificateFiles_speaksTlsOnItsOwnPort() throws Exception {
        KeyStore made = selfSigned("keys.p12");
        Certificate certificate = made.getCertificate("server");
        Path chain = pem("chain.pem", "CERTIFICATE", certificate.getEncoded());
        Key key = made.getKey("server", PASSWORD.toCharArray());
        Path keyFile = pem("key.pem", "PRIVATE KEY", key.getEncoded());
        String text = "http.port = 0\ndynamodb.port = 0\ns3.port = 0\ndata = " + directory.resolve("data")
                + "\nhttp.tls.certificate = " + chain + "\nhttp.tls.key = " + keyFile;
        Configuration configuration = Configuration.parse("test", text, Map.of(), List.of());
        try (Installation installation =
                Installation.open(new Installation.Start(configuration, List::of, "trestle test", false))) {
            assertThat(installation.publicUrl()).startsWith("https://localhost:");
            Client client = new Client(installation.publicUrl(), trusting(certificate));
            HttpResponse<String> answer = client.send("GET", "/health", null);
            assertThat(answer.body()).isEqualTo("healthy\n");
            assertThat(answer.headers().firstValue("strict-transport-security")).isPresent();
        }
    }

    @Test
    void serve_withTheKeyOfAnotherCertificate_doesNotStart() throws Exception {
        KeyStore made = selfSigned("keys.p12");
        KeyStore other = selfSigned("other.p12");
        Path chain =
                pem("chain.pem", "CERTIFICATE", made.getCertificate("server").getEncoded());
        Path keyFile = pem(
                "key.pem",
                "PRIVATE KEY",
                other.getKey("server", PASSWORD.toCharArray()).getEncoded());
        assertRefused(chain, keyFile, "do not belong together");
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

    private KeyStore selfSigned(String name) throws Exception {
        Path file = directory.resolve(name);
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        file.toString())
                .inheritIO()
                .start();
        assertThat(keytool.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).isTrue();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    private Path pem(String name, String type, byte[] content) throws Exception {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(
                directory.resolve(name), "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n");
    }

    private static HttpClient trusting(Certificate certificate) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", certificate);
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }
}
