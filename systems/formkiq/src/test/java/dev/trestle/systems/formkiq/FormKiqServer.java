package dev.trestle.systems.formkiq;

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
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.sdk.TrestleDb;
import dev.trestle.systems.formkiq.model.DocumentsTable;
import dev.trestle.systems.formkiq.model.FormKiqModel;
import dev.trestle.wire.Endpoint;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import dev.trestle.wire.signature.AccessKeys;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** FormKiQ on a directory, for one person: what a process has that is killed and started again. */
final class FormKiqServer implements AutoCloseable {
    private static final String KEY = "tests";
    private static final StaticCredentialsProvider CREDENTIALS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY, KEY));
    private static final S3Configuration PATH_STYLE =
            S3Configuration.builder().pathStyleAccessEnabled(true).build();

    private final TrestleDb db;
    private final ObjectStore objects;
    private final WireServer wire;
    private final S3Client client;
    private final S3Presigner presigner;
    private final FormKiq formkiq;
    private final PlatformServer server;

    FormKiqServer(Path directory, Clock clock, UnaryOperator<DynamoDbClient> around) {
        db = TrestleDb.open(EngineOptions.directory(directory.resolve("items")));
        objects = ObjectStore.open(ObjectStoreOptions.directory(directory.resolve("objects")));
        wire = WireServer.start(
                WireOptions.loopback(0).withAccessKeys(AccessKeys.of(Map.of(KEY, KEY))), Endpoint.s3(0, objects));
        URI url = URI.create(wire.url(0));
        client = S3Client.builder()
                .endpointOverride(url)
                .region(Region.US_EAST_1)
                .credentialsProvider(CREDENTIALS)
                .serviceConfiguration(PATH_STYLE)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        presigner = S3Presigner.builder()
                .endpointOverride(url)
                .region(Region.US_EAST_1)
                .credentialsProvider(CREDENTIALS)
                .serviceConfiguration(PATH_STYLE)
                .build();
        ItemStore store = ItemStore.builder(around.apply(db.client()), FormKiqModel.MODEL)
                .clock(clock)
                .build();
        store.createTables();
        ItemStore accounts =
                ItemStore.builder(db.client(), PlatformTable.MODEL).clock(clock).build();
        accounts.createTables();
        formkiq = new FormKiq(Environment.of(
                        FormKiq.SYSTEM,
                        store,
                        new Deployment(FormKiqModel.MODEL, db.client(), Table::name, clock),
                        db.streamsClient(),
                        Identity.open(
                                accounts,
                                IdentityOptions.of("http://here.test/auth/v1", new byte[32], clock),
                                List.of()))
                .withDirectory(directory.resolve("local"))
                .withBuckets(
                        Map.of(FormKiq.DOCUMENTS, new Bucket("documents", () -> client, () -> presigner, List.of()))));
        Principal joe = new Principal(
                "https://outside.example",
                "joe",
                Principal.Proof.TOKEN,
                null,
                Set.of("default"),
                Map.of("email", "joe@example.org"));
        server = PlatformServer.start(
                HttpOptions.loopback(0).withLimits(HttpLimits.standard().withRates(1_000_000, 1_000_000)),
                Hosting.of(List.of(formkiq.api()), List.of(authorization -> joe)));
    }

    String url() {
        return server.url() + "/formkiq/v1";
    }

    /** How many rows of a document are live. */
    long rows(String documentId) {
        return db.client()
                .query(query -> query.tableName(DocumentsTable.TABLE.name())
                        .select("COUNT")
                        .consistentRead(true)
                        .keyConditionExpression("PK = :pk")
                        .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS("docs#" + documentId))))
                .count();
    }

    /** Arguments: the directory; request or job, and at which of its writes it stops for good; how many minutes the clock is ahead. */
    public static void main(String[] args) throws InterruptedException {
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(Long.parseLong(args[3])));
        Interruption interruption = new Interruption();
        interruption.pauseAt(Integer.parseInt(args[2]), args[1].equals("job"));
        FormKiqServer running = new FormKiqServer(Path.of(args[0]), clock, interruption::around);
        System.out.println("listening " + running.url());
        while (interruption.stopped() == 0) {
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
        System.out.println("reached");
        new CountDownLatch(1).await();
    }

    @Override
    public void close() {
        server.close();
        formkiq.close();
        presigner.close();
        client.close();
        wire.close();
        objects.close();
        db.close();
    }
}
