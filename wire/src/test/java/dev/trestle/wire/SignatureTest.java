package dev.trestle.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.wire.signature.AccessKeys;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Requests that the SDK's own signer signed, as they were and changed on the way. */
class SignatureTest {
    private static final String SERVICE = "com.amazon.coral.service#";
    private static final String BODY = "{\"Limit\":10}";

    private final Served served = new Served(
            WireOptions.loopback(0).withAccessKeys(AccessKeys.of(Map.of("alice", "her secret", "bob", "his secret"))));

    @AfterEach
    void close() {
        served.close();
    }

    @Test
    void request_signedWithAKeyOfOurs_isAnswered() throws IOException {
        try (DynamoDbClient alice = served.sdk("alice", "her secret");
                DynamoDbClient bob = served.sdk("bob", "his secret")) {
            assertThat(alice.listTables().tableNames()).isEmpty();
            assertThat(bob.listTables().tableNames()).isEmpty();
        }
        assertThat(post(signed("alice", "her secret", Duration.ZERO, "dynamodb"), BODY)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void key_unknown_isUnrecognized() {
        try (DynamoDbClient mallory = served.sdk("mallory", "her secret")) {
            assertThatThrownBy(mallory::listTables)
                    .isInstanceOfSatisfying(
                            DynamoDbException.class,
                            e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo("UnrecognizedClientException"))
                    .hasMessageContaining("The security token included in the request is invalid.");
        }
    }

    @Test
    void secret_wrong_isInvalidAndToldToNobody() {
        try (DynamoDbClient impostor = served.sdk("alice", "another secret")) {
            assertThatThrownBy(impostor::listTables)
                    .isInstanceOfSatisfying(
                            DynamoDbException.class,
                            e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo("InvalidSignatureException"))
                    .hasMessageContaining("does not match the signature you provided")
                    .hasMessageNotContaining("her secret");
        }
        assertThat(AccessKeys.of(Map.of("alice", "her secret")).toString()).doesNotContain("secret");
    }

    @Test
    void body_changed_isInvalid() throws IOException {
        assertInvalid(post(signed("alice", "her secret", Duration.ZERO, "dynamodb"), "{\"Limit\":11}"));
    }

    @Test
    void signedHeader_changed_isInvalid() throws IOException {
        Map<String, String> headers = signed("alice", "her secret", Duration.ZERO, "dynamodb");
        headers.put("X-Amz-Target", "DynamoDB_20120810.DescribeLimits");
        assertInvalid(post(headers, BODY));
    }

    @Test
    void target_leftOutOfTheSignature_isInvalid() throws IOException {
        Map<String, String> headers = signed("alice", "her secret", Duration.ZERO, "dynamodb");
        headers.computeIfPresent("Authorization", (name, value) -> value.replace(";x-amz-target", ""));
        assertThat(post(headers, BODY).text())
                .contains("InvalidSignatureException", "'x-amz-target' must be a 'SignedHeader'");
    }

    @Test
    void signature_old_isExpired() throws IOException {
        assertThat(post(signed("alice", "her secret", Duration.ofMinutes(-16), "dynamodb"), BODY)
                        .text())
                .contains("InvalidSignatureException", "Signature expired: ", " - 15 min.)");
        assertThat(post(signed("alice", "her secret", Duration.ofMinutes(-14), "dynamodb"), BODY)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void signature_ofTheFuture_isNotYetCurrent() throws IOException {
        assertThat(post(signed("alice", "her secret", Duration.ofMinutes(16), "dynamodb"), BODY)
                        .text())
                .contains("InvalidSignatureException", "Signature not yet current: ", " + 15 min.)");
    }

    @Test
    void credential_forAnotherService_isInvalid() throws IOException {
        assertThat(post(signed("alice", "her secret", Duration.ZERO, "s3"), BODY)
                        .text())
                .contains("Credential should be scoped to correct service: 'dynamodb'.");
    }

    @Test
    void authorization_inParts_namesWhatIsMissing() throws IOException {
        Map<String, String> headers = signed("alice", "her secret", Duration.ZERO, "dynamodb");
        headers.put("Authorization", "AWS4-HMAC-SHA256 Credential=alice/1/2/3");
        assertThat(post(headers, BODY).text())
                .contains(
                        "\"" + SERVICE + "IncompleteSignatureException\"",
                        "Authorization header requires 'Signature' parameter.",
                        "Authorization header requires 'SignedHeaders' parameter.")
                .doesNotContain("'Credential' parameter");
        headers.put("Authorization", "AWS4-HMAC-SHA256 Credential=alice/1/2/3, SignedHeaders=host, Signature=1");
        assertThat(post(headers, BODY).text()).contains("must have exactly 5 slash-delimited elements");
        headers.remove("X-Amz-Date");
        assertThat(post(headers, BODY).text()).contains("either a 'X-Amz-Date' or a 'Date' header.");
        headers.put("Authorization", "Basic YWxpY2U6c2VjcmV0");
        assertThat(post(headers, BODY).text()).contains("MissingAuthenticationTokenException");
    }

    private static void assertInvalid(RawClient.Response response) {
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.text())
                .startsWith("{\"__type\":\"" + SERVICE + "InvalidSignatureException\"")
                .contains("The request signature we calculated does not match");
    }

    private RawClient.Response post(Map<String, String> headers, String body) throws IOException {
        try (RawClient raw = served.raw()) {
            return raw.post(headers, body);
        }
    }

    /** The headers of a ListTables that was signed some time ago. */
    private Map<String, String> signed(String keyId, String secret, Duration ago, String service) {
        SdkHttpRequest unsigned = SdkHttpRequest.builder()
                .method(SdkHttpMethod.POST)
                .uri(URI.create(served.server().url() + "/"))
                .putHeader("Content-Type", "application/x-amz-json-1.0")
                .putHeader("X-Amz-Target", "DynamoDB_20120810.ListTables")
                .build();
        SdkHttpRequest signed = AwsV4HttpSigner.create()
                .sign(request -> request.identity(AwsBasicCredentials.create(keyId, secret))
                        .request(unsigned)
                        .payload(ContentStreamProvider.fromByteArray(BODY.getBytes(UTF_8)))
                        .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, service)
                        .putProperty(AwsV4HttpSigner.REGION_NAME, "us-east-1")
                        .putProperty(
                                HttpSigner.SIGNING_CLOCK,
                                Clock.fixed(Instant.now().plus(ago), ZoneOffset.UTC)))
                .request();
        Map<String, String> headers = new LinkedHashMap<>();
        signed.headers().forEach((name, values) -> headers.put(name, values.get(0)));
        return headers;
    }
}
