package dev.trestle.wire.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.wire.error.S3Refusal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The examples that AWS publishes with its description of how S3 signs, and what they become when they are changed. */
class S3SignatureCheckTest {
    private static final Instant THEN = Instant.parse("2013-05-24T00:00:00Z");
    private static final AccessKeys KEYS =
            AccessKeys.of(Map.of("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"));
    private static final String HOST = "examplebucket.s3.amazonaws.com";
    private static final String EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    private static final String SCOPE = "Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request";
    private static final String PRESIGNED = "/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256"
            + "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
            + "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
            + "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404";

    private final S3SignatureCheck check = at(Duration.ZERO);

    private static S3SignatureCheck at(Duration later) {
        return new S3SignatureCheck(KEYS, Clock.fixed(THEN.plus(later), ZoneOffset.UTC));
    }

    private static String authorization(String signedHeaders, String signature) {
        return "AWS4-HMAC-SHA256 " + SCOPE + ",SignedHeaders=" + signedHeaders + ",Signature=" + signature;
    }

    private static Message get(String target, String signature) {
        return Message.of(
                "GET",
                target,
                "host",
                HOST,
                "x-amz-date",
                "20130524T000000Z",
                "x-amz-content-sha256",
                EMPTY,
                "authorization",
                authorization("host;x-amz-content-sha256;x-amz-date", signature));
    }

    private static Message range() {
        return get("/test.txt", "")
                .with("range", "bytes=0-9")
                .with(
                        "authorization",
                        authorization(
                                "host;range;x-amz-content-sha256;x-amz-date",
                                "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"));
    }

