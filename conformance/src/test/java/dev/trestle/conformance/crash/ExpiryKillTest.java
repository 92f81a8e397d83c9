package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.verify.VerifyReport;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A process is killed with SIGKILL while it makes expiry entries, and while it deletes expired items: both go on afterwards. */
@Tag("once")
class ExpiryKillTest {
    private static final String TABLE = "expiring";
    private static final int ITEMS = 20_000;
    private static final long EXPIRES = 4_000_000_000L;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path home;

    @Test
    void kill_whileExpiryIsEnabled_isEnabledAfterwards() throws Exception {
        Path directory = home.resolve("enabling");
        try (TrestleDb db = StoreFiles.open(directory)) {
            fill(db.client());
        }
        try (ChildJvm child = ChildJvm.start(home, Enabling.class, directory)) {
            child.readUntil("enabling");
            child.kill();
        }
        try (TrestleDb db = StoreFiles.open(directory)) {
            assertThat(status(db.client())).as("status after the kill").isEqualTo(TimeToLiveStatus.ENABLING);
            assertThat(db.engine().verify().problems()).isEmpty();
            awaitEnabled(db.client());
            assertSound(db, ITEMS);
        }
    }

    /** Enables expiry and says so at once. */
    static final class Enabling {
        private Enabling() {}

        public static void main(String[] arguments) throws InterruptedException {
            TrestleDb db = StoreFiles.open(Path.of(arguments[0]));
            enable(db.client());
            System.out.println("enabling");
            Thread.currentThread().join();
        }
    }

    @Test
    void kill_whileItemsAreDeleted_deletesTheRestAfterwards() throws Exception {
        Path directory = home.resolve("sweeping");
        try (TrestleDb db = StoreFiles.open(directory)) {
            fill(db.client());
            enable(db.client());
            awaitEnabled(db.client());
        }
        try (ChildJvm child = ChildJvm.start(home, Sweeping.class, directory)) {
            child.readUntil("sweeping");
            child.kill();
        }
        try (TrestleDb db = StoreFiles.open(directory)) { // on a clock on which nothing is due yet
            assertThat(items(db.client())).as("items left by the kill").isStrictlyBetween(0L, (long) ITEMS);
            assertSound(db, items(db.client()));
        }
        try (TrestleDb db = openLate(directory)) {
            Awaitility.await("all items are gone").atMost(Duration.ofMinutes(1)).until(() -> items(db.client()) == 0);
            assertSound(db, 0);
        }
    }

    /** Opens the store when all items are due, and tells when some are gone. */
    static final class Sweeping {
        private Sweeping() {}

        public static void main(String[] arguments) throws InterruptedException {
            TrestleDb db = openLate(Path.of(arguments[0]));
            while (items(db.client()) > ITEMS - 500) {
                Thread.onSpinWait();
            }
            System.out.println("sweeping");
            Thread.currentThread().join();
        }
    }

    private static TrestleDb openLate(Path directory) {
        EngineOptions options = StoreFiles.options(directory);
        Duration ahead =
                Duration.ofSeconds(EXPIRES + 1 - options.clock().instant().getEpochSecond());
        return TrestleDb.open(options.withClock(Clock.offset(options.clock(), ahead)));
    }

    private static void fill(DynamoDbClient client) {
        Script.createPlainTable(client, TABLE);
        for (int start = 0; start < ITEMS; start += 25) {
            List<WriteRequest> puts = IntStream.range(start, start + 25)
                    .mapToObj(i -> WriteRequest.builder()
                            .putRequest(p -> p.item(Map.of(
                                    "pk", AttributeValue.fromS("p" + i % 7),
                                    "sk", AttributeValue.fromN(Integer.toString(i)),
                                    "expires", AttributeValue.fromN(Long.toString(EXPIRES)))))
                            .build())
                    .toList();
            client.batchWriteItem(r -> r.requestItems(Map.of(TABLE, puts)));
        }
    }

    private static void enable(DynamoDbClient client) {
        client.updateTimeToLive(r -> r.tableName(TABLE)
                .timeToLiveSpecification(s -> s.attributeName("expires").enabled(true)));
    }

    private static TimeToLiveStatus status(DynamoDbClient client) {
        return client.describeTimeToLive(r -> r.tableName(TABLE))
                .timeToLiveDescription()
                .timeToLiveStatus();
    }

    private static void awaitEnabled(DynamoDbClient client) {
        Awaitility.await("expiry is enabled")
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> status(client) == TimeToLiveStatus.ENABLED);
    }

    private static long items(DynamoDbClient client) {
        return client.describeTable(r -> r.tableName(TABLE)).table().itemCount();
    }

    private static void assertSound(TrestleDb db, long entries) {
        VerifyReport report = db.engine().verify();
        assertThat(report.problems()).isEmpty();
        assertThat(report.items()).isEqualTo(entries);
        assertThat(report.expiryEntries()).isEqualTo(entries);
    }
}
