package dev.trestle.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.wire.signature.AccessKeys;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** S3 byte by byte, as no SDK would say it. */
class S3ProtocolTest {
    @TempDir
    Path directory;

    private S3Served served;

    @BeforeEach
    void serve() throws IOException {
        served = S3Served.plain(directory);
        served.createBucket();
    }

    @AfterEach
    void close() {
        served.close();
    }

    @Test
    void object_storedAndRead_isTheSame() throws IOException {
        Map<String, String> headers = S3Served.headers(
                "Content-Type", "text/plain",
                "Content-Encoding", "deflate, gzip,aws-chunked",
                "Cache-Control", "no-store",
                "Content-Disposition", "attachment",
                "Content-Language", "de",
                "Expires", "Thu, 01 Jan 2026 00:00:00 GMT",
                "X-Amz-Meta-Colour", "gr\u00c3\u00bcn",
                "X-Amz-Tagging", "a=1&b=%202");
        RawClient.Response put = served.send("PUT /things/a", headers, "hello".getBytes(UTF_8));
        assertThat(put.status()).as(put.text()).isEqualTo(200);
        assertThat(put.header("etag")).isEqualTo("\"5d41402abc4b2a76b9719d911017c592\"");
        assertThat(put.header("x-amz-request-id")).matches("[0-9A-F]{16}");
        assertThat(put.header("x-amz-id-2")).isNotEmpty();
        assertThat(put.header("date")).endsWith("GMT");
        for (String method : List.of("GET", "HEAD")) {
            RawClient.Response got = served.send(method + " /things/a");
            assertThat(got.status()).isEqualTo(200);
            assertThat(got.text()).isEqualTo(method.equals("GET") ? "hello" : "");
            assertThat(got.header("content-length")).isEqualTo("5");
            assertThat(got.header("content-type")).isEqualTo("text/plain");
            assertThat(got.header("content-encoding")).isEqualTo("deflate, gzip");
            assertThat(got.header("cache-control")).isEqualTo("no-store");
            assertThat(got.header("content-disposition")).isEqualTo("attachment");
            assertThat(got.header("content-language")).isEqualTo("de");
            assertThat(got.header("expires")).isEqualTo("Thu, 01 Jan 2026 00:00:00 GMT");
            assertThat(got.header("x-amz-meta-colour")).isEqualTo("=?UTF-8?B?Z3LDg8K8bg==?=");
            assertThat(got.header("x-amz-tagging-count")).isEqualTo("2");
            assertThat(got.header("accept-ranges")).isEqualTo("bytes");
            assertThat(got.header("last-modified")).endsWith("GMT");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a/../b",
                "../../etc/passwd",
                "a//b",
                "/",
                "a/",
                ".",
                "..",
                "%2F",
                "%2e%2e%2f",
                "a+b%2Bc%20d",
                "%C3%A9%E4%B8%AD%F0%9F%98%80",
                "a%00b%0A%7F",
                "?%3F",
                "caf\u00c3\u00a9"
            })
    void key_ofAnyCharacters_isTheObjectsName(String key) throws IOException {
        String target = "/things/" + key.replace("?", "%3f");
        assertThat(served.send("PUT " + target, "content of " + key).status()).isEqualTo(200);
        RawClient.Response got = served.send("GET " + target);
        assertThat(got.text()).isEqualTo("content of " + key);
        String listed = served.send("GET /things?encoding-type=url").text();
        assertThat(listed.split("<Contents>", -1)).hasSize(2);
        String name = listed.substring(listed.indexOf("<Key>") + 5, listed.indexOf("</Key>"));
        assertThat(served.send("GET /things/" + name).text()).isEqualTo("content of " + key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/things/%", "/things/%zz", "/things/%ff", "/things/a?x=%zz", "/%c0%af"})
    void uri_malformed_isRefused(String target) throws IOException {
        RawClient.Response response = served.send("GET " + target);
        assertThat(response.status()).isEqualTo(400);
        assertThat(S3Served.code(response)).isEqualTo("InvalidURI");
    }

    @ParameterizedTest
    @CsvSource({
        "GET /absent,404,NoSuchBucket",
        "GET /things/absent,404,NoSuchKey",
        "PUT /absent/a,404,NoSuchBucket",
        "GET /things?location&acl,400,InvalidArgument",
        "GET /things?max-keys=-1,400,InvalidArgument",
        "GET /things?max-keys=x,400,InvalidArgument",
        "GET /things?list-type=3,400,InvalidArgument",
        "GET /things?encoding-type=utf,400,InvalidArgument",
        "GET /things?inventory,501,NotImplemented",
        "PUT /things?policy,501,NotImplemented",
        "PUT /things?lifecycle,501,NotImplemented",
        "PUT /things/a?retention,501,NotImplemented",
        "POST /things/a?select&select-type=2,501,NotImplemented",
        "POST /things,405,MethodNotAllowed",
        "POST /,405,MethodNotAllowed",
        "PATCH /things/a,405,MethodNotAllowed",
        "GET //a,400,InvalidBucketName",
        "PUT /Things,400,InvalidBucketName",
        "PUT /things,409,BucketAlreadyOwnedByYou",
        "GET /things?lifecycle,404,NoSuchLifecycleConfiguration",
        "GET /things?policy,404,NoSuchBucketPolicy",
        "GET /things?policyStatus,404,NoSuchBucketPolicy",
        "GET /things?encryption,404,ServerSideEncryptionConfigurationNotFoundError",
        "GET /things?object-lock,404,ObjectLockConfigurationNotFoundError",
        "GET /things?website,404,NoSuchWebsiteConfiguration",
        "GET /things?replication,404,ReplicationConfigurationNotFoundError",
        "GET /things?cors,404,NoSuchCORSConfiguration",
        "GET /things?tagging,404,NoSuchTagSet",
        "GET /absent?logging,404,NoSuchBucket",
        "PUT /things/a?partNumber=0&uploadId=x,400,InvalidArgument",
        "PUT /things/a?partNumber=1&uploadId=x,404,NoSuchUpload",
        "GET /things/a?uploadId=x,404,NoSuchUpload",
        "GET /things/a?attributes,400,InvalidArgument",
        "PUT /things?versioning,400,MalformedXML",
        "POST /things?delete,400,MalformedXML",
    })
    void request_thatIsRefused_getsTheServicesError(String line, int status, String code) throws IOException {
        RawClient.Response response = served.send(line);
        assertThat(S3Served.code(response)).as(response.text()).isEqualTo(code);
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.header("content-type")).isEqualTo("application/xml");
        assertThat(response.text())
                .contains("<RequestId>" + response.header("x-amz-request-id") + "</RequestId>", "<Message>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "acl",
                "accelerate",
                "logging",
                "notification",
                "requestPayment",
                "publicAccessBlock",
                "ownershipControls",
                "location",
                "versioning",
                "uploads",
                "versions"
            })
    void feature_thatEveryBucketHas_isTold(String feature) throws IOException {
        RawClient.Response response = served.send("GET /things?" + feature);
        assertThat(response.status()).as(response.text()).isEqualTo(200);
        assertThat(response.text()).startsWith("<?xml");
    }

    @ParameterizedTest
    @CsvSource({
        "x-amz-server-side-encryption,aws:kms,501,NotImplemented",
        "x-amz-object-lock-mode,GOVERNANCE,501,NotImplemented",
        "x-amz-website-redirect-location,/b,501,NotImplemented",
        "x-amz-grant-read,id=1,501,NotImplemented",
        "x-amz-acl,public-read,400,AccessControlListNotSupported",
        "x-amz-expected-bucket-owner,111111111111,403,AccessDenied",
        "x-amz-storage-class,NONSENSE,400,InvalidStorageClass",
        "x-amz-tagging,a=1&a=2,400,InvalidArgument",
        "x-amz-sdk-checksum-algorithm,CRC32,400,InvalidRequest",
        "x-amz-sdk-checksum-algorithm,MD4,400,InvalidRequest",
        "x-amz-checksum-crc32,AAAAAA==,400,BadDigest",
        "x-amz-checksum-crc32,nonsense,400,InvalidRequest",
        "Content-MD5,AAAAAAAAAAAAAAAAAAAAAA==,400,BadDigest",
        "Content-MD5,nonsense,400,InvalidDigest",
        "Content-MD5,'',400,InvalidDigest",
        "If-Match,\"0\",404,NoSuchKey",
        "X-Amz-Content-Sha256,e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855,400,"
                + "XAmzContentSHA256Mismatch",
        "X-Amz-Content-Sha256,nonsense,400,InvalidArgument",
        "X-Amz-Content-Sha256,STREAMING-UNSIGNED-PAYLOAD-TRAILER,411,MissingContentLength",
    })
    void put_withAHeaderThatCannotBe_storesNothing(String name, String value, int status, String code)
            throws IOException {
        RawClient.Response put = served.send("PUT /things/a", S3Served.headers(name, value), "hello".getBytes(UTF_8));
        assertThat(S3Served.code(put)).as(put.text()).isEqualTo(code);
        assertThat(put.status()).isEqualTo(status);
        assertThat(served.send("GET /things/a").status()).isEqualTo(404);
    }

    @Test
    void head_refused_hasNoBody() throws IOException {
        try (RawClient raw = served.raw()) {
            raw.send(RawClient.request("HEAD /things/absent", S3Served.headers(), new byte[0]));
            assertThat(raw.readHead().status()).isEqualTo(404);
            raw.send(RawClient.request("HEAD /things", S3Served.headers(), new byte[0]));
            RawClient.Response bucket = raw.readHead();
            assertThat(bucket.status()).isEqualTo(200);
            assertThat(bucket.header("x-amz-bucket-region")).isEqualTo("us-east-1");
        }
    }

    @Test
    void range_satisfiableOrNot_isAnsweredAsHttpHasIt() throws IOException {
        served.send("PUT /things/a", "0123456789");
        RawClient.Response middle = served.send("GET /things/a", S3Served.headers("Range", "bytes=2-4"), new byte[0]);
        assertThat(middle.status()).isEqualTo(206);
        assertThat(middle.text()).isEqualTo("234");
        assertThat(middle.header("content-range")).isEqualTo("bytes 2-4/10");
        RawClient.Response end = served.send("GET /things/a", S3Served.headers("Range", "bytes=-3"), new byte[0]);
        assertThat(end.text()).isEqualTo("789");
        RawClient.Response behind = served.send("GET /things/a", S3Served.headers("Range", "bytes=10-"), new byte[0]);
        assertThat(behind.status()).isEqualTo(416);
        assertThat(behind.header("content-range")).isEqualTo("bytes */10");
        assertThat(S3Served.code(behind)).isEqualTo("InvalidRange");
    }

    @Test
    void condition_thatDoesNotHold_isToldByTheStatus() throws IOException {
        String etag = served.send("PUT /things/a", "hello").header("etag");
        RawClient.Response unchanged =
                served.send("GET /things/a", S3Served.headers("If-None-Match", etag), new byte[0]);
        assertThat(unchanged.status()).isEqualTo(304);
        assertThat(unchanged.header("etag")).isEqualTo(etag);
        RawClient.Response changed =
                served.send("GET /things/a", S3Served.headers("If-Match", "\"other\""), new byte[0]);
        assertThat(changed.status()).isEqualTo(412);
        assertThat(S3Served.code(changed)).isEqualTo("PreconditionFailed");
        RawClient.Response exists =
                served.send("PUT /things/a", S3Served.headers("If-None-Match", "*"), "again".getBytes(UTF_8));
        assertThat(exists.status()).isEqualTo(412);
        assertThat(served.send("GET /things/a").text()).isEqualTo("hello");
    }

    @Test
    void responseHeaders_overridden_areThoseThatWereAskedFor() throws IOException {
        served.send("PUT /things/a", "hello");
        RawClient.Response got =
                served.send("GET /things/a?response-content-type=text%2Fhtml&response-content-disposition=a%3Db");
        assertThat(got.header("content-type")).isEqualTo("text/html");
        assertThat(got.header("content-disposition")).isEqualTo("a=b");
        RawClient.Response split = served.send("GET /things/a?response-content-type=a%0d%0aX-Evil%3A%201");
        assertThat(split.status()).isEqualTo(400);
        assertThat(split.headers()).doesNotContainKey("x-evil");
    }

    @Test
    void continue_expected_comesWhenTheBodyIsWelcome() throws IOException {
        try (RawClient raw = served.raw()) {
            byte[] head = RawClient.request(
                    "PUT /things/a", S3Served.headers("Expect", "100-continue"), "hello".getBytes(UTF_8));
            raw.send(Arrays.copyOf(head, head.length - 5));
            assertThat(raw.read().status()).isEqualTo(100);
            raw.send("hello".getBytes(UTF_8));
            assertThat(raw.read().status()).isEqualTo(200);
        }
        try (RawClient raw = served.raw()) {
            byte[] head = RawClient.request(
                    "PUT /absent/a", S3Served.headers("Expect", "100-continue"), "hello".getBytes(UTF_8));
            raw.send(Arrays.copyOf(head, head.length - 5));
            RawClient.Response refused = raw.read();
            assertThat(refused.status()).isEqualTo(404);
            assertThat(raw.isClosedByServer()).isTrue();
        }
        try (RawClient raw = served.raw()) {
            Map<String, String> unsigned = S3Served.headers("Expect", "100-continue");
            unsigned.remove("Authorization");
            byte[] head = RawClient.request("PUT /things/a", unsigned, "hello".getBytes(UTF_8));
            raw.send(Arrays.copyOf(head, head.length - 5));
            assertThat(raw.read().status()).isEqualTo(403);
            assertThat(raw.isClosedByServer()).isTrue();
        }
        try (RawClient raw = served.raw()) {
            raw.send(RawClient.request("PUT /absent/a", S3Served.headers("Expect", "100-continue"), new byte[0]));
            RawClient.Response refused = raw.read();
            assertThat(refused.status()).isEqualTo(404);
            assertThat(refused.header("connection")).isEqualTo("close");
            assertThat(raw.isClosedByServer()).isTrue();
        }
    }

    @Test
    void connection_keptAlive_servesOneRequestAfterAnother() throws IOException {
        try (RawClient raw = served.raw()) {
            ByteArrayOutputStream pipelined = new ByteArrayOutputStream();
            for (int i = 0; i < 5; i++) {
                pipelined.writeBytes(
                        RawClient.request("PUT /things/" + i, S3Served.headers(), ("content " + i).getBytes(UTF_8)));
                pipelined.writeBytes(RawClient.request("GET /things/" + i, S3Served.headers(), new byte[0]));
                pipelined.writeBytes(RawClient.request("PUT /absent/" + i, S3Served.headers(), new byte[300_000]));
            }
            raw.send(pipelined.toByteArray());
            for (int i = 0; i < 5; i++) {
                assertThat(raw.read().status()).isEqualTo(200);
                assertThat(raw.read().text()).isEqualTo("content " + i);
                assertThat(raw.read().status()).isEqualTo(404);
            }
        }
    }

    @Test
    void body_withoutALength_isRefusedUnlessItIsChunkedAsS3HasIt() throws IOException {
        try (RawClient raw = served.raw()) {
            StringBuilder head = new StringBuilder("PUT /things/a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n");
            S3Served.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
            raw.send((head + "\r\n5\r\nhello\r\n0\r\n\r\n").getBytes(ISO_8859_1));
            RawClient.Response refused = raw.read();
            assertThat(refused.status()).isEqualTo(411);
            assertThat(S3Served.code(refused)).isEqualTo("MissingContentLength");
        }
    }

    @Test
    void body_inUnsignedChunksWithATrailer_isStoredIfItsChecksumFits() throws IOException {
        for (String crc : List.of("NhCmhg==", "AAAAAA==")) {
            Map<String, String> headers = S3Served.headers(
                    "X-Amz-Content-Sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
                    "X-Amz-Decoded-Content-Length", "5",
                    "X-Amz-Trailer", "x-amz-checksum-crc32",
                    "Content-Encoding", "aws-chunked");
            String body = "5\r\nhello\r\n0\r\nx-amz-checksum-crc32:" + crc + "\r\n\r\n";
            RawClient.Response put = served.send("PUT /things/" + crc, headers, body.getBytes(UTF_8));
            boolean right = crc.equals("NhCmhg==");
            assertThat(put.status()).as(put.text()).isEqualTo(right ? 200 : 400);
            assertThat(put.header("x-amz-checksum-crc32")).isEqualTo(right ? crc : "");
            RawClient.Response got =
                    served.send("GET /things/" + crc, S3Served.headers("x-amz-checksum-mode", "ENABLED"), new byte[0]);
            assertThat(got.text()).isEqualTo(right ? "hello" : got.text());
            assertThat(got.header("x-amz-checksum-crc32")).isEqualTo(right ? crc : "");
            assertThat(got.header("content-encoding")).isEmpty();
        }
    }

    @Test
    void body_withACrc64_isStoredIfThatFits() throws IOException {
        byte[] digits = "123456789".getBytes(UTF_8); // the bytes for which checksums are published
        RawClient.Response put =
                served.send("PUT /things/a", S3Served.headers("x-amz-checksum-crc64nvme", "rosUhgp5mIg="), digits);
        assertThat(put.status()).as(put.text()).isEqualTo(200);
        assertThat(put.header("x-amz-checksum-crc64nvme")).isEqualTo("rosUhgp5mIg=");
        Map<String, String> trailing = S3Served.headers(
                "X-Amz-Content-Sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
                "X-Amz-Decoded-Content-Length", "9",
                "X-Amz-Trailer", "x-amz-checksum-crc64nvme");
        for (String crc : List.of("rosUhgp5mIg=", "AAAAAAAAAAA=")) {
            String body = "9\r\n123456789\r\n0\r\nx-amz-checksum-crc64nvme:" + crc + "\r\n\r\n";
            RawClient.Response stored = served.send("PUT /things/b", trailing, body.getBytes(UTF_8));
            assertThat(stored.status()).isEqualTo(crc.startsWith("r") ? 200 : 400);
        }
    }

    @Test
    void body_ofManyBatches_isStoredAndReadWhole() throws IOException {
        byte[] content = new byte[5_000_000];
        new Random(3).nextBytes(content);
        assertThat(served.send("PUT /things/large", S3Served.headers(), content).status())
                .isEqualTo(200);
        assertThat(served.send("GET /things/large").body()).isEqualTo(content);
        RawClient.Response part =
                served.send("GET /things/large", S3Served.headers("Range", "bytes=123456-3456789"), new byte[0]);
        assertThat(part.body()).isEqualTo(Arrays.copyOfRange(content, 123_456, 3_456_790));
    }

    @Test
    void document_withAWrongChecksum_isRefused() throws IOException {
        served.send("PUT /things/a", "hello");
        byte[] delete = "<Delete><Object><Key>a</Key></Object></Delete>".getBytes(UTF_8);
        RawClient.Response refused =
                served.send("POST /things?delete", S3Served.headers("x-amz-checksum-crc32", "AAAAAA=="), delete);
        assertThat(S3Served.code(refused)).isEqualTo("BadDigest");
        assertThat(served.send("GET /things/a").status()).isEqualTo(200);
        RawClient.Response deleted = served.send("POST /things?delete", S3Served.headers(), delete);
        assertThat(deleted.text()).contains("<Deleted><Key>a</Key></Deleted>");
        assertThat(served.send("GET /things/a").status()).isEqualTo(404);
    }

    @Test
    void document_tooLarge_isRefused() throws IOException {
        RawClient.Response refused = served.send("POST /things?delete", S3Served.headers(), new byte[5 * 1024 * 1024]);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(S3Served.code(refused)).isEqualTo("EntityTooLarge");
    }

    @Test
    void mounted_withoutItsKey_isRefusedThoughThePortTakesAny() throws IOException {
        try (RawClient raw = served.rawMounted()) {
            raw.send(RawClient.request("PUT /s3/things/a", S3Served.headers(), "hello".getBytes(UTF_8)));
            RawClient.Response refused = raw.read();
            assertThat(refused.status()).isEqualTo(403);
            assertThat(S3Served.code(refused)).isEqualTo("InvalidAccessKeyId");
            assertThat(refused.header("content-security-policy")).isEqualTo("sandbox");
        }
        Awaitility.await().until(() -> served.mountedUnderWay() == 0);
        assertThatThrownBy(() -> served.server().mountS3(served.store(), AccessKeys.NONE, "/s3"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
