package dev.trestle.conformance.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.GetObjectAttributesParts;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.ObjectAttributes;
import software.amazon.awssdk.services.s3.model.Part;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

class S3MultipartTest extends S3Test {
    private static final int PART = 5 * 1024 * 1024;

    private String begin(String bucket, String key) {
        return s3.createMultipartUpload(r -> r.bucket(bucket)
                        .key(key)
                        .contentType("text/plain")
                        .metadata(Map.of("m", "1"))
                        .tagging("t=1"))
                .uploadId();
    }

    private CompletedPart part(String bucket, String key, String upload, int number, byte[] content) {
        UploadPartResponse response = s3.uploadPart(
                r -> r.bucket(bucket).key(key).uploadId(upload).partNumber(number), RequestBody.fromBytes(content));
        return CompletedPart.builder().partNumber(number).eTag(response.eTag()).build();
    }

    @Test
    void upload_ofThreePartsAndACopiedOne_isTheirSum() {
        String bucket = newBucket();
        byte[] content = bytes(3 * PART + 7_000_000, 11);
        s3.putObject(r -> r.bucket(bucket).key("source"), RequestBody.fromBytes(content));
        String upload = begin(bucket, "a b");
        List<CompletedPart> parts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            parts.add(part(bucket, "a b", upload, i + 1, Arrays.copyOfRange(content, i * PART, (i + 1) * PART)));
        }
        var copied = s3.uploadPartCopy(r -> r.sourceBucket(bucket)
                .sourceKey("source")
                .copySourceRange("bytes=" + 3 * PART + "-" + (content.length - 1))
                .destinationBucket(bucket)
                .destinationKey("a b")
                .uploadId(upload)
                .partNumber(9));
        parts.add(CompletedPart.builder()
                .partNumber(9)
                .eTag(copied.copyPartResult().eTag())
                .build());
        assertThat(s3.listParts(r -> r.bucket(bucket).key("a b").uploadId(upload))
                        .parts())
                .extracting(Part::partNumber)
                .containsExactly(1, 2, 3, 9);
        assertThat(s3.listMultipartUploads(r -> r.bucket(bucket)).uploads())
                .extracting(MultipartUpload::uploadId)
                .containsExactly(upload);
        assertRefused(() -> get(bucket, "a b"), 404, "NoSuchKey");

