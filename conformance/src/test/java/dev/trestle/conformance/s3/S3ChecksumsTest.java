package dev.trestle.conformance.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * Every way in which the SDK sends a body: hashed, in signed chunks with and without a trailer, and every checksum but CRC64NVME, for
 * which it needs a native library.
 */
class S3ChecksumsTest extends S3Test {
    private static final int SIZE = 300_000;

    /** Keeps what the SDK really sent. */
    private static final class Spy implements ExecutionInterceptor {
        private volatile String payload = "";

        @Override
        public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
            SdkHttpRequest request = context.httpRequest();
            payload = request.firstMatchingHeader("x-amz-content-sha256").orElse("");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ChecksumAlgorithm.class,
            names = {"CRC32", "CRC32_C", "SHA1", "SHA256"})
    void put_withATrailer_isVerifiedAndKept(ChecksumAlgorithm algorithm) {
        Spy spy = new Spy();
        try (S3Client client = server.client(b -> b.overrideConfiguration(c -> c.addExecutionInterceptor(spy)))) {
            String bucket = newBucket();
            byte[] content = bytes(SIZE, 4);
            client.putObject(
                    r -> r.bucket(bucket).key("a").checksumAlgorithm(algorithm),
                    RequestBody.fromInputStream(new ByteArrayInputStream(content), content.length));
            assertThat(spy.payload).isEqualTo("STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER");
            var got = client.getObjectAsBytes(r -> r.bucket(bucket).key("a").checksumMode(ChecksumMode.ENABLED));
            assertThat(got.asByteArray()).isEqualTo(content);
            assertThat(checksum(got.response())).isNotEmpty();
            assertThat(got.response().contentEncoding()).isNull();
        }
    }

    private static String checksum(GetObjectResponse response) {
        return Arrays.asList(
                        response.checksumCRC32(),
                        response.checksumCRC32C(),
                        response.checksumCRC64NVME(),
                        response.checksumSHA1(),
                        response.checksumSHA256())
                .stream()
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
    }

    @Test
    void put_withAChecksumInAHeader_isVerified() {
        String bucket = newBucket();
        s3.putObject(r -> r.bucket(bucket).key("a").checksumCRC32("NhCmhg=="), RequestBody.fromString("hello"));
        s3.putObject(
                r -> r.bucket(bucket).key("a").checksumSHA256("LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ="),
                RequestBody.fromString("hello"));
        s3.putObject(
                r -> r.bucket(bucket).key("a").checksumSHA1("qvTGHdzF6KLavt4PO0gs2a6pQ00="),
                RequestBody.fromString("hello"));
        s3.putObject(r -> r.bucket(bucket).key("a").checksumCRC32C("mnG7TA=="), RequestBody.fromString("hello"));
        s3.putObject(
                r -> r.bucket(bucket).key("a").contentMD5("XUFAKrxLKna5cZ2REBfFkg=="), RequestBody.fromString("hello"));
        assertRefused(
                () -> s3.putObject(
                        r -> r.bucket(bucket).key("b").checksumCRC32("AAAAAA=="), RequestBody.fromString("hello")),
                400,
                "BadDigest");
        assertRefused(
                () -> s3.putObject(
                        r -> r.bucket(bucket).key("b").contentMD5("AAAAAAAAAAAAAAAAAAAAAA=="),
                        RequestBody.fromString("hello")),
                400,
                "BadDigest");
        assertRefused(() -> get(bucket, "b"), 404, "NoSuchKey");
    }

    @Test
    void put_inSignedChunksWithoutATrailer_isStored() {
        Spy spy = new Spy();
        try (S3Client client = server.client(b -> b.requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .serviceConfiguration(S3Configuration.builder()
                        .pathStyleAccessEnabled(true)
                        .chunkedEncodingEnabled(true)
                        .build())
                .overrideConfiguration(c -> c.addExecutionInterceptor(spy)))) {
            String bucket = newBucket();
            byte[] content = bytes(SIZE, 5);
            client.putObject(r -> r.bucket(bucket).key("a"), RequestBody.fromBytes(content));
            assertThat(spy.payload).isEqualTo("STREAMING-AWS4-HMAC-SHA256-PAYLOAD");
            assertThat(client.getObjectAsBytes(r -> r.bucket(bucket).key("a")).asByteArray())
                    .isEqualTo(content);
        }
    }

    @Test
    void put_hashedAsAWhole_isStored() {
        Spy spy = new Spy();
        try (S3Client client = server.client(b -> b.requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .serviceConfiguration(S3Configuration.builder()
                        .pathStyleAccessEnabled(true)
                        .chunkedEncodingEnabled(false)
                        .build())
                .overrideConfiguration(c -> c.addExecutionInterceptor(spy)))) {
            String bucket = newBucket();
            client.putObject(r -> r.bucket(bucket).key("a"), RequestBody.fromBytes(bytes(SIZE, 6)));
            assertThat(spy.payload).matches("[0-9a-f]{64}");
            assertThat(client.getObjectAsBytes(r -> r.bucket(bucket).key("a")).asByteArray())
                    .isEqualTo(bytes(SIZE, 6));
        }
    }
}
