package dev.trestle.conformance.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** A presigned URL, before and after its time. */
class S3PresignExpiryTest {
    private static final Duration WEEK = Duration.ofDays(7);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    /** The server's clock, ahead of the client's. */
    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

    private final Clock clock = new Clock() {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return Instant.now().plus(ahead.get());
        }
    };

    @Test
    void url_beforeAndAfterItsTime_opensAndDoesNot() throws Exception {
        try (S3Server server = new S3Server(directory, clock);
                S3Client s3 = server.client();
                S3Presigner presigner = server.presigner()) {
            s3.createBucket(r -> r.bucket("things"));
            s3.putObject(r -> r.bucket("things").key("a"), RequestBody.fromString("hello"));
            URI url = presigner
                    .presignGetObject(r -> r.signatureDuration(WEEK)
                            .getObjectRequest(get -> get.bucket("things").key("a")))
                    .url()
                    .toURI();
            assertThat(get(url).statusCode()).isEqualTo(200);
            ahead.set(WEEK.minusMinutes(5));
            assertThat(get(url).statusCode()).isEqualTo(200);
            ahead.set(WEEK.plusSeconds(1));
            HttpResponse<String> late = get(url);
            assertThat(late.statusCode()).isEqualTo(403);
            assertThat(late.body())
                    .contains("<Code>AccessDenied</Code>", "<Message>Request has expired</Message>", "<Expires>");
            ahead.set(Duration.ofHours(-1));
            HttpResponse<String> early = get(url);
            assertThat(early.statusCode()).isEqualTo(403);
            assertThat(early.body()).contains("Request is not valid yet");
        }
    }

    private static HttpResponse<String> get(URI url) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString());
    }
}
