package dev.trestle.conformance.crash;

import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
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
import dev.trestle.systems.unisync.UniSync;
import dev.trestle.systems.unisync.model.UniSyncModel;
import dev.trestle.systems.unisync.translation.Translators;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
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
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** UniSync on a directory, some minutes ahead of the time, for one person whom everybody is taken for. */
final class UniSyncServer implements AutoCloseable {
    static final String EMAIL = "admin@example.com";

    private static final String JOBS_THREAD = "trestle-job";

    final ItemStore store;
    private final TrestleDb db;
    private final UniSync uniSync;
    private final PlatformServer server;

    UniSyncServer(Path directory, int minutesAhead, UnaryOperator<DynamoDbClient> around) {
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(minutesAhead));
        db = StoreFiles.open(directory);
        DynamoDbClient client = around.apply(db.client());
        store = ItemStore.builder(client, UniSyncModel.MODEL).clock(clock).build();
        store.createTables();
        ItemStore accounts =
                ItemStore.builder(client, PlatformTable.MODEL).clock(clock).build();
        accounts.createTables();
        Identity identity =
                Identity.open(accounts, IdentityOptions.of("http://here.test/auth/v1", new byte[32], clock), List.of());
        Deployment deployment = new Deployment(UniSyncModel.MODEL, client, Table::name, clock);
        uniSync = new UniSync(
                Environment.of(UniSync.SYSTEM, store, deployment, db.streamsClient(), identity)
                        .withBuckets(Map.of(
                                UniSync.ATTACHMENTS,
                                new Bucket(
                                        "attachments", UniSyncServer::noObjects, UniSyncServer::noObjects, List.of()))),
                new Translators(Optional.empty()));
        Principal admin = new Principal(
                "https://outside.example",
                "admin",
                Principal.Proof.TOKEN,
                null,
                Set.of(),
                Map.of("email", EMAIL, "email_verified", true));
        server = PlatformServer.start(
                HttpOptions.loopback(0).withLimits(HttpLimits.standard().withRates(1_000_000, 1_000_000)),
                Hosting.of(List.of(uniSync.api()), List.of(authorization -> admin)));
    }

    private static <T> T noObjects() {
        throw new IllegalStateException("nothing here has files");
    }

    String url() {
        return server.url() + "/unisync/v1";
    }

    @Override
    public void close() {
        server.close();
        uniSync.close();
        db.close();
    }

    /**
     * Says where it listens, and "moved", with a number, of each transaction that a job has carried out. After a number of them it takes its
     * time, so that whoever wants to kill it in the middle comes before the end. Arguments: directory, minutes, transactions.
     */
    public static void main(String[] arguments) throws InterruptedException {
        int quick = Integer.parseInt(arguments[2]);
        UniSyncServer started = new UniSyncServer(
                Path.of(arguments[0]), Integer.parseInt(arguments[1]), client -> tellingOfJobs(client, quick));
        System.out.println("listening");
        System.out.println(started.url());
        new CountDownLatch(1).await();
    }

    private static DynamoDbClient tellingOfJobs(DynamoDbClient client, int quick) {
        AtomicInteger done = new AtomicInteger();
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(), new Class<?>[] {DynamoDbClient.class}, (proxy, method, args) -> {
                    boolean isJobs = Thread.currentThread().getName().equals(JOBS_THREAD)
                            && method.getName().equals("transactWriteItems");
                    if (isJobs && done.get() >= quick) {
                        LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
                    }
                    try {
                        Object answer = method.invoke(client, args);
                        if (isJobs) {
                            System.out.println("moved " + done.getAndIncrement());
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
