package dev.trestle.conformance.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.DeletedObject;
import software.amazon.awssdk.services.s3.model.GetObjectAttributesResponse;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.MetadataDirective;
import software.amazon.awssdk.services.s3.model.ObjectAttributes;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;
import software.amazon.awssdk.services.s3.model.StorageClass;
import software.amazon.awssdk.services.s3.model.Tag;
import software.amazon.awssdk.services.s3.model.TaggingDirective;

class S3ObjectsTest extends S3Test {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4096, 16_384, 16_385, 131_072, 131_073, 3_000_001})
    void object_ofAnySize_isReadAsItWasStored(int size) {
        String bucket = newBucket();
        byte[] content = bytes(size, size);
        PutObjectResponse stored = s3.putObject(r -> r.bucket(bucket).key("a"), RequestBody.fromBytes(content));
        var got = s3.getObjectAsBytes(r -> r.bucket(bucket).key("a"));
        assertThat(got.asByteArray()).isEqualTo(content);
        assertThat(got.response().eTag()).isEqualTo(stored.eTag());
        assertThat(s3.headObject(r -> r.bucket(bucket).key("a")).contentLength())
                .isEqualTo(size);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " ",
                "a b",
                "a+b",
                "a%2Fb",
                "a/../b",
                "./a",
                "../a",
                "a//b",
                "/a",
                "a/",
                "!-_.*'()&$@=;:,?#[]{}^~|\\\"<>`",
                "\u00e9\u4e2d\ud83d\ude00",
                "line\nfeed\ttab"
            })
    void key_ofAnyCharacters_isStoredReadListedCopiedAndDeleted(String key) {
        String bucket = newBucket();
        put(bucket, key, "hello");
        assertThat(get(bucket, key)).isEqualTo("hello");
        assertThat(s3.listObjectsV2(r -> r.bucket(bucket)).contents())
                .singleElement()
                .satisfies(object -> assertThat(object.key()).isEqualTo(key));
        assertThat(s3.listObjectsV2(r -> r.bucket(bucket).prefix(key)).contents())
                .hasSize(1);
        s3.copyObject(r ->
                r.sourceBucket(bucket).sourceKey(key).destinationBucket(bucket).destinationKey(key + "2"));
        assertThat(get(bucket, key + "2")).isEqualTo("hello");
        s3.deleteObject(r -> r.bucket(bucket).key(key));
        DeleteObjectsResponse deleted = s3.deleteObjects(r -> r.bucket(bucket)
                .delete(d -> d.objects(ObjectIdentifier.builder().key(key + "2").build())));
        assertThat(deleted.deleted()).extracting(DeletedObject::key).containsExactly(key + "2");
        assertThat(s3.listObjectsV2(r -> r.bucket(bucket)).contents()).isEmpty();
    }

    @Test
    void headers_storedWithAnObject_comeBack() {
        String bucket = newBucket();
        s3.putObject(
                r -> r.bucket(bucket)
                        .key("a")
                        .contentType("text/html")
                        .contentEncoding("gzip")
                        .contentLanguage("de")
                        .contentDisposition("attachment; filename=\"a b\"")
                        .cacheControl("max-age=1")
                        .expires(Instant.parse("2030-01-01T00:00:00Z"))
                        .metadata(Map.of("colour", "green", "two-words", "x y")),
                RequestBody.fromString("hello"));
        HeadObjectResponse head = s3.headObject(r -> r.bucket(bucket).key("a"));
        assertThat(head.contentType()).isEqualTo("text/html");
        assertThat(head.contentEncoding()).isEqualTo("gzip");
        assertThat(head.contentLanguage()).isEqualTo("de");
        assertThat(head.contentDisposition()).isEqualTo("attachment; filename=\"a b\"");
        assertThat(head.cacheControl()).isEqualTo("max-age=1");
        assertThat(head.expiresString()).isEqualTo("Tue, 01 Jan 2030 00:00:00 GMT");
        assertThat(head.metadata()).isEqualTo(Map.of("colour", "green", "two-words", "x y"));
        assertThat(s3.getObjectAsBytes(r -> r.bucket(bucket)
                                .key("a")
                                .responseContentType("text/plain")
                                .responseCacheControl("no-store"))
                        .response())
                .satisfies(got -> assertThat(got.contentType()).isEqualTo("text/plain"))
                .satisfies(got -> assertThat(got.cacheControl()).isEqualTo("no-store"));
    }

    @Test
    void range_ofAnObject_givesThoseBytes() {
        String bucket = newBucket();
        byte[] content = bytes(1_000_000, 5);
        s3.putObject(r -> r.bucket(bucket).key("a"), RequestBody.fromBytes(content));
        for (int[] range : new int[][] {{0, 0}, {0, 999_999}, {131_071, 131_072}, {400_000, 800_000}}) {
            var got = s3.getObjectAsBytes(r -> r.bucket(bucket).key("a").range("bytes=" + range[0] + "-" + range[1]));
            assertThat(got.asByteArray()).isEqualTo(Arrays.copyOfRange(content, range[0], range[1] + 1));
            assertThat(got.response().contentRange()).isEqualTo("bytes " + range[0] + "-" + range[1] + "/1000000");
        }
        assertThat(s3.getObjectAsBytes(r -> r.bucket(bucket).key("a").range("bytes=-10"))
                        .asByteArray())
                .isEqualTo(Arrays.copyOfRange(content, 999_990, 1_000_000));
        assertRefused(
                () -> s3.getObjectAsBytes(r -> r.bucket(bucket).key("a").range("bytes=1000000-")), 416, "InvalidRange");
        assertThat(s3.headObject(r -> r.bucket(bucket).key("a").range("bytes=0-9"))
                        .contentLength())
                .isEqualTo(10);
    }

    @Test
    void condition_ofARead_decides() {
        String bucket = newBucket();
        String etag = put(bucket, "a", "hello").eTag();
        Instant past = Instant.now().minusSeconds(3600);
        Instant future = Instant.now().plusSeconds(3600);
        s3.getObjectAsBytes(r -> r.bucket(bucket).key("a").ifMatch(etag));
        s3.getObjectAsBytes(r -> r.bucket(bucket).key("a").ifNoneMatch("\"other\""));
        s3.getObjectAsBytes(r -> r.bucket(bucket).key("a").ifModifiedSince(past));
        s3.getObjectAsBytes(r -> r.bucket(bucket).key("a").ifUnmodifiedSince(future));
        assertRefused(
                () -> s3.getObjectAsBytes(r -> r.bucket(bucket).key("a").ifMatch("\"other\"")),
                412,
                "PreconditionFailed");
        assertRefused(
                () -> s3.getObjectAsBytes(r -> r.bucket(bucket).key("a").ifUnmodifiedSince(past)),
                412,
                "PreconditionFailed");
        assertStatus(() -> s3.getObjectAsBytes(r -> r.bucket(bucket).key("a").ifNoneMatch(etag)), 304);
        assertStatus(
                () -> s3.headObject(r -> r.bucket(bucket).key("a").ifModifiedSince(future.minusSeconds(3500))), 304);
        assertStatus(() -> s3.headObject(r -> r.bucket(bucket).key("a").ifMatch("\"other\"")), 412);
    }

    @Test
    void condition_ofAWrite_decides() {
        String bucket = newBucket();
        String etag = s3.putObject(r -> r.bucket(bucket).key("a").ifNoneMatch("*"), RequestBody.fromString("first"))
                .eTag();
        assertRefused(
                () -> s3.putObject(r -> r.bucket(bucket).key("a").ifNoneMatch("*"), RequestBody.fromString("second")),
                412,
                "PreconditionFailed");
        s3.putObject(r -> r.bucket(bucket).key("a").ifMatch(etag), RequestBody.fromString("third"));
        assertRefused(
                () -> s3.putObject(r -> r.bucket(bucket).key("a").ifMatch(etag), RequestBody.fromString("fourth")),
                412,
                "PreconditionFailed");
        assertThat(get(bucket, "a")).isEqualTo("third");
    }

    @Test
    void copy_withAndWithoutNewHeaders_hasWhatItShould() {
        String bucket = newBucket();
        s3.putObject(
                r -> r.bucket(bucket)
                        .key("a")
                        .contentType("text/html")
                        .metadata(Map.of("m", "1"))
                        .tagging("t=1"),
                RequestBody.fromString("hello"));
        String etag = s3.copyObject(r -> r.sourceBucket(bucket)
                        .sourceKey("a")
                        .destinationBucket(bucket)
                        .destinationKey("b"))
                .copyObjectResult()
                .eTag();
        HeadObjectResponse same = s3.headObject(r -> r.bucket(bucket).key("b"));
        assertThat(same.eTag()).isEqualTo(etag);
        assertThat(same.metadata()).isEqualTo(Map.of("m", "1"));
        assertThat(same.contentType()).isEqualTo("text/html");
        assertThat(tags(bucket, "b")).containsExactly(tag("t", "1"));
        s3.copyObject(r -> r.sourceBucket(bucket)
                .sourceKey("a")
                .destinationBucket(bucket)
                .destinationKey("c")
                .metadataDirective(MetadataDirective.REPLACE)
                .metadata(Map.of("n", "2"))
                .contentType("text/plain")
                .taggingDirective(TaggingDirective.REPLACE)
                .tagging("u=2"));
        HeadObjectResponse other = s3.headObject(r -> r.bucket(bucket).key("c"));
        assertThat(other.metadata()).isEqualTo(Map.of("n", "2"));
        assertThat(other.contentType()).isEqualTo("text/plain");
        assertThat(tags(bucket, "c")).containsExactly(tag("u", "2"));
        assertRefused(
                () -> s3.copyObject(r -> r.sourceBucket(bucket)
                        .sourceKey("a")
                        .destinationBucket(bucket)
                        .destinationKey("a")),
                400,
                "InvalidRequest");
        assertRefused(
                () -> s3.copyObject(r -> r.sourceBucket(bucket)
                        .sourceKey("absent")
                        .destinationBucket(bucket)
                        .destinationKey("d")),
                404,
                "NoSuchKey");
        assertRefused(
                () -> s3.copyObject(r -> r.sourceBucket(bucket)
                        .sourceKey("a")
                        .destinationBucket(bucket)
                        .destinationKey("d")
                        .copySourceIfMatch("\"other\"")),
                412,
                "PreconditionFailed");
    }

    private List<Tag> tags(String bucket, String key) {
        return s3.getObjectTagging(r -> r.bucket(bucket).key(key)).tagSet();
    }

    private static Tag tag(String key, String value) {
        return Tag.builder().key(key).value(value).build();
    }

    @Test
    void tags_ofAnObject_areSetReadAndDeleted() {
        String bucket = newBucket();
        s3.putObject(r -> r.bucket(bucket).key("a").tagging("a=1&b=%20%2B"), RequestBody.fromString("hello"));
        assertThat(tags(bucket, "a")).containsExactlyInAnyOrder(tag("a", "1"), tag("b", " +"));
        assertThat(s3.getObjectAsBytes(r -> r.bucket(bucket).key("a"))
                        .response()
                        .tagCount())
                .isEqualTo(2);
        s3.putObjectTagging(r -> r.bucket(bucket).key("a").tagging(t -> t.tagSet(tag("c", "3"))));
        assertThat(tags(bucket, "a")).containsExactly(tag("c", "3"));
        s3.deleteObjectTagging(r -> r.bucket(bucket).key("a"));
        assertThat(tags(bucket, "a")).isEmpty();
        assertRefused(() -> s3.getObjectTagging(r -> r.bucket(bucket).key("absent")), 404, "NoSuchKey");
    }

    @Test
    void deleteObjects_someAbsent_deletesAllAndTellsOfAll() {
        String bucket = newBucket();
        put(bucket, "a", "1");
        put(bucket, "b", "2");
        DeleteObjectsResponse deleted = s3.deleteObjects(r -> r.bucket(bucket)
                .delete(d -> d.objects(
                        ObjectIdentifier.builder().key("a").build(),
                        ObjectIdentifier.builder().key("absent").build(),
                        ObjectIdentifier.builder().key("b").build())));
        assertThat(deleted.deleted()).extracting(DeletedObject::key).containsExactly("a", "absent", "b");
        assertThat(deleted.errors()).isEmpty();
        put(bucket, "c", "3");
        assertThat(s3.deleteObjects(r -> r.bucket(bucket)
                                .delete(d -> d.quiet(true)
                                        .objects(ObjectIdentifier.builder()
                                                .key("c")
                                                .build())))
                        .deleted())
                .isEmpty();
        assertThat(s3.listObjectsV2(r -> r.bucket(bucket)).keyCount()).isZero();
    }

    @Test
    void attributes_ofAnObject_areThoseAskedFor() {
        String bucket = newBucket();
        String etag = put(bucket, "a", "hello").eTag();
        GetObjectAttributesResponse attributes = s3.getObjectAttributes(r -> r.bucket(bucket)
                .key("a")
                .objectAttributes(
                        ObjectAttributes.E_TAG,
                        ObjectAttributes.OBJECT_SIZE,
                        ObjectAttributes.STORAGE_CLASS,
                        ObjectAttributes.CHECKSUM));
        assertThat("\"" + attributes.eTag() + "\"").isEqualTo(etag);
        assertThat(attributes.objectSize()).isEqualTo(5);
        assertThat(attributes.storageClass()).isEqualTo(StorageClass.STANDARD);
        assertThat(attributes.checksum().checksumCRC32()).isEqualTo("NhCmhg==");
        assertThat(attributes.objectParts()).isNull();
    }

    @Test
    void absent_objectOrBucket_isToldAsSuch() {
        String bucket = newBucket();
        assertRefused(() -> get(bucket, "absent"), 404, "NoSuchKey");
        assertStatus(() -> s3.headObject(r -> r.bucket(bucket).key("absent")), 404);
        assertRefused(() -> get("absent-bucket", "a"), 404, "NoSuchBucket");
        assertRefused(() -> put("absent-bucket", "a", "hello"), 404, "NoSuchBucket");
        s3.deleteObject(r -> r.bucket(bucket).key("absent"));
    }

    @Test
    void put_askingForWhatIsNotThere_isRefused() {
        String bucket = newBucket();
        assertRefused(
                () -> s3.putObject(
                        r -> r.bucket(bucket).key("a").serverSideEncryption(ServerSideEncryption.AWS_KMS),
                        RequestBody.fromString("hello")),
                501,
                "NotImplemented");
        assertRefused(
                () -> s3.putObject(r -> r.bucket(bucket).key("a").acl("public-read"), RequestBody.fromString("hello")),
                400,
                "AccessControlListNotSupported");
        s3.putObject(r -> r.bucket(bucket).key("a").acl("bucket-owner-full-control"), RequestBody.fromString("hello"));
        assertThat(s3.getObjectAcl(r -> r.bucket(bucket).key("a")).grants()).hasSize(1);
    }

    @Test
    void download_abandoned_leavesTheConnectionOutOfUseOnly() throws IOException {
        String bucket = newBucket();
        s3.putObject(r -> r.bucket(bucket).key("large"), RequestBody.fromBytes(bytes(5_000_000, 1)));
        for (int i = 0; i < 20; i++) {
            ResponseInputStream<GetObjectResponse> stream =
                    s3.getObject(r -> r.bucket(bucket).key("large"));
            assertThat(stream.read()).isGreaterThanOrEqualTo(0);
            stream.abort();
        }
        put(bucket, "a", "hello");
        assertThat(s3.getObjectAsBytes(r -> r.bucket(bucket).key("a")).asByteArray())
                .isEqualTo("hello".getBytes(UTF_8));
    }
}
