package dev.trestle.platform;

import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.wire.Endpoint;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import dev.trestle.wire.signature.AccessKeys;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** An object store behind its protocol, which asks for a key, and the SDK's clients for it. */
public final class LoopbackS3 implements AutoCloseable {
    public static final String BUCKET = "things";

    private static final AwsCredentialsProvider CREDENTIALS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("tests", "secret/of+tests"));
    private static final S3Configuration PATH_STYLE =
            S3Configuration.builder().pathStyleAccessEnabled(true).build();

    private final ObjectStore store;
    private final WireServer server;
    public final S3Client client;
    public final S3Presigner presigner;

    /** {@code clock} is by which addresses expire. */
    public LoopbackS3(Path directory, Clock clock) {
        store = ObjectStore.open(ObjectStoreOptions.directory(directory));
        server = WireServer.start(
                WireOptions.loopback(0)
                        .withAccessKeys(AccessKeys.of(Map.of("tests", "secret/of+tests")))
                        .withClock(clock),
                Endpoint.s3(0, store));
        URI uri = URI.create(server.url(0));
        client = S3Client.builder()
                .endpointOverride(uri)
                .region(Region.US_EAST_1)
                .credentialsProvider(CREDENTIALS)
                .serviceConfiguration(PATH_STYLE)
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build();
        presigner = S3Presigner.builder()
                .endpointOverride(uri)
                .region(Region.US_EAST_1)
                .credentialsProvider(CREDENTIALS)
                .serviceConfiguration(PATH_STYLE)
                .build();
        client.createBucket(r -> r.bucket(BUCKET));
    }

    @Override
    public void close() {
        client.close();
        presigner.close();
        try {
            server.close();
        } finally {
            store.close();
        }
    }
}
