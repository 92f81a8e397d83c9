package dev.trestle.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signature version 4 for one service and the next quarter of an hour. For one thread. */
final class SigningV4 {
    static final String KEY_ID = "bench";
    static final String SECRET = "bench-secret";

    private static final String HMAC = "HmacSHA256";
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final MessageDigest digest;
    private final Mac mac;
    private final String stamp;
    private final String scope;

    SigningV4(String service, Instant now) {
        stamp = STAMP.format(now);
        scope = stamp.substring(0, 8) + "/us-east-1/" + service + "/aws4_request";
        try {
            digest = MessageDigest.getInstance("SHA-256");
            mac = Mac.getInstance(HMAC);
            byte[] key = ("AWS4" + SECRET).getBytes(UTF_8);
            for (String part : scope.split("/")) {
                mac.init(new SecretKeySpec(key, HMAC));
                key = mac.doFinal(part.getBytes(UTF_8));
            }
            mac.init(new SecretKeySpec(key, HMAC));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The value of the header X-Amz-Date. */
    String stamp() {
        return stamp;
    }

    String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(digest.digest(bytes));
    }

    /** The value of the header Authorization. */
    String authorization(String canonicalRequest, String signedHeaders) {
        String text = "AWS4-HMAC-SHA256\n" + stamp + "\n" + scope + "\n" + sha256(canonicalRequest.getBytes(UTF_8));
        return "AWS4-HMAC-SHA256 Credential=" + KEY_ID + "/" + scope + ", SignedHeaders=" + signedHeaders
                + ", Signature=" + HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
    }
}
