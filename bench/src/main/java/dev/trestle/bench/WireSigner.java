package dev.trestle.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.time.Instant;

/** Whole requests in DynamoDB's protocol, signed as boto3 signs them. They name no port, so that one serves all contenders. */
final class WireSigner {
    private static final String HOST = "localhost";
    private static final String TYPE = "application/x-amz-json-1.0";
    private static final String TARGET = "DynamoDB_20120810.";
    private static final String SIGNED = "content-type;host;x-amz-date;x-amz-target";

    private final SigningV4 signing;

    /** For requests that are sent soon after {@code now}. */
    WireSigner(Instant now) {
        signing = new SigningV4("dynamodb", now);
    }

    byte[] request(String operation, String json) {
        return request(operation, json.getBytes(UTF_8));
    }

    byte[] request(String operation, byte[] body) {
        String canonical = "POST\n/\n\ncontent-type:" + TYPE + "\nhost:" + HOST + "\nx-amz-date:" + signing.stamp()
                + "\nx-amz-target:" + TARGET + operation + "\n\n" + SIGNED + "\n" + signing.sha256(body);
        String head = "POST / HTTP/1.1\r\nHost: " + HOST + "\r\nAccept-Encoding: identity\r\nX-Amz-Target: " + TARGET
                + operation + "\r\nContent-Type: " + TYPE
                + "\r\nUser-Agent: Boto3/1.43.11 md/Botocore#1.43.11 ua/2.1 os/linux lang/python#3.11.7 cfg/retry-mode#legacy"
                + "\r\nX-Amz-Date: " + signing.stamp() + "\r\nAuthorization: "
                + signing.authorization(canonical, SIGNED)
                + "\r\namz-sdk-invocation-id: 6f5a7a0a-3c1b-4d4e-9a55-0f3c5a1d2b3c\r\namz-sdk-request: attempt=1"
                + "\r\nContent-Length: " + body.length + "\r\n\r\n";
        ByteArrayOutputStream whole = new ByteArrayOutputStream(head.length() + body.length);
        whole.writeBytes(head.getBytes(ISO_8859_1));
        whole.writeBytes(body);
        return whole.toByteArray();
    }
}
