package dev.trestle.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.wire.signature.AccessKeys;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;

/** Requests to S3 that the SDK's own signer signed, as they were and changed on the way. */
class S3SignatureTest {
    private static final byte[] CONTENT = "0123456789".repeat(30_000).getBytes(UTF_8);

    @TempDir
    Path directory;

    private S3Served served;

    @BeforeEach
    void serve() throws IOException {
        served = new S3Served(
                directory, WireOptions.loopback(0).withAccessKeys(AccessKeys.of(Map.of("alice", "her secret"))));
        Sent created = signed(SdkHttpMethod.PUT, "/things", new byte[0], false);
        assertThat(send(created, created.body()).status()).isEqualTo(200);
    }

    @AfterEach
    void close() {
        served.close();
    }

    /** A signed request, with its body as it goes over the wire. */
    private record Sent(String line, Map<String, String> headers, byte[] body) {
        Sent with(String name, String value) {
            Map<String, String> changed = new LinkedHashMap<>(headers);
            changed.put(name, value);
            return new Sent(line, changed, body);
        }
    }

    private Sent signed(SdkHttpMethod method, String target, byte[] body, boolean chunked) throws IOException {
        SdkHttpRequest unsigned = SdkHttpRequest.builder()
                .method(method)
                .uri(URI.create(served.server().url() + target))
                .putHeader("Content-Length", Integer.toString(body.length))
                .build();
        SignedRequest signed = AwsV4HttpSigner.create()
                .sign(request -> request.identity(AwsBasicCredentials.create("alice", "her secret"))
                        .request(unsigned)
                        .payload(ContentStreamProvider.fromByteArray(body))
                        .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "s3")
                        .putProperty(AwsV4HttpSigner.REGION_NAME, "us-east-1")
                        .putProperty(AwsV4FamilyHttpSigner.DOUBLE_URL_ENCODE, false)
                        .putProperty(AwsV4FamilyHttpSigner.NORMALIZE_PATH, false)
                        .putProperty(AwsV4FamilyHttpSigner.PAYLOAD_SIGNING_ENABLED, true)
                        .putProperty(AwsV4FamilyHttpSigner.CHUNK_ENCODING_ENABLED, chunked));
        Map<String, String> headers = new LinkedHashMap<>();
        signed.request().headers().forEach((name, values) -> headers.put(name, values.get(0)));
        headers.remove("Content-Length");
        byte[] sent = signed.payload().orElseThrow().newStream().readAllBytes();
        return new Sent(method + " " + target, headers, sent);
    }

    private RawClient.Response send(Sent request, byte[] body) throws IOException {
        return served.send(request.line(), request.headers(), body);
    }

    private void assertAbsent() throws IOException {
        Sent get = signed(SdkHttpMethod.GET, "/things/a", new byte[0], false);
        assertThat(send(get, new byte[0]).status()).isEqualTo(404);
    }

    @Test
    void body_inSignedChunks_isStoredOnlyAsItWasSigned() throws IOException {
        Sent put = signed(SdkHttpMethod.PUT, "/things/a", CONTENT, true);
        assertThat(put.headers()).containsEntry("x-amz-content-sha256", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD");
        for (int at : List.of(200, 100_000, 131_300, 262_600, put.body().length - 60)) {
            byte[] changed = put.body().clone();
            changed[at] ^= 1;
            RawClient.Response refused = send(put, changed);
            assertThat(refused.status()).as("byte %d: %s", at, refused.text()).isBetween(400, 403);
            assertAbsent();
        }
        byte[] shorter = Arrays.copyOf(put.body(), put.body().length - 88);
        assertThat(S3Served.code(send(put, shorter))).isEqualTo("SignatureDoesNotMatch"); // of the length, too
        assertAbsent();
        RawClient.Response stored = send(put, put.body());
        assertThat(stored.status()).as(stored.text()).isEqualTo(200);
        Sent get = signed(SdkHttpMethod.GET, "/things/a", new byte[0], false);
        assertThat(send(get, new byte[0]).body()).isEqualTo(CONTENT);
    }

    @Test
    void body_hashed_isStoredOnlyAsItWasSigned() throws IOException {
        Sent put = signed(SdkHttpMethod.PUT, "/things/a", CONTENT, false);
        byte[] changed = put.body().clone();
        changed[299_999] ^= 1;
        RawClient.Response refused = send(put, changed);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(S3Served.code(refused)).isEqualTo("XAmzContentSHA256Mismatch");
        assertAbsent();
        assertThat(send(put, put.body()).status()).isEqualTo(200);
    }

    @Test
    void head_changed_isRefusedWithWhatWasSigned() throws IOException {
        Sent get = signed(SdkHttpMethod.GET, "/things?prefix=a%2Fb&max-keys=1", new byte[0], false);
        assertThat(send(get, new byte[0]).status()).isEqualTo(200);
        for (String line : List.of(
                "GET /things?prefix=a%2Fb&max-keys=2",
                "GET /things?prefix=a%2Fb",
                "GET /things/?prefix=a%2Fb&max-keys=1",
                "HEAD /things?prefix=a%2Fb&max-keys=1",
                "DELETE /things?prefix=a%2Fb&max-keys=1")) {
            assertThat(send(new Sent(line, get.headers(), get.body()), new byte[0])
                            .status())
                    .as(line)
                    .isEqualTo(403);
        }
        RawClient.Response refused = send(get.with("x-amz-date", get.headers().get("X-Amz-Date")), new byte[0]);
        assertThat(S3Served.code(refused)).isEqualTo("SignatureDoesNotMatch");
        assertThat(refused.text())
                .contains("<StringToSign>AWS4-HMAC-SHA256\n", "<CanonicalRequest>GET\n/things\n")
                .doesNotContain("her secret");
        assertThat(S3Served.code(send(get.with("x-amz-acl", "private"), new byte[0])))
                .isEqualTo("AccessDenied");
        Sent reordered = new Sent("GET /things?max-keys=1&prefix=a/b", get.headers(), get.body());
        assertThat(send(reordered, new byte[0]).status()).isEqualTo(200);
    }

    @Test
    void key_withSpecialCharacters_isSignedOnce() throws IOException {
        for (String key : List.of("a%20b", "a%2Bb", "a%252Fb", "x/../y", "a//b", "%C3%A9", "a~b", "%28a%29%2A%27%21")) {
            Sent put = signed(SdkHttpMethod.PUT, "/things/" + key, CONTENT, false);
            RawClient.Response stored = send(put, put.body());
            assertThat(stored.status()).as("%s: %s", key, stored.text()).isEqualTo(200);
        }
    }
}
