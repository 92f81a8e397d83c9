package dev.trestle.wire.s3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.wire.error.S3Refusal;
import dev.trestle.wire.signature.AccessKeys;
import dev.trestle.wire.signature.Message;
import dev.trestle.wire.signature.S3Payload;
import dev.trestle.wire.signature.S3SignatureCheck;
import java.io.ByteArrayOutputStream;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkedBodyTest {
    private static final S3Payload UNSIGNED = payload(S3Payload.Kind.UNSIGNED_CHUNKS_AND_TRAILER);
    private static final S3Payload SIGNED = payload(S3Payload.Kind.SIGNED_CHUNKS);
    private static final String CRC = "x-amz-checksum-crc32";
    private static final String SIGNATURE = "0123456789abcdef".repeat(4);

    /** Of those chunks only the form is checked. */
    private static S3Payload payload(S3Payload.Kind kind) {
        return new S3Payload(kind, "", S3Payload.UNCHECKED.chunks());
    }

    @Test
    void feed_splitAnywhere_givesTheContentAndTheTrailers() {
        String content = "hello, world";
        byte[] body = ("c\r\n" + content + "\r\n0\r\n" + CRC + ":/3cPqA==\r\n\r\n").getBytes(ISO_8859_1);
        for (int first = 0; first <= body.length; first++) {
            for (int second = first; second <= body.length; second++) {
                ChunkedBody decoder = new ChunkedBody(UNSIGNED, content.length(), Set.of(CRC));
                assertThat(decoded(decoder, body, first, second)).isEqualTo(content);
                assertThat(decoder.trailers()).isEqualTo(Map.of(CRC, "/3cPqA=="));
            }
        }
    }

    @Test
    void feed_ofThePublishedExample_checksEverySignature() {
        byte[] body = publishedBody();
        Random random = new Random(7);
        for (int round = 0; round < 50; round++) {
            int first = random.nextInt(body.length);
            int second = first + random.nextInt(body.length - first);
            assertThat(decoded(published(), body, first, second)).isEqualTo("a".repeat(66_560));
        }
        for (int at : List.of(0, 50, 90, 5000, 65_640, 65_700, 66_700, body.length - 10)) {
            byte[] changed = body.clone();
            changed[at] ^= 1;
            assertThatThrownBy(() -> decoded(published(), changed, 0, 0))
                    .as("byte %d", at)
                    .isInstanceOf(S3Refusal.class);
        }
    }

    private static byte[] publishedBody() {
        String body = "10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n"
                + "a".repeat(65_536)
                + "\r\n400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497\r\n"
                + "a".repeat(1024)
                + "\r\n0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n";
        assertThat(body.length()).isEqualTo(66_824);
        return body.getBytes(ISO_8859_1);
    }

    private static ChunkedBody published() {
        S3SignatureCheck check = new S3SignatureCheck(
                AccessKeys.of(Map.of("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")),
                Clock.fixed(Instant.parse("2013-05-24T00:00:00Z"), ZoneOffset.UTC));
        S3Payload payload = check.check(Message.of(
                        "PUT",
                        "/examplebucket/chunkObject.txt",
                        "host",
                        "s3.amazonaws.com",
                        "x-amz-date",
                        "20130524T000000Z",
                        "x-amz-storage-class",
                        "REDUCED_REDUNDANCY",
                        "x-amz-content-sha256",
                        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
                        "content-encoding",
                        "aws-chunked",
                        "x-amz-decoded-content-length",
                        "66560",
                        "content-length",
                        "66824",
                        "authorization",
                        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
                                + "SignedHeaders=content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;"
                                + "x-amz-decoded-content-length;x-amz-storage-class,"
                                + "Signature=4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9"))
                .payload();
        return new ChunkedBody(payload, 66_560, Set.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "g\r\n",
                "-5\r\nhello",
                "5\nhello\r\n0\r\n\r\n",
                "5\r\nhelloworld\r\n0\r\n\r\n",
                "5;chunk-signature=x\r\nhello\r\n0\r\n\r\n",
                "ffffffffffffffff\r\nhello",
                "\r\n",
                "5\r\nhello\r\n0\r\n\r\nmore\r\n"
            })
    void feed_malformed_isRefused(String body) {
        assertRefused(UNSIGNED, 5, Set.of(), body, "InvalidRequest");
    }

    @Test
    void feed_lineWithoutEnd_isRefusedBeforeItIsKept() {
        assertRefused(UNSIGNED, 5, Set.of(), "0".repeat(2000), "InvalidRequest");
    }

    @Test
    void feed_signedChunkWithoutSignature_isRefused() {
        assertRefused(SIGNED, 5, Set.of(), "5\r\nhello\r\n0\r\n\r\n", "InvalidRequest");
        assertRefused(
                SIGNED, 5, Set.of(), "5;chunk-signature=" + SIGNATURE + "\r\nhello\r\n0\r\n\r\n", "InvalidRequest");
    }

    @Test
    void feed_moreOrLessThanPromised_isRefused() {
        assertRefused(UNSIGNED, 4, Set.of(), "5\r\nhello\r\n0\r\n\r\n", "IncompleteBody");
        assertRefused(UNSIGNED, 6, Set.of(), "5\r\nhello\r\n0\r\n\r\n", "IncompleteBody");
        assertRefused(UNSIGNED, 5, Set.of(), "5\r\nhel", "IncompleteBody");
        assertRefused(UNSIGNED, 5, Set.of(), "5\r\nhello\r\n0\r\n", "IncompleteBody");
        assertRefused(UNSIGNED, 5, Set.of(), "", "IncompleteBody");
    }

    @Test
    void feed_smallChunkBeforeTheLast_isRefused() {
        assertRefused(UNSIGNED, 10, Set.of(), "5\r\nhello\r\n5\r\nworld\r\n0\r\n\r\n", "InvalidChunkSizeError");
    }

    @Test
    void feed_trailersOtherThanAnnounced_areRefused() {
        String chunk = "5\r\nhello\r\n0\r\n";
        assertRefused(UNSIGNED, 5, Set.of(CRC), chunk + "\r\n", "MalformedTrailerError");
        assertRefused(UNSIGNED, 5, Set.of(), chunk + CRC + ":x\r\n\r\n", "MalformedTrailerError");
        assertRefused(UNSIGNED, 5, Set.of(CRC), chunk + CRC + ":x\r\n" + CRC + ":y\r\n\r\n", "MalformedTrailerError");
        assertRefused(UNSIGNED, 5, Set.of(CRC), chunk + "no colon\r\n\r\n", "MalformedTrailerError");
        assertRefused(UNSIGNED, 5, Set.of(CRC), chunk + "a:b\r\n".repeat(20), "MalformedTrailerError");
        String signed = "0;chunk-signature=" + SIGNATURE + "\r\n" + CRC + ":x\r\n\r\n";
        assertRefused(SIGNED, 0, Set.of(), signed, "MalformedTrailerError");
        S3Payload both = payload(S3Payload.Kind.SIGNED_CHUNKS_AND_TRAILER);
        assertRefused(both, 0, Set.of(CRC), signed, "SignatureDoesNotMatch");
    }

    private static void assertRefused(S3Payload payload, long length, Set<String> announced, String body, String code) {
        byte[] bytes = body.getBytes(ISO_8859_1);
        assertThatThrownBy(() -> decoded(new ChunkedBody(payload, length, announced), bytes, 0, 0))
                .isInstanceOfSatisfying(
                        S3Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(code));
    }

    /** The content of a body that comes in three pieces. */
    private static String decoded(ChunkedBody decoder, byte[] body, int first, int second) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        int from = 0;
        for (int to : new int[] {first, second, body.length}) {
            decoder.feed(
                    body, from, to - from, bytes -> content.write(bytes.array(), bytes.position(), bytes.remaining()));
            from = to;
        }
        decoder.end();
        return content.toString(ISO_8859_1);
    }
}
