package dev.trestle.conformance.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** The base of the suites: one server for all tests of a class, and a bucket for each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class S3Test {
    private static final AtomicLong NAMES = new AtomicLong();

    @SuppressWarnings("NullAway.Init")
    S3Server server;

    @SuppressWarnings("NullAway.Init")
    S3Client s3;

    @BeforeAll
    final void serve(@TempDir Path directory) {
        server = S3Server.in(directory);
        s3 = server.client();
    }

    @AfterAll
    final void stop() {
        s3.close();
        server.close();
    }

    final String newBucket() {
        String name = "bucket-" + NAMES.incrementAndGet();
        s3.createBucket(r -> r.bucket(name));
        return name;
    }

    final PutObjectResponse put(String bucket, String key, String content) {
        return s3.putObject(r -> r.bucket(bucket).key(key), RequestBody.fromString(content));
    }

    final String get(String bucket, String key) {
        return get(bucket, key, null);
    }

    final String get(String bucket, String key, @Nullable String version) {
        return s3.getObjectAsBytes(r -> r.bucket(bucket).key(key).versionId(version))
                .asString(StandardCharsets.UTF_8);
    }

    static byte[] bytes(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    static void assertRefused(ThrowingCallable call, int status, String code) {
        assertThatThrownBy(call).isInstanceOfSatisfying(S3Exception.class, refused -> {
            assertThat(refused.awsErrorDetails().errorCode())
                    .as(refused.getMessage())
                    .isEqualTo(code);
            assertThat(refused.statusCode()).isEqualTo(status);
            assertThat(refused.requestId()).isNotEmpty();
        });
    }

    /** What has no body tells no code. */
    static void assertStatus(ThrowingCallable call, int status) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        S3Exception.class,
                        refused -> assertThat(refused.statusCode()).isEqualTo(status));
    }
}
