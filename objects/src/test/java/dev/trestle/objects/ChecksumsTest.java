package dev.trestle.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.objects.api.Checksum;
import dev.trestle.objects.api.ChecksumAlgorithm;
import dev.trestle.objects.api.ChecksumType;
import dev.trestle.objects.api.ContentHeaders;
import dev.trestle.objects.api.GetObject;
import dev.trestle.objects.api.Promise;
import dev.trestle.objects.api.PutObject;
import dev.trestle.objects.api.StoredChecksum;
import dev.trestle.objects.api.StoredObject;
import dev.trestle.objects.api.Upload;
import dev.trestle.objects.api.WriteCondition;
import dev.trestle.objects.checksum.Digest;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What clients promise of their bytes is held against the bytes. */
class ChecksumsTest extends ObjectStoreTest {

    @ParameterizedTest
    @EnumSource(ChecksumAlgorithm.class)
    void put_promisedChecksum_isComparedAndKept(ChecksumAlgorithm algorithm) throws Exception {
        byte[] content = randomBytes(5000, 1);
        String right = base64(Digest.of(algorithm, content));
        String wrong = base64(Digest.of(algorithm, bytes("other")));
        assertThat(refused(S3Error.BAD_DIGEST, () -> put(promised(algorithm, wrong, null), content))
                        .getMessage())
                .isEqualTo("The " + algorithm + " you specified did not match the calculated checksum.");
        assertThat(refused(S3Error.INVALID_REQUEST, () -> store.beginPut(promised(algorithm, "AA==", null)))
                        .getMessage())
                .isEqualTo("Value for " + algorithm.header() + " header is invalid.");
        refused(S3Error.INVALID_REQUEST, () -> store.beginPut(promised(algorithm, "???", null)));
        assertThat(blobFiles()).isZero();
        StoredObject stored = put(promised(algorithm, right, null), content);
        StoredChecksum expected = new StoredChecksum(algorithm, right, ChecksumType.FULL_OBJECT);
        assertThat(stored.checksum()).isEqualTo(expected);
        assertThat(store.head(new GetObject(BUCKET, "k")).object().checksum()).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(ChecksumAlgorithm.class)
    void put_checksumBehindTheContent_isCompared(ChecksumAlgorithm algorithm) {
        byte[] content = randomBytes(100, 1);
        Checksum right = new Checksum(algorithm, base64(Digest.of(algorithm, content)));
        Checksum wrong = new Checksum(algorithm, base64(Digest.of(algorithm, bytes("other"))));
        refused(S3Error.BAD_DIGEST, () -> finish(promised(algorithm, null, null), content, wrong));
        StoredObject stored = finish(promised(algorithm, null, null), content, right);
        assertThat(stored.checksum()).isEqualTo(new StoredChecksum(algorithm, right.value(), ChecksumType.FULL_OBJECT));
        Checksum unannounced = new Checksum(
                algorithm == ChecksumAlgorithm.SHA1 ? ChecksumAlgorithm.CRC32 : ChecksumAlgorithm.SHA1, right.value());
        refused(S3Error.INVALID_REQUEST, () -> finish(promised(algorithm, null, null), content, unannounced));
    }

    private StoredObject finish(PutObject request, byte[] content, Checksum trailing) {
        try (Upload<StoredObject> upload = store.beginPut(request)) {
            upload.write(ByteBuffer.wrap(content));
            return upload.finish(trailing);
        }
    }

    @Test
    void put_contentMd5_isCompared() {
        byte[] content = bytes("content");
        String right = base64(Digest.md5(content));
        assertThat(refused(
                                S3Error.BAD_DIGEST,
                                () -> put(promised(null, null, base64(Digest.md5(bytes("other")))), content))
                        .details())
                .containsEntry("CalculatedDigest", right);
        refused(S3Error.INVALID_DIGEST, () -> store.beginPut(promised(null, null, "not base64")));
        refused(S3Error.INVALID_DIGEST, () -> store.beginPut(promised(null, null, "AAAA")));
        StoredObject stored = put(promised(null, null, right), content);
        assertThat(stored.etag()).isEqualTo("9a0364b9e99bb480dd25e1f0284c8555");
    }

    @Test
    void put_nothingPromised_keepsTheUsualChecksum() {
        assertThat(put("k", "123456789").checksum())
                .isEqualTo(new StoredChecksum(ChecksumAlgorithm.CRC64NVME, "rosUhgp5mIg=", ChecksumType.FULL_OBJECT));
    }

    @Test
    void upload_afterItFailed_takesNoMore() {
        Upload<StoredObject> upload = store.beginPut(promised(ChecksumAlgorithm.CRC32, "AAAAAA==", null));
        upload.write(ByteBuffer.wrap(bytes("x")));
        refused(S3Error.BAD_DIGEST, () -> upload.finish(null));
        org.assertj.core.api.Assertions.assertThatIllegalStateException().isThrownBy(() -> upload.finish(null));
        org.assertj.core.api.Assertions.assertThatIllegalStateException()
                .isThrownBy(() -> upload.write(ByteBuffer.wrap(bytes("x"))));
        upload.close();
        assertThat(tryGet("k")).isNull();
    }

    private static PutObject promised(
            @Nullable ChecksumAlgorithm algorithm, @Nullable String checksum, @Nullable String md5) {
        return new PutObject(
                BUCKET,
                "k",
                ContentHeaders.NONE,
                Map.of(),
                null,
                new Promise(null, md5, algorithm, checksum),
                WriteCondition.NONE);
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
