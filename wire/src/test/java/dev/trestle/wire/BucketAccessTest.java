package dev.trestle.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.objects.api.ListBuckets;
import dev.trestle.wire.access.Access;
import dev.trestle.wire.access.Grant;
import dev.trestle.wire.access.Names;
import dev.trestle.wire.signature.AccessKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which buckets a signer may reach, for every kind of request that names one. */
class BucketAccessTest {
    private static final List<String> OF_BUCKETS = List.of(
            "",
            "?location",
            "?versioning",
            "?tagging",
            "?cors",
            "?acl",
            "?policy",
            "?uploads",
            "?versions",
            "?delete",
            "?list-type=2",
            "?logging",
            "?website",
            "?ownershipControls");
    private static final List<String> OF_OBJECTS = List.of(
            "",
            "?tagging",
            "?acl",
            "?attributes",
            "?uploads",
            "?uploadId=u&partNumber=1",
            "?uploadId=u",
            "?versionId=v");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @SuppressWarnings("NullAway.Init")
    private S3Served served;

    @BeforeEach
    void serve() {
        served = new S3Served(
                directory,
                WireOptions.loopback(0)
                        .withAccessKeys(
                                AccessKeys.NONE.takingAnySignature(Grant.ALL.reserving(Set.of(), Set.of("closed")))));
        served.store().createBucket("closed");
        served.store().createBucket("things");
    }

    @AfterEach
    void close() {
        served.close();
    }

    @Test
    void request_onAReservedBucket_isDeniedWhateverItAsks() throws IOException {
        Set<String> taken = new TreeSet<>();
        for (String method : List.of("GET", "HEAD", "PUT", "POST", "DELETE")) {
            for (String query : OF_BUCKETS) {
                collect(taken, method + " /closed" + query);
            }
            for (String query : OF_OBJECTS) {
                collect(taken, method + " /closed/a" + query);
                collect(taken, method + " /%63losed/a" + query);
            }
        }
        assertThat(taken).isEmpty();
        assertThat(served.store().listBuckets(ListBuckets.ALL).buckets()).hasSize(2);
    }

    /** What is no operation at all may be refused as such. */
    private void collect(Set<String> taken, String line) throws IOException {
        RawClient.Response response = served.send(line);
        boolean denied = response.status() == 403
                && (line.startsWith("HEAD ") || S3Served.code(response).equals("AccessDenied"));
        boolean unknown = response.status() == 405 || response.status() == 501;
        if (!denied && !unknown) {
            taken.add(line + " " + response.status() + " " + response.text());
        }
    }

    @Test
    void copy_fromAReservedBucket_isDenied() throws IOException {
        for (String source : List.of("closed/a", "/closed/a", "%63losed/a", "closed/a?versionId=v")) {
            for (String line : List.of("PUT /things/copy", "PUT /things/copy?uploadId=u&partNumber=1")) {
                RawClient.Response response =
                        served.send(line, S3Served.headers("X-Amz-Copy-Source", source), new byte[0]);
                assertThat(S3Served.code(response)).as(line + " " + source).isEqualTo("AccessDenied");
            }
        }
        assertThat(served.send("PUT /things/a", "content").status()).isEqualTo(200);
        assertThat(served.send("PUT /things/b", S3Served.headers("X-Amz-Copy-Source", "things/a"), new byte[0])
                        .status())
                .isEqualTo(200);
    }

    @Test
    void buckets_listed_areThoseThatTheSignerReaches() throws IOException {
        assertThat(served.send("GET /").text()).contains("<Name>things</Name>").doesNotContain("closed");
        assertThat(served.send("GET /?max-buckets=1").text())
                .contains("<Name>things</Name>")
                .doesNotContain("closed");
    }

    @Test
    void grant_ofNamesAndPrefixes_includesReservedOnesOnlyByName() {
        Grant grant = new Grant(Names.of(List.of()), Names.of(List.of("media-*", "closed")), Set.of(Access.READ))
                .reserving(Set.of(), Set.of("closed", "media-closed"));
        assertThat(grant.permitsBucket("media-a", Access.READ)).isTrue();
        assertThat(grant.permitsBucket("media-a", Access.WRITE)).isFalse();
        assertThat(grant.permitsBucket("closed", Access.READ)).isTrue();
        assertThat(grant.permitsBucket("media-closed", Access.READ)).isFalse();
        assertThat(grant.permitsBucket("medium", Access.READ)).isFalse();
        assertThat(grant.permitsTable("media-a", Access.READ)).isFalse();
    }
}
