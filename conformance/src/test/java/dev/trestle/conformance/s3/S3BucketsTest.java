package dev.trestle.conformance.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Bucket;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.CORSRule;
import software.amazon.awssdk.services.s3.model.ListBucketsResponse;
import software.amazon.awssdk.services.s3.model.ObjectOwnership;
import software.amazon.awssdk.services.s3.model.Payer;
import software.amazon.awssdk.services.s3.model.Permission;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;
import software.amazon.awssdk.services.s3.model.Tag;

class S3BucketsTest extends S3Test {
    @Test
    void bucket_createdListedAndDeleted_isGone() {
        String bucket = newBucket();
        assertThat(s3.headBucket(r -> r.bucket(bucket)).bucketRegion()).isEqualTo("us-east-1");
        assertThat(s3.listBuckets().buckets()).extracting(Bucket::name).contains(bucket);
        assertThat(s3.listBuckets().owner().id()).isNotEmpty();
        assertThat(s3.getBucketLocation(r -> r.bucket(bucket)).locationConstraintAsString())
                .isNullOrEmpty();
        s3.deleteBucket(r -> r.bucket(bucket));
        assertStatus(() -> s3.headBucket(r -> r.bucket(bucket)), 404);
        assertRefused(() -> s3.deleteBucket(r -> r.bucket(bucket)), 404, "NoSuchBucket");
        assertRefused(() -> s3.listObjectsV2(r -> r.bucket(bucket)), 404, "NoSuchBucket");
    }

    @Test
    void createBucket_twice_isRefused() {
        String bucket = newBucket();
        assertRefused(() -> s3.createBucket(r -> r.bucket(bucket)), 409, "BucketAlreadyOwnedByYou");
    }

    @Test
    void createBucket_inAnotherRegion_isTaken() {
        s3.createBucket(r -> r.bucket("elsewhere").createBucketConfiguration(c -> c.locationConstraint("eu-west-1")));
        assertThat(s3.headBucket(r -> r.bucket("elsewhere")).bucketRegion()).isEqualTo("us-east-1");
    }

    @Test
    void deleteBucket_notEmpty_isRefused() {
        String bucket = newBucket();
        put(bucket, "a", "hello");
        assertRefused(() -> s3.deleteBucket(r -> r.bucket(bucket)), 409, "BucketNotEmpty");
        s3.deleteObject(r -> r.bucket(bucket).key("a"));
        s3.deleteBucket(r -> r.bucket(bucket));
    }

    @Test
    void listBuckets_inPages_givesAllInOrder() {
        for (String name : List.of("page-c", "page-a", "page-b")) {
            s3.createBucket(r -> r.bucket(name));
        }
        ListBucketsResponse first = s3.listBuckets(r -> r.prefix("page-").maxBuckets(2));
        assertThat(first.buckets()).extracting(Bucket::name).containsExactly("page-a", "page-b");
        ListBucketsResponse second =
                s3.listBuckets(r -> r.prefix("page-").maxBuckets(2).continuationToken(first.continuationToken()));
        assertThat(second.buckets()).extracting(Bucket::name).containsExactly("page-c");
        assertThat(second.continuationToken()).isNull();
    }

    @Test
    void versioning_setAndRead_isWhatWasSet() {
        String bucket = newBucket();
        assertThat(s3.getBucketVersioning(r -> r.bucket(bucket)).status()).isNull();
        for (BucketVersioningStatus status :
                List.of(BucketVersioningStatus.ENABLED, BucketVersioningStatus.SUSPENDED)) {
            s3.putBucketVersioning(r -> r.bucket(bucket).versioningConfiguration(c -> c.status(status)));
            assertThat(s3.getBucketVersioning(r -> r.bucket(bucket)).status()).isEqualTo(status);
        }
    }

    @Test
    void tags_setReadAndDeleted_areThoseThatWereSet() {
        String bucket = newBucket();
        assertRefused(() -> s3.getBucketTagging(r -> r.bucket(bucket)), 404, "NoSuchTagSet");
        Tag tag = Tag.builder().key("who + what").value("me@here").build();
        s3.putBucketTagging(r -> r.bucket(bucket).tagging(t -> t.tagSet(tag)));
        assertThat(s3.getBucketTagging(r -> r.bucket(bucket)).tagSet()).containsExactly(tag);
        s3.deleteBucketTagging(r -> r.bucket(bucket));
        assertRefused(() -> s3.getBucketTagging(r -> r.bucket(bucket)), 404, "NoSuchTagSet");
    }

