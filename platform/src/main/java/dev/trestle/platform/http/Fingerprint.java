package dev.trestle.platform.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;

/** What makes a request the same as another: its path, its query and its body. */
final class Fingerprint {
    private Fingerprint() {}

    static String of(Invocation.Received received) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(received.segments().toString().getBytes(StandardCharsets.UTF_8));
            digest.update(new TreeMap<>(received.query()).toString().getBytes(StandardCharsets.UTF_8));
            digest.update(received.bytes());
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