    @Test
    void check_publishedGets_pass() {
        assertThat(check.check(range()).payload().kind()).isEqualTo(S3Payload.Kind.HASHED);
        check.check(get("/?lifecycle", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"));
        check.check(get("/?prefix=J&max-keys=2", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"));
    }

    @Test
    void check_publishedPut_passesWhereverThePathIsEncoded() {
        for (String path : List.of("/test$file.text", "/test%24file.text", "/%74est%24file.text")) {
            Message put = Message.of(
                    "PUT",
                    path,
                    "host",
                    HOST,
                    "date",
                    "Fri, 24 May 2013 00:00:00 GMT",
                    "x-amz-date",
                    "20130524T000000Z",
                    "x-amz-storage-class",
                    "REDUCED_REDUNDANCY",
                    "x-amz-content-sha256",
                    "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
                    "authorization",
                    authorization(
                            "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
                            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"));
            check.check(put);
        }
    }

    @Test
    void check_publishedPresignedGet_passesUntilItExpires() {
        Message message = Message.of("GET", PRESIGNED, "host", HOST);
        assertThat(check.check(message).payload().kind()).isEqualTo(S3Payload.Kind.UNSIGNED);
        at(Duration.ofSeconds(86_399)).check(message);
        assertRefused(() -> at(Duration.ofSeconds(86_400)).check(message), "AccessDenied", "Request has expired");
        assertRefused(() -> at(Duration.ofDays(-1)).check(message), "AccessDenied", "Request is not valid yet");
    }

    @Test
    void check_presignedChanged_isRefused() {
        for (String[] change : new String[][] {
            {"/test.txt", "/test2.txt"},
            {"/test.txt", "/test.txt/"},
            {"/test.txt", "//test.txt"},
            {"/test.txt", "/x/../test.txt"},
            {"Expires=86400", "Expires=86401"},
            {"SignedHeaders=host", "SignedHeaders=host%3Bx-amz-acl"},
            {"&X-Amz-Date", "&versionId=1&X-Amz-Date"},
            {"&X-Amz-Date", "&X-Amz-Expires=604800&X-Amz-Date"},
            {"us-east-1", "us-east-2"},
            {"Signature=a", "Signature=b"},
        }) {
            Message changed = Message.of("GET", PRESIGNED.replace(change[0], change[1]), "host", HOST);
            assertRefused(() -> check.check(changed), "SignatureDoesNotMatch", "does not match");
        }
        assertRefused(
                () -> check.check(Message.of("PUT", PRESIGNED, "host", HOST)),
                "SignatureDoesNotMatch",
                "does not match");
        assertRefused(
                () -> check.check(Message.of("GET", PRESIGNED, "host", "other.example")),
                "SignatureDoesNotMatch",
                "does not match");
        assertRefused(
                () -> check.check(Message.of("GET", PRESIGNED, "host", HOST, "x-amz-acl", "public-read")),
                "AccessDenied",
                "not signed");
    }

    @Test
    void check_presignedMalformed_saysWhatIsWrong() {
        for (String[] change : new String[][] {
            {"&X-Amz-Expires=86400", "", "requires the X-Amz-Algorithm"},
            {"Expires=86400", "Expires=604801", "must be less than a week"},
            {"Expires=86400", "Expires=-1", "must be non-negative"},
            {"Expires=86400", "Expires=soon", "should be a number"},
            {"Date=20130524T000000Z", "Date=2013-05-24", "ISO8601"},
            {"%2Faws4_request", "", "the Credential is mal-formed"},
            {"%2Fs3%2F", "%2Fdynamodb%2F", "incorrect service \"dynamodb\""},
            {"20130524%2F", "20130525%2F", "not the same as X-Amz-Date"},
            {"AWS4-HMAC-SHA256&", "AWS4-ECDSA&", "X-Amz-Algorithm only supports"},
        }) {
            Message changed = Message.of("GET", PRESIGNED.replace(change[0], change[1]), "host", HOST);
            assertRefused(() -> check.check(changed), "AuthorizationQueryParametersError", change[2]);
        }
    }

    @Test
    void check_headerChanged_isRefused() {
        assertRefused(() -> check.check(range().with("range", "bytes=0-8")), "SignatureDoesNotMatch", "does not match");
        assertRefused(() -> check.check(range().with("x-amz-acl", "private")), "AccessDenied", "not signed");
        assertRefused(
                () -> check.check(range().with("x-amz-content-sha256", EMPTY.replace('e', 'f'))),
                "SignatureDoesNotMatch",
                "does not match");
        assertRefused(
                () -> at(Duration.ofMinutes(16)).check(range()),
                "RequestTimeTooSkewed",
                "difference between the request");
        assertRefused(
                () -> at(Duration.ofMinutes(-16)).check(range()),
                "RequestTimeTooSkewed",
                "difference between the request");
    }

    @Test
    void check_headerMalformed_saysWhatIsWrong() {
        assertRefused(() -> check.check(range().without("authorization")), "AccessDenied", "Access Denied");
        assertRefused(() -> check.check(range().without("x-amz-date")), "AccessDenied", "valid Date or x-amz-date");
        assertRefused(
                () -> check.check(range().without("x-amz-content-sha256")),
                "InvalidRequest",
                "Missing required header for this request: x-amz-content-sha256");
        assertRefused(
                () -> check.check(range().with("x-amz-content-sha256", "nonsense")), "InvalidArgument", "must be");
        String good = authorization("host", "0");
        for (String[] change : new String[][] {
            {good, "AWS AKIAIOSFODNN7EXAMPLE:frJIUN8DYpKDtOLCwo//yllqDzg=", "InvalidRequest", "AWS4-HMAC-SHA256"},
            {good, "Basic YTpi", "InvalidArgument", "Unsupported Authorization Type"},
            {"Signature=", "Sig=", "AuthorizationHeaderMalformed", "three components"},
            {"/aws4_request", "/aws5_request", "AuthorizationHeaderMalformed", "Credential is mal-formed"},
            {"/20130524/", "/2013-05-24/", "AuthorizationHeaderMalformed", "yyyyMMdd"},
            {"/s3/", "/sqs/", "AuthorizationHeaderMalformed", "This endpoint belongs to \"s3\""},
            {"AKIAIOSFODNN7EXAMPLE", "AKIDUNKNOWN", "InvalidAccessKeyId", "does not exist in our records"},
        }) {
            Message changed = range().with("authorization", good.replace(change[0], change[1]));
            assertRefused(() -> check.check(changed), change[2], change[3]);
        }
        assertRefused(
                () -> check.check(Message.of("GET", PRESIGNED, "host", HOST, "authorization", good)),
                "InvalidArgument",
                "Only one auth mechanism allowed");
        assertRefused(
                () -> check.check(Message.of("GET", "/a?AWSAccessKeyId=A&Signature=x&Expires=1", "host", HOST)),
                "InvalidRequest",
                "AWS4-HMAC-SHA256");
    }

    @Test
    void check_withoutKeys_takesAnySignatureThatHasNotExpired() {
        S3SignatureCheck open = new S3SignatureCheck(AccessKeys.NONE, Clock.fixed(THEN, ZoneOffset.UTC));
        open.check(get("/anything", "0"));
        open.check(Message.of("GET", PRESIGNED.replace("Signature=a", "Signature=b"), "host", HOST));
        S3SignatureCheck later =
                new S3SignatureCheck(AccessKeys.NONE, Clock.fixed(THEN.plus(Duration.ofDays(2)), ZoneOffset.UTC));
        later.check(get("/anything", "0"));
        assertRefused(() -> later.check(Message.of("GET", PRESIGNED, "host", HOST)), "AccessDenied", "expired");
        assertRefused(() -> open.check(Message.of("GET", "/", "host", HOST)), "AccessDenied", "Access Denied");
    }

    @Test
    void chunks_ofThePublishedExample_passInTheirOrderOnly() {
        byte[] first = filled(65_536);
        byte[] second = filled(1024);
        ChunkSignatures chunks = chunked();
        chunk(chunks, first, "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648");
        chunk(chunks, second, "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497");
        chunk(chunks, new byte[0], "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9");
        assertRefused(
                () -> chunk(chunked(), second, "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497"),
                "SignatureDoesNotMatch",
                "does not match");
        first[0] = 'b';
        assertRefused(
                () -> chunk(chunked(), first, "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648"),
                "SignatureDoesNotMatch",
                "does not match");
    }

    @Test
    void trailer_ofThePublishedExample_passes() {
        ChunkSignatures chunks = trailing();
        chunk(chunks, filled(65_536), "b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2");
        chunk(chunks, filled(1024), "1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7");
        chunk(chunks, new byte[0], "2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992");
        chunks.checkTrailer(
                "x-amz-checksum-crc32c:sOO8/Q==\n", "d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435");
    }

    private ChunkSignatures chunked() {
        return check.check(Message.of(
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
                        authorization(
                                "content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;"
                                        + "x-amz-decoded-content-length;x-amz-storage-class",
                                "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9")))
                .payload()
                .chunks();
    }

    private ChunkSignatures trailing() {
        return check.check(Message.of(
                        "PUT",
                        "/examplebucket/chunkObject.txt",
                        "host",
                        "s3.amazonaws.com",
                        "x-amz-date",
                        "20130524T000000Z",
                        "x-amz-storage-class",
                        "REDUCED_REDUNDANCY",
                        "x-amz-content-sha256",
                        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER",
                        "content-encoding",
                        "aws-chunked",
                        "x-amz-decoded-content-length",
                        "66560",
                        "x-amz-trailer",
                        "x-amz-checksum-crc32c",
                        "authorization",
                        authorization(
                                "content-encoding;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;"
                                        + "x-amz-storage-class;x-amz-trailer",
                                "106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e")))
                .payload()
                .chunks();
    }

    private static byte[] filled(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 'a');
        return bytes;
    }

    private static void chunk(ChunkSignatures chunks, byte[] bytes, String signature) {
        chunks.update(bytes, 0, bytes.length);
        chunks.checkChunk(signature);
    }

    private static void assertRefused(ThrowingCallable call, String code, String text) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        S3Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(code))
                .hasMessageContaining(text);
    }
}
