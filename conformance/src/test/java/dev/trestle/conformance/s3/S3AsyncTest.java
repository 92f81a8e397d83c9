package dev.trestle.conformance.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Object;

/** The SDK's asynchronous client, which sends bodies in its own way. */
class S3AsyncTest extends S3Test {
    @SuppressWarnings("NullAway.Init")
    private S3AsyncClient async;

    @BeforeAll
    void open() {
        async = server.async();
    }

    @AfterAll
    void close() {
        async.close();
    }

    private byte[] read(String bucket, String key) {
        return async.getObject(r -> r.bucket(bucket).key(key), AsyncResponseTransformer.toBytes())
                .join()
                .asByteArray();
    }

    @Test
    @Tag("once")
    void objects_manyAtOnce_areStoredReadAndListed() {
        String bucket = newBucket();
        List<CompletableFuture<?>> puts = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            String key = String.format("%03d", i);
            byte[] content = bytes(i * 1000, i);
            puts.add(async.putObject(r -> r.bucket(bucket).key(key), AsyncRequestBody.fromBytes(content)));
        }
        CompletableFuture.allOf(puts.toArray(CompletableFuture[]::new)).join();
        for (int i = 0; i < 200; i += 7) {
            assertThat(read(bucket, String.format("%03d", i))).isEqualTo(bytes(i * 1000, i));
        }
        assertThat(async.listObjectsV2(r -> r.bucket(bucket)).join().contents())
                .extracting(S3Object::key)
                .hasSize(200)
                .isSorted();
    }

    @Test
    void object_withEveryChecksum_isStored() {
        String bucket = newBucket();
        for (ChecksumAlgorithm algorithm : List.of(
                ChecksumAlgorithm.CRC32, ChecksumAlgorithm.CRC32_C, ChecksumAlgorithm.SHA1, ChecksumAlgorithm.SHA256)) {
            async.putObject(
                            r -> r.bucket(bucket).key(algorithm.name()).checksumAlgorithm(algorithm),
                            AsyncRequestBody.fromBytes(bytes(400_000, 1)))
                    .join();
            assertThat(read(bucket, algorithm.name())).isEqualTo(bytes(400_000, 1));
        }
    }

    @Test
    void upload_inParts_isTheirSum() {
        String bucket = newBucket();
        String upload = async.createMultipartUpload(r -> r.bucket(bucket).key("a"))
                .join()
                .uploadId();
        List<CompletableFuture<CompletedPart>> parts = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            int number = i;
            parts.add(async.uploadPart(
                            r -> r.bucket(bucket).key("a").uploadId(upload).partNumber(number),
                            AsyncRequestBody.fromBytes(bytes(5 * 1024 * 1024, number)))
                    .thenApply(part -> CompletedPart.builder()
                            .partNumber(number)
                            .eTag(part.eTag())
                            .build()));
        }
        List<CompletedPart> completed =
                parts.stream().map(CompletableFuture::join).toList();
        async.completeMultipartUpload(
                        r -> r.bucket(bucket).key("a").uploadId(upload).multipartUpload(m -> m.parts(completed)))
                .join();
        byte[] whole = read(bucket, "a");
        assertThat(whole).hasSize(15 * 1024 * 1024);
        assertThat(java.util.Arrays.copyOfRange(whole, 5 * 1024 * 1024, 10 * 1024 * 1024))
                .isEqualTo(bytes(5 * 1024 * 1024, 2));
    }

    @Test
    void object_absent_isToldAsSuch() {
        String bucket = newBucket();
        assertThatThrownBy(() -> read(bucket, "absent")).hasCauseInstanceOf(NoSuchKeyException.class);
    }
}
