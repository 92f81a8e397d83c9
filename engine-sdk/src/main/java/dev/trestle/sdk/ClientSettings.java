package dev.trestle.sdk;

import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.waiters.WaiterOverrideConfiguration;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.auth.scheme.DynamoDbAuthSchemeProvider;
import software.amazon.awssdk.services.dynamodb.endpoints.DynamoDbEndpointProvider;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.streams.auth.scheme.DynamoDbStreamsAuthSchemeProvider;
import software.amazon.awssdk.services.dynamodb.streams.endpoints.DynamoDbStreamsEndpointProvider;

/** What the clients say about themselves, and how their waiters wait. */
final class ClientSettings {
    /**
     * The SDK asks 25 times, every 20 seconds. In one process a table is ready in no time, so the waiters ask soon, then less and
     * less often, and give up after about as long.
     */
    private static final int WAITER_ATTEMPTS = 500;

    private static final Duration WAITER_DELAY_FIRST = Duration.ofMillis(5);
    private static final Duration WAITER_DELAY_MAX = Duration.ofSeconds(1);

    private final String region;
    private final DynamoDbServiceClientConfiguration configuration;
    private final DynamoDbStreamsServiceClientConfiguration streamsConfiguration;
    private final WaiterOverrideConfiguration waiting;

    ClientSettings(String region) {
        this.region = region;
        this.configuration = DynamoDbServiceClientConfiguration.builder()
                .region(Region.of(region))
                .overrideConfiguration(ClientOverrideConfiguration.builder().build())
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .endpointProvider(DynamoDbEndpointProvider.defaultProvider())
                .authSchemeProvider(DynamoDbAuthSchemeProvider.defaultProvider())
                .build();
        this.streamsConfiguration = DynamoDbStreamsServiceClientConfiguration.builder()
                .region(Region.of(region))
                .overrideConfiguration(ClientOverrideConfiguration.builder().build())
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .endpointProvider(DynamoDbStreamsEndpointProvider.defaultProvider())
                .authSchemeProvider(DynamoDbStreamsAuthSchemeProvider.defaultProvider())
                .build();
        this.waiting = WaiterOverrideConfiguration.builder()
                .maxAttempts(WAITER_ATTEMPTS)
                .backoffStrategyV2(BackoffStrategy.exponentialDelayWithoutJitter(WAITER_DELAY_FIRST, WAITER_DELAY_MAX))
                .build();
    }

    String region() {
        return region;
    }

    DynamoDbServiceClientConfiguration configuration() {
        return configuration;
    }

    DynamoDbStreamsServiceClientConfiguration streamsConfiguration() {
        return streamsConfiguration;
    }

    WaiterOverrideConfiguration waiting() {
        return waiting;
    }
}
