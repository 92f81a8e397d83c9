package dev.trestle.server.installation;

import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate for localhost that keytool made, as files that a server is configured with.
 *
 * @param chain as PEM
 * @param key as PEM
 */
record SelfSigned(Certificate certificate, Path chain, Path key) {
    private static final String PASSWORD = "changeit";
    private static final long SECONDS_MAX = 60;

    static SelfSigned in(Path directory, String name) throws Exception {
        KeyStore made = keytool(directory.resolve(name + ".p12"));
        Certificate certificate = made.getCertificate("server");
        return new SelfSigned(
                certificate,
                pem(directory.resolve(name + "-chain.pem"), "CERTIFICATE", certificate.getEncoded()),
                pem(
                        directory.resolve(name + "-key.pem"),
                        "PRIVATE KEY",
                        made.getKey("server", PASSWORD.toCharArray()).getEncoded()));
    }

    /** What a server's configuration says of it. */
    String configuration() {
        return "http.tls.certificate = " + chain + "\nhttp.tls.key = " + key + "\n";
    }

    /** TLS as somebody has it who trusts this certificate alone. */
    SSLContext context() throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", certificate);
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }

    HttpClient trusting() throws Exception {
        return HttpClient.newBuilder().sslContext(context()).build();
    }

    private static KeyStore keytool(Path file) throws Exception {
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
        if (!keytool.waitFor(SECONDS_MAX, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new IllegalStateException("keytool made no certificate.");
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    private static Path pem(Path file, String type, byte[] content) throws Exception {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(file, "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n");
    }
}
