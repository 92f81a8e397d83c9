package dev.trestle.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Whole requests in DynamoDB's protocol, signed as boto3 signs them. They name no port, so that one serves all contenders; a signature
 * is good for a quarter of an hour.
 */
final class WireSigner {
    static final String KEY_ID = "bench";
    static final String SECRET = "bench-secret";

    private static final String HOST = "localhost";
    private static final String TYPE = "application/x-amz-json-1.0";
    private static final String TARGET = "DynamoDB_20120810.";
    private static final String SIGNED = "content-type;host;x-amz-date;x-amz-target";
    private static final String HMAC = "HmacSHA256";
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final MessageDigest digest;
    private final Mac mac;
    private final String stamp;
    private final String scope;

    /** For requests that are sent soon after {@code now}. */
    WireSigner(Instant now) {
        stamp = STAMP.format(now);
        String day = stamp.substring(0, 8);
        scope = day + "/us-east-1/dynamodb/aws4_request";
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

    byte[] request(String operation, String json) {
        byte[] body = json.getBytes(UTF_8);
        String canonical = "POST\n/\n\ncontent-type:" + TYPE + "\nhost:" + HOST + "\nx-amz-date:" + stamp
                + "\nx-amz-target:" + TARGET + operation + "\n\n" + SIGNED + "\n" + hex(digest.digest(body));
        String text = "AWS4-HMAC-SHA256\n" + stamp + "\n" + scope + "\n" + hex(digest.digest(canonical.getBytes(UTF_8)));
        String head = "POST / HTTP/1.1\r\nHost: " + HOST + "\r\nAccept-Encoding: identity\r\nX-Amz-Target: " + TARGET
                + operation + "\r\nContent-Type: " + TYPE
                + "\r\nUser-Agent: Boto3/1.43.11 md/Botocore#1.43.11 ua/2.1 os/linux lang/python#3.11.7 cfg/retry-mode#legacy"
                + "\r\nX-Amz-Date: " + stamp + "\r\nAuthorization: AWS4-HMAC-SHA256 Credential=" + KEY_ID + "/" + scope
                + ", SignedHeaders=" + SIGNED + ", Signature=" + hex(mac.doFinal(text.getBytes(UTF_8)))
                + "\r\namz-sdk-invocation-id: 6f5a7a0a-3c1b-4d4e-9a55-0f3c5a1d2b3c\r\namz-sdk-request: attempt=1"
                + "\r\nContent-Length: " + body.length + "\r\n\r\n";
        ByteArrayOutputStream whole = new ByteArrayOutputStream(head.length() + body.length);
        whole.writeBytes(head.getBytes(ISO_8859_1));
        whole.writeBytes(body);
        return whole.toByteArray();
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