        CompleteMultipartUploadResponse completed = complete(bucket, "a b", upload, parts);
        assertThat(completed.eTag()).endsWith("-4\"");
        assertThat(completed.location()).endsWith("/" + bucket + "/a%20b");
        assertThat(s3.getObjectAsBytes(r -> r.bucket(bucket).key("a b")).asByteArray())
                .isEqualTo(content);
        HeadObjectResponse head = s3.headObject(r -> r.bucket(bucket).key("a b").partNumber(2));
        assertThat(head.partsCount()).isEqualTo(4);
        assertThat(head.contentLength()).isEqualTo(PART);
        assertThat(head.metadata()).isEqualTo(Map.of("m", "1"));
        assertThat(s3.getObjectAsBytes(r -> r.bucket(bucket).key("a b").partNumber(3))
                        .asByteArray())
                .isEqualTo(Arrays.copyOfRange(content, 2 * PART, 3 * PART));
        assertThat(s3.getObjectAsBytes(r -> r.bucket(bucket).key("a b").range("bytes=5242000-5243999"))
                        .asByteArray())
                .isEqualTo(Arrays.copyOfRange(content, 5_242_000, 5_244_000));
        assertThat(s3.listMultipartUploads(r -> r.bucket(bucket)).uploads()).isEmpty();
        GetObjectAttributesParts described = s3.getObjectAttributes(
                        r -> r.bucket(bucket).key("a b").objectAttributes(ObjectAttributes.OBJECT_PARTS))
                .objectParts();
        assertThat(described.totalPartsCount()).isEqualTo(4);
    }

    private CompleteMultipartUploadResponse complete(
            String bucket, String key, String upload, List<CompletedPart> parts) {
        return s3.completeMultipartUpload(
                r -> r.bucket(bucket).key(key).uploadId(upload).multipartUpload(m -> m.parts(parts)));
    }

    @Test
    void abort_forgetsTheParts() {
        String bucket = newBucket();
        String upload = begin(bucket, "a");
        CompletedPart part = part(bucket, "a", upload, 1, bytes(100, 1));
        s3.abortMultipartUpload(r -> r.bucket(bucket).key("a").uploadId(upload));
        assertRefused(() -> s3.listParts(r -> r.bucket(bucket).key("a").uploadId(upload)), 404, "NoSuchUpload");
        assertRefused(() -> complete(bucket, "a", upload, List.of(part)), 404, "NoSuchUpload");
        assertRefused(() -> part(bucket, "a", upload, 2, bytes(100, 1)), 404, "NoSuchUpload");
        s3.deleteBucket(r -> r.bucket(bucket));
    }

    @Test
    void complete_withPartsThatAreWrong_isRefusedAndCanBeRepeated() {
        String bucket = newBucket();
        String upload = begin(bucket, "a");
        CompletedPart small = part(bucket, "a", upload, 1, bytes(100, 1));
        CompletedPart last = part(bucket, "a", upload, 2, bytes(100, 2));
        assertRefused(() -> complete(bucket, "a", upload, List.of(small, last)), 400, "EntityTooSmall");
        assertRefused(() -> complete(bucket, "a", upload, List.of(last, small)), 400, "InvalidPartOrder");
        assertRefused(
                () -> complete(
                        bucket,
                        "a",
                        upload,
                        List.of(small.toBuilder().eTag("\"0123\"").build())),
                400,
                "InvalidPart");
        complete(bucket, "a", upload, List.of(last));
        assertThat(s3.getObjectAsBytes(r -> r.bucket(bucket).key("a")).asByteArray())
                .isEqualTo(bytes(100, 2));
    }

    @Test
    void listParts_inPages_givesEachOnce() {
        String bucket = newBucket();
        String upload = begin(bucket, "a");
        for (int i = 1; i <= 5; i++) {
            part(bucket, "a", upload, i * 2, bytes(10, i));
        }
        List<Integer> seen =
                s3
                        .listPartsPaginator(
                                r -> r.bucket(bucket).key("a").uploadId(upload).maxParts(2))
                        .parts()
                        .stream()
                        .map(Part::partNumber)
                        .toList();
        assertThat(seen).containsExactly(2, 4, 6, 8, 10);
    }

    @ParameterizedTest
    @EnumSource(
            value = ChecksumAlgorithm.class,
            names = {"CRC32", "CRC32_C", "SHA1", "SHA256"})
    void upload_withAChecksum_hasOneInTheEnd(ChecksumAlgorithm algorithm) {
        String bucket = newBucket();
        String upload = s3.createMultipartUpload(r -> r.bucket(bucket).key("a").checksumAlgorithm(algorithm))
                .uploadId();
        List<CompletedPart> parts = new ArrayList<>();
        for (int i = 1; i <= 2; i++) {
            int number = i;
            UploadPartResponse part = s3.uploadPart(
                    r -> r.bucket(bucket)
                            .key("a")
                            .uploadId(upload)
                            .partNumber(number)
                            .checksumAlgorithm(algorithm),
                    RequestBody.fromBytes(bytes(PART, number)));
            parts.add(CompletedPart.builder()
                    .partNumber(number)
                    .eTag(part.eTag())
                    .checksumCRC32(part.checksumCRC32())
                    .checksumCRC32C(part.checksumCRC32C())
                    .checksumCRC64NVME(part.checksumCRC64NVME())
                    .checksumSHA1(part.checksumSHA1())
                    .checksumSHA256(part.checksumSHA256())
                    .build());
        }
        complete(bucket, "a", upload, parts);
        HeadObjectResponse head = s3.headObject(r -> r.bucket(bucket).key("a").checksumMode(ChecksumMode.ENABLED));
        assertThat(checksums(head)).hasSize(1).allMatch(checksum -> checksum.endsWith("-2"));
        assertThat(head.checksumTypeAsString()).isEqualTo("COMPOSITE");

        HeadObjectResponse second =
                s3.headObject(r -> r.bucket(bucket).key("a").partNumber(2).checksumMode(ChecksumMode.ENABLED));
        CompletedPart sent = parts.get(1);
        List<String> sentChecksums = new ArrayList<>(
                Arrays.asList(sent.checksumCRC32(), sent.checksumCRC32C(), sent.checksumSHA1(), sent.checksumSHA256()));
        sentChecksums.removeIf(Objects::isNull);
        assertThat(checksums(second)).isEqualTo(sentChecksums).hasSize(1);
        assertThat(s3.getObjectAsBytes(
                                r -> r.bucket(bucket).key("a").partNumber(2).checksumMode(ChecksumMode.ENABLED))
                        .asByteArray())
                .isEqualTo(bytes(PART, 2));
    }

    private static List<String> checksums(HeadObjectResponse head) {
        List<String> checksums = new ArrayList<>(Arrays.asList(
                head.checksumCRC32(),
                head.checksumCRC32C(),
                head.checksumCRC64NVME(),
                head.checksumSHA1(),
                head.checksumSHA256()));
        checksums.removeIf(Objects::isNull);
        return checksums;
    }

    @Test
    void complete_onlyIfTheObjectHasAnotherETag_isNotImplemented() {
        String bucket = newBucket();
        String upload = begin(bucket, "a");
        CompletedPart part = part(bucket, "a", upload, 1, bytes(100, 1));
        assertRefused(
                () -> s3.completeMultipartUpload(r -> r.bucket(bucket)
                        .key("a")
                        .uploadId(upload)
                        .ifNoneMatch("\"0123\"")
                        .multipartUpload(m -> m.parts(part))),
                501,
                "NotImplemented");
        complete(bucket, "a", upload, List.of(part));
    }
}
