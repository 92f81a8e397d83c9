package dev.trestle.platform.http;

import io.vertx.core.Vertx;
import io.vertx.core.net.PemKeyCertOptions;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.X509KeyManager;

/** The certificate and key that a server speaks TLS with. */
public final class TlsFiles {
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
    private static final byte[] SAMPLE = {'T', 'L', 'S'};

    private TlsFiles() {}

    static PemKeyCertOptions options(HttpOptions.Tls tls) {
        return new PemKeyCertOptions()
                .setCertPath(tls.certificate().toString())
                .setKeyPath(tls.key().toString());
    }

    /**
     * What keeps these files from being used; empty if nothing does. A server with a key of another certificate would start, and fail
     * every handshake.
     */
    public static Optional<String> problem(HttpOptions.Tls tls) {
        String files = "http.tls.certificate (" + tls.certificate() + ") and http.tls.key (" + tls.key() + ")";
        Vertx vertx = Vertx.vertx();
        try {
            return options(tls).getKeyManagerFactory(vertx).getKeyManagers()[0] instanceof X509KeyManager manager
                            && belongTogether(manager)
                    ? Optional.empty()
                    : Optional.of(
                            files + " do not belong together: the key is that of another certificate. The file of"
                                    + " the certificate must begin with the server's own, and those that signed it must follow.");
        } catch (Exception unreadable) { // Vert.x declares no narrower one
            return Optional.of(files + " cannot be used for TLS: " + unreadable.getMessage()
                    + ". Both must be PEM, the key without a password.");
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    private static boolean belongTogether(X509KeyManager manager) throws GeneralSecurityException {
        for (String algorithm : ALGORITHMS) {
            String[] aliases = manager.getServerAliases(algorithm, null);
            for (String alias : aliases == null ? List.<String>of() : Arrays.asList(aliases)) {
                PrivateKey key = manager.getPrivateKey(alias);
                PublicKey certified = manager.getCertificateChain(alias)[0].getPublicKey();
                return key.getAlgorithm().equals(certified.getAlgorithm()) && signs(key, certified);
            }
        }
        return false;
    }

    private static boolean signs(PrivateKey key, PublicKey certified) throws GeneralSecurityException {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(SAMPLE);
        byte[] signed = signature.sign();
        signature.initVerify(certified);
        signature.update(SAMPLE);
        return signature.verify(signed);
    }
}