    @Test
    void cors_setReadAndDeleted_isWhatWasSet() {
        String bucket = newBucket();
        assertRefused(() -> s3.getBucketCors(r -> r.bucket(bucket)), 404, "NoSuchCORSConfiguration");
        CORSRule rule = CORSRule.builder()
                .id("one")
                .allowedOrigins("https://a.example", "https://*.b.example")
                .allowedMethods("GET", "PUT")
                .allowedHeaders("*")
                .exposeHeaders("ETag")
                .maxAgeSeconds(600)
                .build();
        s3.putBucketCors(r -> r.bucket(bucket).corsConfiguration(c -> c.corsRules(rule)));
        assertThat(s3.getBucketCors(r -> r.bucket(bucket)).corsRules()).containsExactly(rule);
        s3.deleteBucketCors(r -> r.bucket(bucket));
        assertRefused(() -> s3.getBucketCors(r -> r.bucket(bucket)), 404, "NoSuchCORSConfiguration");
        assertRefused(
                () -> s3.putBucketCors(r -> r.bucket(bucket)
                        .corsConfiguration(c -> c.corsRules(CORSRule.builder()
                                .allowedOrigins("*")
                                .allowedMethods("PATCH")
                                .build()))),
                400,
                "InvalidRequest");
    }

    @Test
    void features_thatAreNotThere_areToldAsS3TellsThem() {
        String bucket = newBucket();
        assertThat(s3.getBucketAcl(r -> r.bucket(bucket)).grants())
                .singleElement()
                .satisfies(grant -> assertThat(grant.permission()).isEqualTo(Permission.FULL_CONTROL));
        assertThat(s3.getBucketOwnershipControls(r -> r.bucket(bucket))
                        .ownershipControls()
                        .rules()
                        .get(0)
                        .objectOwnership())
                .isEqualTo(ObjectOwnership.BUCKET_OWNER_ENFORCED);
        assertThat(s3.getPublicAccessBlock(r -> r.bucket(bucket))
                        .publicAccessBlockConfiguration()
                        .blockPublicPolicy())
                .isTrue();
        assertThat(s3.getBucketRequestPayment(r -> r.bucket(bucket)).payer()).isEqualTo(Payer.BUCKET_OWNER);
        assertThat(s3.getBucketLogging(r -> r.bucket(bucket)).loggingEnabled()).isNull();
        assertThat(s3.getBucketAccelerateConfiguration(r -> r.bucket(bucket)).status())
                .isNull();
        assertThat(s3.getBucketNotificationConfiguration(r -> r.bucket(bucket)).queueConfigurations())
                .isEmpty();
        assertRefused(
                () -> s3.getBucketLifecycleConfiguration(r -> r.bucket(bucket)), 404, "NoSuchLifecycleConfiguration");
        assertRefused(() -> s3.getBucketPolicy(r -> r.bucket(bucket)), 404, "NoSuchBucketPolicy");
        assertRefused(() -> s3.getBucketPolicyStatus(r -> r.bucket(bucket)), 404, "NoSuchBucketPolicy");
        assertRefused(() -> s3.getBucketWebsite(r -> r.bucket(bucket)), 404, "NoSuchWebsiteConfiguration");
        assertRefused(
                () -> s3.getBucketEncryption(r -> r.bucket(bucket)),
                404,
                "ServerSideEncryptionConfigurationNotFoundError");
        assertRefused(
                () -> s3.getObjectLockConfiguration(r -> r.bucket(bucket)),
                404,
                "ObjectLockConfigurationNotFoundError");
        assertRefused(
                () -> s3.getBucketReplication(r -> r.bucket(bucket)), 404, "ReplicationConfigurationNotFoundError");
    }

    @Test
    void features_thatCannotBeSet_areNotImplemented() {
        String bucket = newBucket();
        assertRefused(() -> s3.putBucketPolicy(r -> r.bucket(bucket).policy("{}")), 501, "NotImplemented");
        assertRefused(
                () -> s3.putBucketEncryption(r -> r.bucket(bucket)
                        .serverSideEncryptionConfiguration(c -> c.rules(rule -> rule.applyServerSideEncryptionByDefault(
                                d -> d.sseAlgorithm(ServerSideEncryption.AES256))))),
                501,
                "NotImplemented");
        assertRefused(
                () -> s3.createBucket(r -> r.bucket("locked").objectLockEnabledForBucket(true)), 501, "NotImplemented");
    }

    @Test
    void client_overThePathOfTheServersOwnPort_isServed() {
        try (S3Client own = server.client(builder -> builder.endpointOverride(server.mountedUri()))) {
            own.createBucket(r -> r.bucket("by-path"));
            own.putObject(
                    r -> r.bucket("by-path").key("a b/c"),
                    software.amazon.awssdk.core.sync.RequestBody.fromString("hello"));
            assertThat(own.listObjectsV2(r -> r.bucket("by-path")).contents())
                    .singleElement()
                    .satisfies(object -> assertThat(object.key()).isEqualTo("a b/c"));
        }
        assertThat(get("by-path", "a b/c")).isEqualTo("hello");
    }

    @Test
    void client_withAWrongKey_isRefused() {
        try (S3Client wrong = server.client(
                        builder -> builder.credentialsProvider(S3Server.credentials("admin", "guessed")));
                S3Client unknown =
                        server.client(builder -> builder.credentialsProvider(S3Server.credentials("nobody", "x")))) {
            assertRefused(wrong::listBuckets, 403, "SignatureDoesNotMatch");
            assertRefused(unknown::listBuckets, 403, "InvalidAccessKeyId");
        }
    }
}
