package dev.trestle.systems.docstore;

import dev.trestle.engine.EngineOptions;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.http.Hosting;
import dev.trestle.platform.http.HttpLimits;
import dev.trestle.platform.http.HttpOptions;
import dev.trestle.platform.http.PlatformServer;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.IdentityOptions;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.sdk.TrestleDb;
import dev.trestle.systems.docstore.model.DocstoreModel;
import dev.trestle.wire.Endpoint;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import dev.trestle.wire.signature.AccessKeys;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;

/** The Document Store on a directory, for everybody: what a process has that is killed and started again. */
final class LocalServer implements AutoCloseable {
    static final String BUCKET = "docstore";

    final TrestleDb db;
    final S3Client s3;
    final Docstore docstore;
    final PlatformServer server;
    private final ObjectStore objects;
    private final WireServer wire;

    LocalServer(
            Path directory,
            Clock clock,
            UnaryOperator<DynamoDbClient> aroundItems,
            UnaryOperator<S3Client> aroundObjects) {
        db = TrestleDb.open(EngineOptions.directory(directory.resolve("items")));
        objects = ObjectStore.open(ObjectStoreOptions.directory(directory.resolve("objects")));
        wire = WireServer.start(
                WireOptions.loopback(0).withAccessKeys(AccessKeys.of(Map.of("k", "s"))), Endpoint.s3(0, objects));
        s3 = S3Client.builder()
                .endpointOverride(URI.create(wire.url(0)))
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("k", "s")))
                .serviceConfiguration(
                        S3Configuration.builder().pathStyleAccessEnabled(true).build())
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        ItemStore store = ItemStore.builder(aroundItems.apply(db.client()), DocstoreModel.MODEL)
                .clock(clock)
                .build();
        store.createTables();
        ItemStore accounts =
                ItemStore.builder(db.client(), PlatformTable.MODEL).clock(clock).build();
        accounts.createTables();
        Identity identity =
                Identity.open(accounts, IdentityOptions.of("http://here.test/auth/v1", new byte[32], clock), List.of());
        Deployment deployment = new Deployment(DocstoreModel.MODEL, db.client(), Table::name, clock);
        docstore = new Docstore(Environment.of(Docstore.SYSTEM, store, deployment, db.streamsClient(), identity)
                .withBuckets(TestBucket.of(BUCKET, () -> aroundObjects.apply(s3))));
        Principal ann =
                new Principal("https://outside.example", "ann", Principal.Proof.TOKEN, "acme", Set.of(), Map.of());
        server = PlatformServer.start(
                HttpOptions.loopback(0).withLimits(HttpLimits.standard().withRates(1_000_000, 1_000_000)),
                Hosting.of(List.of(docstore.api()), List.of(authorization -> ann)));
    }

    @Override
    public void close() {
        server.close();
        docstore.close();
        s3.close();
        wire.close();
        objects.close();
        db.close();
    }
}
