package dev.trestle.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.objects.api.ChecksumAlgorithm;
import dev.trestle.objects.api.ChecksumType;
import dev.trestle.objects.api.ContentHeaders;
import dev.trestle.objects.api.CopyObject;
import dev.trestle.objects.api.CopySource;
import dev.trestle.objects.api.GetObject;
import dev.trestle.objects.api.ObjectInfo;
import dev.trestle.objects.api.Promise;
import dev.trestle.objects.api.PutObject;
import dev.trestle.objects.api.ReadCondition;
import dev.trestle.objects.api.StoredObject;
import dev.trestle.objects.api.UploadRef;
import dev.trestle.objects.api.Versioning;
import dev.trestle.objects.api.WriteCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies of objects, and their tags. */
class CopyTest extends ObjectStoreTest {
    private static final ContentHeaders HEADERS =
            new ContentHeaders("text/a", null, null, null, null, null, Map.of("m", "1"));
    private static final String OTHER = "other-bucket";

    @BeforeEach
    void createOther() {
        store.createBucket(OTHER);
    }

    private StoredObject putSource(byte[] content) {
        return put(
                new PutObject(
                        BUCKET, "source", HEADERS, Map.of("t", "1"), "STANDARD_IA", Promise.NONE, WriteCondition.NONE),
                content);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 50_000})
    void copy_anySize_takesAllThatBelongsToTheSource(int size) throws Exception {
        byte[] content = randomBytes(size, size);
        StoredObject source = putSource(content);
        clock.advance(Duration.ofSeconds(5));
        CopyObject.Result copied = store.copy(new CopyObject(new CopySource(BUCKET, "source"), OTHER, "copy"));
        assertThat(copied.object().etag()).isEqualTo(source.etag());
        assertThat(copied.object().lastModified()).isEqualTo(clock.instant());
        assertThat(copied.sourceVersionId()).isNull();
        assertThat(read(new GetObject(OTHER, "copy"))).isEqualTo(content);
        ObjectInfo info = store.head(new GetObject(OTHER, "copy")).object();
        assertThat(info.headers()).isEqualTo(HEADERS);
        assertThat(info.storageClass()).isEqualTo("STANDARD");
        assertThat(info.checksum()).isEqualTo(source.checksum());
        assertThat(store.getTags(OTHER, "copy", null).tags()).isEqualTo(Map.of("t", "1"));
        put("source", "changed");
        awaitNoGarbage();
        assertThat(read(new GetObject(OTHER, "copy"))).isEqualTo(content);
    }

    @Test
    void copy_withOtherThingsSaid_hasThose() {
        putSource(bytes("x"));
        ContentHeaders other = ContentHeaders.ofType("text/b");
        CopyObject.Result copied = store.copy(new CopyObject(
                new CopySource(BUCKET, "source"),
                BUCKET,
                "copy",
                other,
                Map.of("u", "2"),
                "GLACIER_IR",
                ChecksumAlgorithm.SHA256,
                WriteCondition.NONE));
        ObjectInfo info = store.head(new GetObject(BUCKET, "copy")).object();
        assertThat(info.headers()).isEqualTo(other);
        assertThat(info.storageClass()).isEqualTo("GLACIER_IR");
        assertThat(copied.object().checksum()).isNotNull();
        assertThat(copied.object().checksum().algorithm()).isEqualTo(ChecksumAlgorithm.SHA256);
        assertThat(store.getTags(BUCKET, "copy", null).tags()).isEqualTo(Map.of("u", "2"));
    }

    @Test
    void copy_ontoItself_mustChangeSomething() {
        putSource(bytes("x"));
        CopySource source = new CopySource(BUCKET, "source");
        assertThat(refused(S3Error.INVALID_REQUEST, () -> store.copy(new CopyObject(source, BUCKET, "source")))
                        .getMessage())
                .startsWith("This copy request is illegal");
        store.copy(new CopyObject(
                source, BUCKET, "source", ContentHeaders.ofType("text/c"), null, null, null, WriteCondition.NONE));
        assertThat(get("source")).isEqualTo("x");
        assertThat(store.head(new GetObject(BUCKET, "source")).object().headers())
                .isEqualTo(ContentHeaders.ofType("text/c"));
        store.copy(new CopyObject(source, BUCKET, "source", null, null, "STANDARD_IA", null, WriteCondition.NONE));
        assertThat(store.head(new GetObject(BUCKET, "source")).object().storageClass())
                .isEqualTo("STANDARD_IA");
    }

    @Test
    void copy_anOldVersionOntoItsKey_bringsItBack() {
        store.putVersioning(BUCKET, Versioning.ENABLED);
        String old = put("k", "old").versionId();
        put("k", "new");
        CopyObject.Result copied =
                store.copy(new CopyObject(new CopySource(BUCKET, "k", old, ReadCondition.NONE), BUCKET, "k"));
        assertThat(copied.sourceVersionId()).isEqualTo(old);
        assertThat(copied.object().versionId()).isNotEqualTo(old);
        assertThat(get("k")).isEqualTo("old");
    }

    @Test
    void copy_anObjectOfParts_isOneBlob() throws Exception {
        UploadRef upload = createUpload("parts");
        complete(upload, putPart(upload, 1, randomBytes(5000, 1)), putPart(upload, 2, randomBytes(5000, 2)));
        StoredObject copy = store.copy(new CopyObject(new CopySource(BUCKET, "parts"), BUCKET, "copy"))
                .object();
        assertThat(copy.etag()).doesNotContain("-");
        assertThat(copy.checksum()).isNotNull();
        assertThat(copy.checksum().type()).isEqualTo(ChecksumType.FULL_OBJECT);
        assertThat(read(new GetObject(BUCKET, "copy"))).isEqualTo(read(new GetObject(BUCKET, "parts")));
        assertThat(blobFiles()).isEqualTo(3);
    }

    @Test
    void copy_conditions_decide() {
        StoredObject source = putSource(bytes("x"));
        Instant before = source.lastModified().minusSeconds(1);
        assertThat(failed(new ReadCondition(source.etag(), null, null, null))).isNull();
        assertThat(failed(new ReadCondition("x", null, null, null))).isEqualTo("x-amz-copy-source-If-Match");
        assertThat(failed(new ReadCondition(null, source.etag(), null, null)))
                .isEqualTo("x-amz-copy-source-If-None-Match");
        assertThat(failed(new ReadCondition(null, null, source.lastModified(), null)))
                .isEqualTo("x-amz-copy-source-If-Modified-Since");
        assertThat(failed(new ReadCondition(null, null, null, before)))
                .isEqualTo("x-amz-copy-source-If-Unmodified-Since");
        refused(
                S3Error.PRECONDITION_FAILED,
                () -> store.copy(new CopyObject(
                        new CopySource(BUCKET, "source"),
                        BUCKET,
                        "copy",
                        null,
                        null,
                        null,
                        null,
                        new WriteCondition(null, "*"))));
        refused(
                S3Error.NO_SUCH_KEY,
                () -> store.copy(new CopyObject(new CopySource(BUCKET, "nothing"), BUCKET, "copy")));
        refused(
                S3Error.NO_SUCH_BUCKET,
                () -> store.copy(new CopyObject(new CopySource("nothing", "k"), BUCKET, "copy")));
    }

    private @Nullable String failed(ReadCondition condition) {
        try {
            store.copy(new CopyObject(new CopySource(BUCKET, "source", null, condition), BUCKET, "copy"));
            return null;
        } catch (ObjectStoreException e) {
            assertThat(e.error()).isEqualTo(S3Error.PRECONDITION_FAILED);
            return e.details().get("Condition");
        }
    }

    @Test
    void tags_ofVersions_changeAlone() {
        store.putVersioning(BUCKET, Versioning.ENABLED);
        String old = put("k", "old").versionId();
        StoredObject current = put("k", "new");
        clock.advance(Duration.ofSeconds(9));
        assertThat(store.putTags(BUCKET, "k", old, Map.of("a", "1"))).isEqualTo(old);
        assertThat(store.putTags(BUCKET, "k", null, Map.of("b", "2"))).isEqualTo(current.versionId());
        reopen();
        assertThat(store.getTags(BUCKET, "k", old).tags()).isEqualTo(Map.of("a", "1"));
        assertThat(store.getTags(BUCKET, "k", null).tags()).isEqualTo(Map.of("b", "2"));
        assertThat(store.head(new GetObject(BUCKET, "k")).object().lastModified())
                .isEqualTo(current.lastModified());
        assertThat(get("k", old)).isEqualTo("old");
        store.deleteTags(BUCKET, "k", null);
        assertThat(store.getTags(BUCKET, "k", null).tags()).isEmpty();
        refused(S3Error.NO_SUCH_KEY, () -> store.putTags(BUCKET, "nothing", null, Map.of()));
        refused(S3Error.NO_SUCH_KEY, () -> store.getTags(BUCKET, "nothing", null));
        Map<String, String> eleven = new java.util.HashMap<>();
        for (int i = 0; i < 11; i++) {
            eleven.put("t" + i, "");
        }
        assertThat(refused(S3Error.BAD_REQUEST, () -> store.putTags(BUCKET, "k", null, eleven))
                        .getMessage())
                .isEqualTo("Object tags cannot be greater than 10");
        String marker = store.delete(new dev.trestle.objects.api.DeleteObject(BUCKET, "k"))
                .versionId();
        refused(S3Error.METHOD_NOT_ALLOWED, () -> store.putTags(BUCKET, "k", marker, Map.of()));
    }
}
