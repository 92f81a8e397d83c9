package dev.trestle.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.wire.signature.AccessKeys;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** S3's requests, wrong in every way that a seeded random number finds: always an answer or a closed connection, never a fault. */
class S3FuzzTest {
    private static final long SEED = Long.getLong("trestle.fuzz.seed", System.nanoTime());
    private static final int ROUNDS = Integer.getInteger("trestle.fuzz.rounds", 3_000);
    private static final List<String> METHODS =
            List.of("GET", "PUT", "POST", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "get", "X");
    private static final List<String> PATHS = List.of(
            "/",
            "/things",
            "/things/",
            "/things/a",
            "/things/%",
            "/things/%00",
            "/things/../..",
            "//",
            "/absent/a",
            "/s3/things/a",
            "*",
            "http://localhost/things/a",
            "/things/" + "k".repeat(1100));
    private static final List<String> PARAMETERS = List.of(
            "acl",
            "uploads",
            "uploadId=x",
            "partNumber=1",
            "partNumber=-1",
            "versionId=null",
            "versionId=x",
            "delete",
            "tagging",
            "cors",
            "versioning",
            "versions",
            "list-type=2",
            "prefix=%ff",
            "delimiter=/",
            "max-keys=x",
            "max-keys=99999999999",
            "continuation-token=%00",
            "encoding-type=url",
            "attributes",
            "response-expires=%0d",
            "X-Amz-Algorithm=AWS4-HMAC-SHA256",
            "X-Amz-Credential=a/b/c/d/e",
            "X-Amz-Date=20260101T000000Z",
            "X-Amz-Expires=1",
            "X-Amz-SignedHeaders=host",
            "X-Amz-Signature=0",
            "%",
            "=",
            "&&&");
    private static final List<String> VALUES = List.of(
            "",
            " ",
            "-1",
            "0",
            "99999999999999999999",
            "bytes=0-",
            "bytes=-0",
            "bytes=9-1",
            "*",
            "\"x\"",
            "a=1&a=2",
            "/things/a",
            "/absent",
            "%zz",
            "REPLACE",
            "CRC32",
            "x-amz-checksum-crc32",
            "AAAA",
            "100-continue",
            "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
            "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
            "chunked",
            "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER",
            "UNSIGNED-PAYLOAD",
            "http://evil.example",
            "\u00ff\u00fe",
            "Thu, 01 Jan 2026 00:00:00 GMT",
            "20260101T000000Z",
            "AWS4-HMAC-SHA256 Credential=,SignedHeaders=,Signature=");
    private static final List<String> HEADERS = List.of(
            "Range",
            "If-Match",
            "If-None-Match",
            "If-Modified-Since",
            "Content-MD5",
            "Expect",
            "Origin",
            "Access-Control-Request-Method",
            "x-amz-copy-source",
            "x-amz-copy-source-range",
            "x-amz-metadata-directive",
            "x-amz-tagging",
            "x-amz-checksum-crc32",
            "x-amz-checksum-sha256",
            "x-amz-sdk-checksum-algorithm",
            "x-amz-checksum-algorithm",
            "x-amz-trailer",
            "x-amz-decoded-content-length",
            "X-Amz-Content-Sha256",
            "X-Amz-Date",
            "Authorization",
            "Content-Encoding",
            "x-amz-meta-a",
            "x-amz-acl",
            "x-amz-storage-class",
            "x-amz-object-attributes",
            "x-amz-max-parts",
            "x-amz-mp-object-size",
            "Host");
    private static final List<String> DOCUMENTS = List.of(
            "<Delete><Object><Key>a</Key></Object></Delete>",
            "<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>",
            "<CORSConfiguration><CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin></CORSRule>"
                    + "</CORSConfiguration>",
            "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>",
            "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>x</ETag></Part></CompleteMultipartUpload>",
            "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><Delete>&b;</Delete>",
            "5\r\nhello\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n",
            "5;chunk-signature=" + "0".repeat(64) + "\r\nhello\r\n0;chunk-signature=" + "1".repeat(64) + "\r\n\r\n",
            "fffffffffffffff\r\n",
            "");

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);

    @Test
    void requests_ofEveryKindOfNonsense_areAnsweredOrClosed() throws IOException {
        System.out.println("fuzzing S3 with -Dtrestle.fuzz.seed=" + SEED);
        Limits impatient = new Limits(100, 1024 * 1024, 64L * 1024 * 1024, 1, 64, Duration.ofSeconds(2));
        WireOptions open = WireOptions.loopback(0).withLimits(impatient);
        WireOptions locked = open.withAccessKeys(AccessKeys.of(Map.of("any", "secret")));
        try (S3Served served = new S3Served(directory.resolve("open"), open);
                S3Served behindKeys = new S3Served(directory.resolve("locked"), locked)) {
            served.createBucket();
            for (int round = 0; round < ROUNDS; round++) {
                S3Served asked = random.nextInt(4) == 0 ? behindKeys : served;
                try (RawClient raw = asked.raw(random.nextInt(2))) {
                    raw.send(request());
                    assertHarmless(raw, round);
                } catch (EOFException | SocketException closed) {
                    continue; // the other way to refuse what is no HTTP
                }
            }
            served.send("PUT /things"); // it may have been deleted
            assertThat(served.send("PUT /things/last", "hello").status()).isEqualTo(200);
            assertThat(served.send("GET /things/last").text()).isEqualTo("hello");
            assertThat(served.store().verify(true).problems()).isEmpty();
            assertThat(behindKeys.store().verify(true).objects()).isZero();
        }
    }

    /** Reads heads until the connection ends: bodies, which HEAD has none of, are passed over as lines. */
    private static void assertHarmless(RawClient raw, int round) throws IOException {
        RawClient.Response response = raw.readHead();
        for (int i = 0; i < 3 && response.status() == 100; i++) {
            response = raw.readHead();
        }
        assertThat(response.status())
                .as("seed %d, round %d", SEED, round)
                .isIn(200, 204, 206, 304, 400, 403, 404, 405, 409, 411, 412, 413, 414, 416, 417, 431, 501, 503);
        int length = Integer.parseInt(response.headers().getOrDefault("content-length", "0"));
        boolean readable = response.status() >= 400 && !response.headers().containsKey("x-amz-bucket-region");
        if (readable && length > 0) {
            String text = new String(raw.readBytes(length), UTF_8);
            assertThat(text).as("seed %d, round %d", SEED, round).doesNotContain("Exception", "\tat ", "dev.trestle");
        }
    }

    private byte[] request() {
        StringBuilder target = new StringBuilder(any(PATHS));
        for (int i = random.nextInt(3); i > 0; i--) {
            target.append(target.indexOf("?") < 0 ? '?' : '&').append(any(PARAMETERS));
        }
        Map<String, String> headers = new LinkedHashMap<>(S3Served.headers());
        for (int i = random.nextInt(4); i > 0; i--) {
            headers.put(any(HEADERS), any(VALUES));
        }
        if (random.nextInt(10) == 0) {
            headers.remove(any(List.copyOf(headers.keySet())));
        }
        headers.put("Connection", "close");
        String method = any(METHODS);
        byte[] request = RawClient.request(method + " " + target, headers, body());
        for (int i = random.nextInt(4) - 2; i > 0; i--) {
            request[random.nextInt(request.length)] = (byte) random.nextInt(256);
        }
        byte[] sent =
                random.nextInt(10) == 0 ? Arrays.copyOf(request, 1 + random.nextInt(request.length - 1)) : request;
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(sent);
        // What a changed length left open ends in a new, broken request.
        whole.writeBytes(("\r\n\r\n" + " ".repeat(random.nextInt(2000)) + "\r\n\r\n").getBytes(ISO_8859_1));
        return whole.toByteArray();
    }

    private byte[] body() {
        byte[] bytes = any(DOCUMENTS).getBytes(UTF_8);
        if (random.nextInt(3) == 0 && bytes.length > 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return random.nextInt(50) == 0 ? new byte[random.nextInt(400_000)] : bytes;
    }

    private String any(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
