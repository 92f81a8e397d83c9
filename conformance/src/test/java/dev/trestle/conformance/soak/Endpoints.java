package dev.trestle.conformance.soak;

import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The SDK's clients of a server, which send each request once: what is sent again on the quiet could come after something newer. */
final class Endpoints {
    private static final AwsCredentialsProvider CREDENTIALS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("soak", "soak"));

    private Endpoints() {}

    static DynamoDbClient dynamoDb(URI endpoint) {
        return DynamoDbClient.builder()
                .applyMutation(builder -> configure(builder, endpoint))
                .httpClientBuilder(http())
                .build();
    }

    static S3Client s3(URI endpoint) {
        return S3Client.builder()
                .applyMutation(builder -> configure(builder, endpoint))
                .forcePathStyle(true)
                .httpClientBuilder(http())
                .build();
    }

    private static UrlConnectionHttpClient.Builder http() {
        return UrlConnectionHttpClient.builder().socketTimeout(Duration.ofSeconds(30));
    }

    private static void configure(AwsClientBuilder<?, ?> builder, URI endpoint) {
        builder.endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(CREDENTIALS)
                .overrideConfiguration(o -> o.retryStrategy(RetryMode.STANDARD).retryStrategy(r -> r.maxAttempts(1)));
    }
}
