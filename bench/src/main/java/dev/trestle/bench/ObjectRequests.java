package dev.trestle.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.Random;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Requests to S3, signed without their bodies, which come with their CRC-32 as the SDKs send it. */
final class ObjectRequests {
    static final String BUCKET = "bench";

    private static final String HOST = "localhost";
    private static final String PAYLOAD = "UNSIGNED-PAYLOAD";

    private final Random random = new Random(20261116);
    private long next;

    byte[] createBucket() {
        return head(new SigningV4("s3", Instant.now()), "PUT", "/" + BUCKET, 0, null);
    }

    /** {@code count} requests, each of which puts an object of its own of so many random bytes. */
    byte[][] puts(int count, int bytes) {
        SigningV4 signing = new SigningV4("s3", Instant.now());
        byte[][] requests = new byte[count][];
        byte[] body = new byte[bytes];
        for (int i = 0; i < count; i++) {
            random.nextBytes(body);
            CRC32 crc = new CRC32();
            crc.update(body);
            byte[] head = head(signing, "PUT", "/" + BUCKET + "/small/" + next++, bytes, crc.getValue());
            ByteArrayOutputStream whole = new ByteArrayOutputStream(head.length + bytes);
            whole.writeBytes(head);
            whole.writeBytes(body);
            requests[i] = whole.toByteArray();
        }
        return requests;
    }

    /** The head of a request whose body, of this length and checksum, follows. */
    byte[] putHead(String key, long length, long crc32) {
        return head(new SigningV4("s3", Instant.now()), "PUT", "/" + BUCKET + "/" + key, length, crc32);
    }

    byte[] get(String key) {
        return head(new SigningV4("s3", Instant.now()), "GET", "/" + BUCKET + "/" + key, 0, null);
    }

    private static byte[] head(SigningV4 signing, String method, String path, long length, @Nullable Long crc32) {
        String checksum = crc32 == null ? null : base64(crc32);
        String signed = "host;" + (checksum == null ? "" : "x-amz-checksum-crc32;") + "x-amz-content-sha256;x-amz-date";
        String canonical = method + "\n" + path + "\n\nhost:" + HOST + "\n"
                + (checksum == null ? "" : "x-amz-checksum-crc32:" + checksum + "\n") + "x-amz-content-sha256:"
                + PAYLOAD
                + "\nx-amz-date:" + signing.stamp() + "\n\n" + signed + "\n" + PAYLOAD;
        String head = method + " " + path + " HTTP/1.1\r\nHost: " + HOST + "\r\nX-Amz-Content-Sha256: " + PAYLOAD
                + (checksum == null ? "" : "\r\nX-Amz-Checksum-Crc32: " + checksum) + "\r\nX-Amz-Date: "
                + signing.stamp()
                + "\r\nAuthorization: " + signing.authorization(canonical, signed) + "\r\nContent-Length: " + length
                + "\r\n\r\n";
        return head.getBytes(ISO_8859_1);
    }

    private static String base64(long crc32) {
        byte[] bytes = ByteBuffer.allocate(Integer.BYTES).putInt((int) crc32).array();
        return Base64.getEncoder().encodeToString(bytes);
    }
}
