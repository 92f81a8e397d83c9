package dev.trestle.conformance.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.DeleteMarkerEntry;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.ObjectVersion;
import software.amazon.awssdk.services.s3.model.S3Exception;

class S3VersionsTest extends S3Test {
    private String versioned() {
        String bucket = newBucket();
        set(bucket, BucketVersioningStatus.ENABLED);
        return bucket;
    }

    private void set(String bucket, BucketVersioningStatus status) {
        s3.putBucketVersioning(r -> r.bucket(bucket).versioningConfiguration(c -> c.status(status)));
    }

    @Test
    void versions_ofAnObject_areKeptListedReadAndDeleted() {
        String bucket = versioned();
        String first = put(bucket, "a", "one").versionId();
        String second = put(bucket, "a", "two").versionId();
        assertThat(first).isNotEqualTo(second);
        assertThat(get(bucket, "a")).isEqualTo("two");
        assertThat(get(bucket, "a", first)).isEqualTo("one");
        assertThat(s3.headObject(r -> r.bucket(bucket).key("a").versionId(first))
                        .versionId())
                .isEqualTo(first);
        assertThat(s3.listObjectVersions(r -> r.bucket(bucket)).versions())
                .extracting(ObjectVersion::versionId, ObjectVersion::isLatest)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(second, true),
                        org.assertj.core.groups.Tuple.tuple(first, false));
        s3.deleteObject(r -> r.bucket(bucket).key("a").versionId(second));
        assertThat(get(bucket, "a")).isEqualTo("one");
        assertRefused(() -> get(bucket, "a", second), 404, "NoSuchVersion");
    }

    @Test
    void delete_ofAVersionedObject_hidesItBehindAMarker() {
        String bucket = versioned();
        String version = put(bucket, "a", "one").versionId();
        DeleteObjectResponse deleted = s3.deleteObject(r -> r.bucket(bucket).key("a"));
        assertThat(deleted.deleteMarker()).isTrue();
        String marker = deleted.versionId();
        assertThatThrownBy(() -> get(bucket, "a")).isInstanceOfSatisfying(S3Exception.class, e -> {
            assertThat(e.statusCode()).isEqualTo(404);
            assertThat(e.awsErrorDetails().sdkHttpResponse().firstMatchingHeader("x-amz-delete-marker"))
                    .contains("true");
        });
        assertRefused(() -> get(bucket, "a", marker), 405, "MethodNotAllowed");
        assertThat(s3.listObjectsV2(r -> r.bucket(bucket)).contents()).isEmpty();
        ListObjectVersionsResponse listed = s3.listObjectVersions(r -> r.bucket(bucket));
        assertThat(listed.deleteMarkers())
                .extracting(DeleteMarkerEntry::versionId)
                .containsExactly(marker);
        assertThat(listed.versions()).extracting(ObjectVersion::versionId).containsExactly(version);
        DeleteObjectResponse undeleted =
                s3.deleteObject(r -> r.bucket(bucket).key("a").versionId(marker));
        assertThat(undeleted.deleteMarker()).isTrue();
        assertThat(get(bucket, "a")).isEqualTo("one");
    }

    @Test
    void suspended_bucket_overwritesTheVersionWithoutAName() {
        String bucket = versioned();
        String kept = put(bucket, "a", "kept").versionId();
        set(bucket, BucketVersioningStatus.SUSPENDED);
        assertThat(put(bucket, "a", "x").versionId()).isEqualTo("null");
        put(bucket, "a", "y");
        assertThat(get(bucket, "a", "null")).isEqualTo("y");
        assertThat(get(bucket, "a", kept)).isEqualTo("kept");
        assertThat(s3.listObjectVersions(r -> r.bucket(bucket)).versions())
                .extracting(ObjectVersion::versionId)
                .containsExactly("null", kept);
    }

    @Test
    void listVersions_inPages_givesEachOnce() {
        String bucket = versioned();
        List<String> expected = new ArrayList<>();
        for (String key : List.of("a", "b", "c")) {
            List<String> versions = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                versions.add(0, put(bucket, key, key + i).versionId());
            }
            expected.addAll(versions);
        }
        for (int size : List.of(1, 2, 5, 12)) {
            List<String> seen = s3
                    .listObjectVersionsPaginator(r -> r.bucket(bucket).maxKeys(size))
                    .versions()
                    .stream()
                    .map(ObjectVersion::versionId)
                    .toList();
            assertThat(seen).containsExactlyElementsOf(expected);
        }
    }

    @Test
    void deleteObjects_byVersion_deletesThose() {
        String bucket = versioned();
        String first = put(bucket, "a", "one").versionId();
        String second = put(bucket, "a", "two").versionId();
        var response = s3.deleteObjects(r -> r.bucket(bucket)
                .delete(d -> d.objects(
                        ObjectIdentifier.builder().key("a").versionId(first).build(),
                        ObjectIdentifier.builder().key("a").build())));
        assertThat(response.deleted().get(0).versionId()).isEqualTo(first);
        assertThat(response.deleted().get(1).deleteMarker()).isTrue();
        assertThat(response.deleted().get(1).deleteMarkerVersionId()).isNotEmpty();
        assertThat(get(bucket, "a", second)).isEqualTo("two");
        assertRefused(() -> get(bucket, "a"), 404, "NoSuchKey");
    }

    @Test
    void copy_ofAVersion_copiesThat() {
        String bucket = versioned();
        String first = put(bucket, "a", "one").versionId();
        put(bucket, "a", "two");
        var copied = s3.copyObject(r -> r.sourceBucket(bucket)
                .sourceKey("a")
                .sourceVersionId(first)
                .destinationBucket(bucket)
                .destinationKey("b"));
        assertThat(copied.copySourceVersionId()).isEqualTo(first);
        assertThat(get(bucket, "b")).isEqualTo("one");
    }
}
