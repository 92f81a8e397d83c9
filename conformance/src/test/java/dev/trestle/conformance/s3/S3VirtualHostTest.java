package dev.trestle.conformance.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** A bucket that the host names, as SDKs do it unless they are told otherwise. Requests are signed by the SDK. */
class S3VirtualHostTest extends S3Test {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private S3Presigner presigner() {
        return S3Presigner.builder()
                .endpointOverride(URI.create("http://localhost:" + server.uri().getPort()))
                .region(Region.US_EAST_1)
                .credentialsProvider(S3Server.credentials(S3Server.KEY_ID, S3Server.SECRET))
                .build();
    }

    /** Sends a request with a Host header of its own to this machine, whatever that name would be found as. */
    private String send(String method, String host, String target, String body) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.uri().getPort())) {
            String head = method + " " + target + " HTTP/1.1\r\nHost: " + host
                    + "\r\nConnection: close\r\nContent-Length: " + body.length() + "\r\n\r\n";
            socket.getOutputStream().write((head + body).getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static String target(URI uri) {
        return uri.getRawPath() + "?" + uri.getRawQuery();
    }

    @Test
    void object_ofABucketInTheHost_isStoredAndRead() throws Exception {
        String bucket = newBucket();
        try (S3Presigner presigner = presigner()) {
            URI put = presigner
                    .presignPutObject(r -> r.signatureDuration(MINUTE)
                            .putObjectRequest(p -> p.bucket(bucket).key("a b/c")))
                    .url()
                    .toURI();
            assertThat(put.getHost()).isEqualTo(bucket + ".localhost");
            assertThat(send("PUT", put.getAuthority(), target(put), "hello")).startsWith("HTTP/1.1 200");
            assertThat(get(bucket, "a b/c")).isEqualTo("hello");
            URI get = presigner
                    .presignGetObject(r -> r.signatureDuration(MINUTE)
                            .getObjectRequest(g -> g.bucket(bucket).key("a b/c")))
                    .url()
                    .toURI();
            assertThat(send("GET", get.getAuthority(), target(get), ""))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("hello");
            assertThat(send("GET", "localhost:" + get.getPort(), target(get), ""))
                    .startsWith("HTTP/1.1 403");
            assertThat(send("GET", "other.localhost:" + get.getPort(), target(get), ""))
                    .as("the bucket is signed with the host")
                    .startsWith("HTTP/1.1 403");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bucket.example.org", "a_b.localhost", ".localhost", "bucket.127.0.0.1", "xlocalhost"})
    void host_thatIsNotInFrontOfOurName_isRefused(String host) throws Exception {
        assertThat(send("GET", host, "/a", "")).startsWith("HTTP/1.1 403").contains("does not name this server");
    }
}
