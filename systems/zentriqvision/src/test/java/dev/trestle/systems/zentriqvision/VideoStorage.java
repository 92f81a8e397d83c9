package dev.trestle.systems.zentriqvision;

import dev.trestle.engine.EngineOptions;
import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.sdk.TrestleDb;
import dev.trestle.wire.Endpoint;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import dev.trestle.wire.signature.AccessKeys;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** Where a {@link VideoServer} keeps items and objects: in this process, or in one that outlives it. */
record VideoStorage(
        DynamoDbClient items,
        DynamoDbStreamsClient streams,
        S3Client objects,
        S3Presigner presigner,
        List<AutoCloseable> opened)
        implements AutoCloseable {
    private static final StaticCredentialsProvider CREDENTIALS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("k", "s"));
    private static final S3Configuration PATH_STYLE =
            S3Configuration.builder().pathStyleAccessEnabled(true).build();
    private static final WireOptions KEYED = WireOptions.loopback(0).withAccessKeys(AccessKeys.of(Map.of("k", "s")));

    /** Engine and objects in a directory; what browsers send and fetch goes over a port all the same. */
    static VideoStorage in(Path directory) {
        TrestleDb db = TrestleDb.open(EngineOptions.directory(directory.resolve("items")));
        ObjectStore store = ObjectStore.open(ObjectStoreOptions.directory(directory.resolve("objects")));
        WireServer wire = WireServer.start(KEYED, Endpoint.s3(0, store));
        URI url = URI.create(wire.url(0));
        return new VideoStorage(
                db.client(), db.streamsClient(), s3(url), presigner(url), List.of(wire, store::close, db));
    }

    /** Both over the network. */
    static VideoStorage at(URI items, URI objects) {
        return new VideoStorage(
                configured(DynamoDbClient.builder(), items)
                        .httpClient(UrlConnectionHttpClient.create())
                        .build(),
                configured(DynamoDbStreamsClient.builder(), items)
                        .httpClient(UrlConnectionHttpClient.create())
                        .build(),
                s3(objects),
                presigner(objects),
                List.of());
    }

    private static S3Client s3(URI url) {
        return configured(S3Client.builder(), url)
                .serviceConfiguration(PATH_STYLE)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    private static S3Presigner presigner(URI url) {
        return S3Presigner.builder()
                .endpointOverride(url)
                .region(Region.US_EAST_1)
                .credentialsProvider(CREDENTIALS)
                .serviceConfiguration(PATH_STYLE)
                .build();
    }

    private static <B extends AwsClientBuilder<B, ?>> B configured(B builder, URI url) {
        return builder.endpointOverride(url).region(Region.US_EAST_1).credentialsProvider(CREDENTIALS);
    }

    @Override
    public void close() {
        objects.close();
        presigner.close();
        for (AutoCloseable each : opened) {
            try {
                each.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Stores that servers come to over the network, and that stay when these are killed. */
    static final class Remote implements AutoCloseable {
        private final TrestleDb db = TrestleDb.inMemory();
        private final ObjectStore store;
        private final WireServer items;
        private final WireServer objects;

        Remote(Path directory) {
            store = ObjectStore.open(ObjectStoreOptions.directory(directory.resolve("remote")));
            items = WireServer.start(db.engine(), KEYED);
            objects = WireServer.start(KEYED, Endpoint.s3(0, store));
        }

        /** Their addresses, as {@link VideoServer#main} wants them. */
        List<String> urls() {
            return List.of(items.url(), objects.url(0));
        }

        @Override
        public void close() {
            objects.close();
            items.close();
            store.close();
            db.close();
        }
    }
}
