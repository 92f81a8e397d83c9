package dev.trestle.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.objects.api.BucketInfo;
import dev.trestle.objects.api.CorsRule;
import dev.trestle.objects.api.CreateUpload;
import dev.trestle.objects.api.DeleteObject;
import dev.trestle.objects.api.ListBuckets;
import dev.trestle.objects.api.ListObjects;
import dev.trestle.objects.api.ListUploads;
import dev.trestle.objects.api.PutObject;
import dev.trestle.objects.api.UploadRef;
import dev.trestle.objects.api.Versioning;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buckets and what is set for them. */
class BucketsTest extends ObjectStoreTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ab",
                "Upper",
                "under_score",
                "-first",
                "last-",
                "two..dots",
                "192.168.1.1",
                "xn--name",
                "sthree-name",
                "name-s3alias",
                "name--ol-s3",
                "a123456789012345678901234567890123456789012345678901234567890123",
                "ümlaut",
                "../etc"
            })
    void createBucket_nameAgainstTheRules_isRefused(String name) {
        refused(S3Error.INVALID_BUCKET_NAME, () -> store.createBucket(name));
        refused(S3Error.INVALID_BUCKET_NAME, () -> store.headBucket(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "a.b-c", "1st", "a12345678901234567890123456789012345678901234567890123456789012"})
    void createBucket_goodName_isListedAndStays(String name) {
        BucketInfo made = store.createBucket(name);
        assertThat(made).isEqualTo(new BucketInfo(name, clock.instant(), "us-east-1"));
        reopen();
        assertThat(store.headBucket(name)).isEqualTo(made);
        assertThat(store.listBuckets(ListBuckets.ALL).buckets()).contains(made);
    }

    @Test
    void createBucket_again_isRefused() {
        assertThat(refused(S3Error.BUCKET_ALREADY_OWNED_BY_YOU, () -> store.createBucket(BUCKET))
                        .details())
                .containsEntry("BucketName", BUCKET);
    }

    @Test
    void headBucket_unknown_isRefused() {
        refused(S3Error.NO_SUCH_BUCKET, () -> store.headBucket("unknown"));
        refused(S3Error.NO_SUCH_BUCKET, () -> store.beginPut(new PutObject("unknown", "k")));
        refused(S3Error.NO_SUCH_BUCKET, () -> store.list(new ListObjects("unknown")));
        refused(S3Error.NO_SUCH_BUCKET, () -> store.deleteBucket("unknown"));
    }

    @Test
    void deleteBucket_withObjectsOrVersions_isRefused() {
        store.putVersioning(BUCKET, Versioning.ENABLED);
        String version = put("k", "v").versionId();
        refused(S3Error.BUCKET_NOT_EMPTY, () -> store.deleteBucket(BUCKET));
        String marker = store.delete(new DeleteObject(BUCKET, "k")).versionId();
        refused(S3Error.BUCKET_NOT_EMPTY, () -> store.deleteBucket(BUCKET));
        store.delete(new DeleteObject(BUCKET, "k", version, null));
        refused(S3Error.BUCKET_NOT_EMPTY, () -> store.deleteBucket(BUCKET));
        store.delete(new DeleteObject(BUCKET, "k", marker, null));
        store.deleteBucket(BUCKET);
        refused(S3Error.NO_SUCH_BUCKET, () -> store.headBucket(BUCKET));
        reopen();
        refused(S3Error.NO_SUCH_BUCKET, () -> store.headBucket(BUCKET));
    }

    @Test
    void deleteBucket_withUploads_endsThemAndTheNextOneIsEmpty() throws Exception {
        UploadRef upload = createUpload("k");
        putPart(upload, 1, randomBytes(5000, 1));
        store.deleteBucket(BUCKET);
        store.createBucket(BUCKET);
        assertThat(store.listUploads(new ListUploads(BUCKET)).uploads()).isEmpty();
        refused(S3Error.NO_SUCH_UPLOAD, () -> putPart(upload, 2, bytes("x")));
        awaitNoGarbage();
        assertThat(blobFiles()).isZero();
    }

    @Test
    @Tag("once")
    void deleteBucket_whileAnObjectComesIn_refusesTheObject() {
        try (var upload = store.beginPut(new PutObject(BUCKET, "k"))) {
            upload.write(java.nio.ByteBuffer.wrap(randomBytes(5000, 1)));
            store.deleteBucket(BUCKET);
            refused(S3Error.NO_SUCH_BUCKET, () -> upload.finish(null));
        }
    }

    @Test
    void listBuckets_byPrefixAndPage_givesEachOnce() {
        for (String name : List.of("b-1", "b-2", "b-3", "c-1")) {
            store.createBucket(name);
        }
        ListBuckets.Result first = store.listBuckets(new ListBuckets("b-", 2, null));
        assertThat(first.buckets()).extracting(BucketInfo::name).containsExactly("b-1", "b-2");
        ListBuckets.Result second = store.listBuckets(new ListBuckets("b-", 2, first.nextToken()));
        assertThat(second.buckets()).extracting(BucketInfo::name).containsExactly("b-3");
        assertThat(second.nextToken()).isNull();
        refused(S3Error.INVALID_ARGUMENT, () -> store.listBuckets(new ListBuckets(null, 0, null)));
        refused(S3Error.INVALID_ARGUMENT, () -> store.listBuckets(new ListBuckets(null, 1, "*")));
    }

    @Test
    void versioning_set_stays() {
        assertThat(store.getVersioning(BUCKET)).isEqualTo(Versioning.OFF);
        store.putVersioning(BUCKET, Versioning.SUSPENDED);
        reopen();
        assertThat(store.getVersioning(BUCKET)).isEqualTo(Versioning.SUSPENDED);
        refused(S3Error.MALFORMED_XML, () -> store.putVersioning(BUCKET, Versioning.OFF));
    }

    @Test
    void cors_setReadDeleted_isAsItWas() {
        refused(S3Error.NO_SUCH_CORS_CONFIGURATION, () -> store.getCors(BUCKET));
        List<CorsRule> rules = List.of(
                new CorsRule(
                        "one", List.of("https://*.example"), List.of("GET", "PUT"), List.of("*"), List.of("ETag"), 60),
                new CorsRule(null, List.of("*"), List.of("HEAD"), List.of(), List.of(), null));
        store.putCors(BUCKET, rules);
        assertThat(store.getCors(BUCKET)).isEqualTo(rules);
        reopen();
        assertThat(store.getCors(BUCKET)).isEqualTo(rules);
        store.deleteCors(BUCKET);
        refused(S3Error.NO_SUCH_CORS_CONFIGURATION, () -> store.getCors(BUCKET));
    }

    @Test
    void cors_againstTheRules_isRefused() {
        refused(S3Error.MALFORMED_XML, () -> store.putCors(BUCKET, List.of()));
        refused(S3Error.INVALID_REQUEST, () -> store.putCors(BUCKET, List.of(rule("*", "PATCH", "*", "a"))));
        refused(S3Error.INVALID_REQUEST, () -> store.putCors(BUCKET, List.of(rule("*.*", "GET", "*", "a"))));
        refused(S3Error.INVALID_REQUEST, () -> store.putCors(BUCKET, List.of(rule("*", "GET", "*", "a*"))));
    }

    private static CorsRule rule(String origin, String method, String header, String exposed) {
        return new CorsRule(null, List.of(origin), List.of(method), List.of(header), List.of(exposed), null);
    }

    @Test
    void tags_setReadDeleted_areAsTheyWere() {
        refused(S3Error.NO_SUCH_TAG_SET, () -> store.getBucketTags(BUCKET));
        Map<String, String> tags = Map.of("team", "a b", "empty", "");
        store.putBucketTags(BUCKET, tags);
        assertThat(store.getBucketTags(BUCKET)).isEqualTo(tags);
        reopen();
        assertThat(store.getBucketTags(BUCKET)).isEqualTo(tags);
        store.deleteBucketTags(BUCKET);
        refused(S3Error.NO_SUCH_TAG_SET, () -> store.getBucketTags(BUCKET));
    }

    @Test
    void tags_againstTheRules_areRefused() {
        Map<String, String> many = new HashMap<>();
        for (int i = 0; i < 51; i++) {
            many.put("t" + i, "v");
        }
        refused(S3Error.BAD_REQUEST, () -> store.putBucketTags(BUCKET, many));
        for (String key : List.of("", "aws:x", "k".repeat(129), "a;b")) {
            refused(S3Error.INVALID_TAG, () -> store.putBucketTags(BUCKET, Map.of(key, "v")));
        }
        refused(S3Error.INVALID_TAG, () -> store.putBucketTags(BUCKET, Map.of("k", "v".repeat(257))));
    }

    @Test
    void createUpload_unknownBucket_isRefused() {
        refused(S3Error.NO_SUCH_BUCKET, () -> store.createUpload(new CreateUpload("unknown", "k")));
    }
}
