package dev.trestle.systems.holdthatthought;

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
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtModel;
import dev.trestle.systems.holdthatthought.people.Groups;
import dev.trestle.wire.Endpoint;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import dev.trestle.wire.signature.AccessKeys;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/**
 * HoldThatThought on a directory: what a process has that is killed and started again. Everybody is believed by their name, and approved; rosa is an
 * administrator.
 */
final class DraftServer implements AutoCloseable {
    private static final S3Configuration PATH_STYLE =
            S3Configuration.builder().pathStyleAccessEnabled(true).build();

    final PlatformServer server;
    private final TrestleDb db;
    private final ObjectStore objects;
    private final WireServer wire;
    private final S3Client s3;
    private final HoldThatThought system;

    DraftServer(Path directory, Clock clock, UnaryOperator<S3Client> aroundObjects) {
        this(directory, clock, aroundObjects, items -> items);
    }

    DraftServer(
            Path directory,
            Clock clock,
            UnaryOperator<S3Client> aroundObjects,
            UnaryOperator<DynamoDbClient> aroundItems) {
        db = TrestleDb.open(EngineOptions.directory(directory.resolve("items")));
        objects = ObjectStore.open(ObjectStoreOptions.directory(directory.resolve("objects")));
        wire = WireServer.start(
                WireOptions.loopback(0).withAccessKeys(AccessKeys.of(Map.of("k", "s"))), Endpoint.s3(0, objects));
        URI url = URI.create(wire.url(0));
        StaticCredentialsProvider credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("k", "s"));
        s3 = S3Client.builder()
                .endpointOverride(url)
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials)
                .serviceConfiguration(PATH_STYLE)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        S3Presigner presigner = S3Presigner.builder()
                .endpointOverride(url)
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials)
                .serviceConfiguration(PATH_STYLE)
                .build();
        ItemStore store = ItemStore.builder(aroundItems.apply(db.client()), HoldThatThoughtModel.MODEL)
                .clock(clock)
                .build();
        store.createTables();
        ItemStore accounts =
                ItemStore.builder(db.client(), PlatformTable.MODEL).clock(clock).build();
        accounts.createTables();
        Identity identity =
                Identity.open(accounts, IdentityOptions.of("http://here.test/auth/v1", new byte[32], clock), List.of());
        Deployment deployment = new Deployment(HoldThatThoughtModel.MODEL, db.client(), Table::name, clock);
        Bucket archive = new Bucket("archive", () -> aroundObjects.apply(s3), () -> presigner, List.of());
        system = new HoldThatThought(
                Environment.of(HoldThatThought.SYSTEM, store, deployment, db.streamsClient(), identity)
                        .withBuckets(Map.of(HoldThatThought.ARCHIVE, archive))
                        .withDirectory(directory.resolve("local")));
        server = PlatformServer.start(
                HttpOptions.loopback(0).withLimits(HttpLimits.standard().withRates(1_000_000, 1_000_000)),
                Hosting.of(List.of(system.api()), List.of(DraftServer::believe)));
    }

    private static Principal believe(String authorization) {
        String name = authorization.substring("Bearer ".length());
        return new Principal(
                "https://outside.example",
                name,
                Principal.Proof.TOKEN,
                null,
                Set.of(name.equals("rosa") ? Groups.ADMINS : Groups.APPROVED),
                Map.of());
    }

    /** What a call must be named to be one of the tables', and not of the object store. */
    static final String TRANSACTION = "transactWriteItems";

    /** A file that is made when calls begin to count. */
    static final String ARMED = "armed";

    /** Arguments: the directory; the call of the object store, and at which passage of it, before which it waits to be killed. */
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger left = new AtomicInteger(Integer.parseInt(args[2]));
        Path armed = Path.of(args[0], ARMED);
        Stop stop = new Stop(args[1], left, armed);
        DraftServer running = new DraftServer(
                Path.of(args[0]),
                Clock.systemUTC(),
                client -> stop.around(S3Client.class, client),
                client -> stop.around(DynamoDbClient.class, client));
        System.out.println("listening " + running.server.url());
        new CountDownLatch(1).await();
    }

    /** Waits to be killed before a call of a name, once so many have passed since a file is there. */
    private record Stop(String call, AtomicInteger left, Path armed) {
        <T> T around(Class<T> type, T client) {
            return type.cast(Proxy.newProxyInstance(
                    type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                        if (isMeant(method.getName(), arguments)
                                && Files.exists(armed)
                                && left.decrementAndGet() == 0) {
                            System.out.println("reached " + call);
                            LockSupport.park();
                            throw new IllegalStateException("nobody killed this process");
                        }
                        try {
                            return method.invoke(client, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }));
        }

        /** A call may name the beginning of the key that is put. */
        @SuppressWarnings("unchecked")
        private boolean isMeant(String name, Object[] arguments) {
            String[] parts = call.split(":", 2);
            if (!name.equals(parts[0]) || parts.length == 1) {
                return name.equals(parts[0]);
            }
            if (!(arguments[0] instanceof Consumer<?> consumer)) {
                return false;
            }
            PutObjectRequest.Builder asked = PutObjectRequest.builder();
            ((Consumer<PutObjectRequest.Builder>) consumer).accept(asked);
            return asked.build().key().startsWith(parts[1]);
        }
    }

    @Override
    public void close() {
        server.close();
        system.close();
        s3.close();
        wire.close();
        objects.close();
        db.close();
    }
}
