package dev.trestle.conformance.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.ListObjectsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

class S3ListingsTest extends S3Test {
    private static final List<String> KEYS = List.of("a", "b/1", "b/2", "b/c/3", "d", "e f/+1", "e f/\u00e9", "z");

    private String filled() {
        String bucket = newBucket();
        for (String key : KEYS) {
            put(bucket, key, key);
        }
        return bucket;
    }

    @Test
    void listV2_plain_givesAllWithTheirFacts() {
        String bucket = filled();
        ListObjectsV2Response page = s3.listObjectsV2(r -> r.bucket(bucket).fetchOwner(true));
        assertThat(page.contents()).extracting(S3Object::key).containsExactlyElementsOf(KEYS);
        assertThat(page.keyCount()).isEqualTo(KEYS.size());
        assertThat(page.isTruncated()).isFalse();
        assertThat(page.contents().get(0)).satisfies(object -> {
            assertThat(object.size()).isEqualTo(1);
            assertThat(object.eTag()).isEqualTo("\"0cc175b9c0f1b6a831c399e269772661\"");
            assertThat(object.storageClassAsString()).isEqualTo("STANDARD");
            assertThat(object.lastModified()).isNotNull();
            assertThat(object.owner().id()).isNotEmpty();
            assertThat(object.checksumAlgorithmAsStrings()).containsExactly("CRC32");
        });
    }

    @Test
    void listV2_withPrefixAndDelimiter_foldsWhatIsBehind() {
        String bucket = filled();
        ListObjectsV2Response top = s3.listObjectsV2(r -> r.bucket(bucket).delimiter("/"));
        assertThat(top.contents()).extracting(S3Object::key).containsExactly("a", "d", "z");
        assertThat(top.commonPrefixes()).extracting(CommonPrefix::prefix).containsExactly("b/", "e f/");
        assertThat(top.keyCount()).isEqualTo(5);
        ListObjectsV2Response below =
                s3.listObjectsV2(r -> r.bucket(bucket).delimiter("/").prefix("b/"));
        assertThat(below.contents()).extracting(S3Object::key).containsExactly("b/1", "b/2");
        assertThat(below.commonPrefixes()).extracting(CommonPrefix::prefix).containsExactly("b/c/");
        assertThat(s3.listObjectsV2(r -> r.bucket(bucket).startAfter("b/2")).contents())
                .extracting(S3Object::key)
                .startsWith("b/c/3");
    }

    @Test
    void listV2_inPages_givesEachOnce() {
        String bucket = filled();
        for (int size = 1; size <= KEYS.size(); size++) {
            int max = size;
            List<String> seen = new ArrayList<>();
            s3.listObjectsV2Paginator(r -> r.bucket(bucket).maxKeys(max)).stream()
                    .peek(page -> assertThat(page.contents()).hasSizeLessThanOrEqualTo(max))
                    .forEach(page -> page.contents().forEach(object -> seen.add(object.key())));
            assertThat(seen).containsExactlyElementsOf(KEYS);
            List<String> folded = new ArrayList<>();
            s3.listObjectsV2Paginator(r -> r.bucket(bucket).maxKeys(max).delimiter("/")).stream()
                    .forEach(page -> {
                        page.contents().forEach(object -> folded.add(object.key()));
                        page.commonPrefixes().forEach(prefix -> folded.add(prefix.prefix()));
                    });
            assertThat(folded).containsExactlyInAnyOrder("a", "b/", "d", "e f/", "z");
        }
        assertThat(s3.listObjectsV2(r -> r.bucket(bucket).maxKeys(0)).keyCount())
                .isZero();
        assertRefused(() -> s3.listObjectsV2(r -> r.bucket(bucket).continuationToken("***")), 400, "InvalidArgument");
    }

    @Test
    void listV1_inPages_givesEachOnce() {
        String bucket = filled();
        List<String> seen = new ArrayList<>();
        String marker = null;
        for (int page = 0; page < 10; page++) {
            String from = marker;
            ListObjectsResponse response =
                    s3.listObjects(r -> r.bucket(bucket).maxKeys(3).marker(from));
            response.contents().forEach(object -> seen.add(object.key()));
            if (!response.isTruncated()) {
                break;
            }
            marker = response.contents().get(response.contents().size() - 1).key();
        }
        assertThat(seen).containsExactlyElementsOf(KEYS);
        ListObjectsResponse folded =
                s3.listObjects(r -> r.bucket(bucket).maxKeys(2).delimiter("/"));
        assertThat(folded.nextMarker()).isEqualTo("b/");
        assertThat(s3.listObjects(r -> r.bucket(bucket).delimiter("/").marker("b/"))
                        .contents())
                .extracting(S3Object::key)
                .containsExactly("d", "z");
    }
}
