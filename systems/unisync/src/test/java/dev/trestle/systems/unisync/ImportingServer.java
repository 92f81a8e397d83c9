package dev.trestle.systems.unisync;

import dev.trestle.engine.EngineOptions;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.http.Hosting;
import dev.trestle.platform.http.HttpOptions;
import dev.trestle.platform.http.PlatformServer;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.IdentityOptions;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.sdk.TrestleDb;
import dev.trestle.systems.unisync.model.UniSyncModel;
import dev.trestle.systems.unisync.translation.Translators;
import dev.trestle.wire.Endpoint;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import dev.trestle.wire.signature.AccessKeys;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/** UniSync on a directory, in a process that says when it is at a point of an import, and waits there to be killed. */
final class ImportingServer {
    private static final StaticCredentialsProvider CREDENTIALS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("k", "s"));
    private static final S3Configuration PATH_STYLE =
            S3Configuration.builder().pathStyleAccessEnabled(true).build();

    private ImportingServer() {}

    /** Arguments: the directory; by how many minutes its clock is ahead; "before" or "after"; which transaction with ShowSets. */
    public static void main(String[] args) throws InterruptedException {
        Path directory = Path.of(args[0]);
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(Integer.parseInt(args[1])));
        TrestleDb db = TrestleDb.open(EngineOptions.directory(directory.resolve("items")));
        ObjectStore objects = ObjectStore.open(ObjectStoreOptions.directory(directory.resolve("objects")));
        WireServer wire = WireServer.start(
                WireOptions.loopback(0).withAccessKeys(AccessKeys.of(Map.of("k", "s"))), Endpoint.s3(0, objects));
        ItemStore store = ItemStore.builder(
                        stopping(db.client(), args[2], Integer.parseInt(args[3])), UniSyncModel.MODEL)
                .clock(clock)
                .build();
        store.createTables();
        ItemStore accounts =
                ItemStore.builder(db.client(), PlatformTable.MODEL).clock(clock).build();
        accounts.createTables();
        IdentityOptions options = IdentityOptions.of("http://here.test/auth/v1", new byte[32], clock);
        Identity identity = Identity.open(accounts, options, List.of());
        Deployment deployment = new Deployment(UniSyncModel.MODEL, db.client(), Table::name, clock);
        UniSync uniSync = new UniSync(
                Environment.of(UniSync.SYSTEM, store, deployment, db.streamsClient(), identity)
                        .withBuckets(Map.of(UniSync.ATTACHMENTS, bucket(URI.create(wire.url(0))))),
                new Translators(Optional.empty()));
        Principal root = new Principal(
                options.issuer(),
                "root",
                Principal.Proof.TOKEN,
                null,
                Set.of(People.ADMINISTRATORS),
                Map.of("email", "root@example.com", "email_verified", true));
        PlatformServer server = PlatformServer.start(
                HttpOptions.loopback(0), Hosting.of(List.of(uniSync.api()), List.of(authorization -> root)));
        System.out.println("listening " + server.url());
        new CountDownLatch(1).await();
    }

    private static Bucket bucket(URI url) {
        S3Client client = S3Client.builder()
                .endpointOverride(url)
                .region(Region.US_EAST_1)
                .credentialsProvider(CREDENTIALS)
                .serviceConfiguration(PATH_STYLE)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        S3Presigner presigner = S3Presigner.builder()
                .endpointOverride(url)
                .region(Region.US_EAST_1)
                .credentialsProvider(CREDENTIALS)
                .serviceConfiguration(PATH_STYLE)
                .build();
        return new Bucket("files", () -> client, () -> presigner, List.of());
    }

    private static DynamoDbClient stopping(DynamoDbClient client, String point, int passage) {
        AtomicInteger left = new AtomicInteger(passage);
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(), new Class<?>[] {DynamoDbClient.class}, (proxy, method, args) -> {
                    boolean isStep = method.getName().equals("transactWriteItems")
                            && String.valueOf(args[0]).contains("SHOWSET#S");
                    boolean stops = isStep && left.decrementAndGet() == 0;
                    if (stops && point.equals("before")) {
                        stop();
                    }
                    try {
                        return method.invoke(client, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    } finally {
                        if (stops && point.equals("after")) {
                            stop();
                        }
                    }
                });
    }

    private static void stop() {
        System.out.println("reached");
        LockSupport.park();
        throw new IllegalStateException("nobody killed this process");
    }
}
