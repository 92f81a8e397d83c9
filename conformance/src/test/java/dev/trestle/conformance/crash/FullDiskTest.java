package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.SetClock;
import dev.trestle.engine.api.DiskSpace;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;

/**
 * A disk that is full, or takes no writes any more: writes are refused with a message that says why, reads go on, and writes work
 * again once the disk does, without the store being opened anew by its user.
 */
@Tag("once")
class FullDiskTest {
    private static final long KIB = 1024;
    private static final int FULL_AFTER_MAX = 20_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    private int items;
    /** A refused item may be there all the same, and putting the same once more would not be a write. */
    private int attempts;

    @Test
    void put_lessRoomThanTheFloor_isRefusedUntilThereIsRoomAndDeletionsGoOn() throws Exception {
        try (SmallDisk disk = SmallDisk.inMemory(temporary, 48);
                TrestleDb db = open(options(disk, 20 * 1024 * KIB).withFreeSpaceLowBytes(30 * 1024 * KIB))) {
            putUntilRefused(db.client(), 20);
            disk.fillUpTo(25 * 1024 * KIB);
            awaitState(db, DiskSpace.State.LOW);
            assertThat(putUntilRefused(db.client(), 1)).isNull();
            Path filler = disk.fillUpTo(19 * 1024 * KIB);
            awaitState(db, DiskSpace.State.FULL);

            String message = putUntilRefused(db.client(), 1);
            assertThat(message).contains("the disk is full").contains("MiB are free, writes need 20 MiB");
            assertThat(message).doesNotContain(temporary.toString());
            assertReadable(db.client());
            deleteLast(db.client());
            db.client().deleteTable(r -> r.tableName(Script.AUDIT));

            Files.delete(filler);
            awaitState(db, DiskSpace.State.AMPLE);
            assertThat(putUntilRefused(db.client(), 20)).isNull();
            assertWhole(db);
        }
    }

    private static void awaitState(TrestleDb db, DiskSpace.State state) {
        Awaitility.await().until(() -> db.engine().diskSpace().state() == state);
    }

    private void deleteLast(DynamoDbClient client) {
        items--;
        client.deleteItem(r -> r.tableName(Script.ORDERS)
                .key(Map.of("pk", AttributeValue.fromS("p"), "sk", AttributeValue.fromN(Integer.toString(items)))));
    }

    @Test
    void put_noRoomAtAll_isRefusedUntilThereIsRoom() throws Exception {
        try (SmallDisk disk = SmallDisk.inMemory(temporary, 24);
                TrestleDb db = open(disk, 0)) {
            putUntilRefused(db.client(), 50);
            for (int round = 0; round < 3; round++) {
                Path filler = disk.fillUpTo(round * 200 * KIB);

                String message = putUntilRefused(db.client(), FULL_AFTER_MAX);
                assertThat(message).contains("the disk is full").contains("KiB are free");
                assertThat(db.engine().diskSpace().takesWrites()).isFalse();
                for (int i = 0; i < 5; i++) {
                    assertThat(putUntilRefused(db.client(), 1)).contains("the disk is full");
                    assertReadable(db.client());
                }

                Files.delete(filler);
                awaitWritable(db.client());
                assertWhole(db);
            }
        }
    }

    @Test
    void open_afterADiskWasFull_hasEverything() throws Exception {
        try (SmallDisk disk = SmallDisk.inMemory(temporary, 24)) {
            Path filler;
            try (TrestleDb db = open(disk, 0)) {
                filler = disk.fillUpTo(300 * KIB);
                assertThat(putUntilRefused(db.client(), FULL_AFTER_MAX)).contains("the disk is full");
            }
            Files.delete(filler);
            try (TrestleDb db = open(disk, 0)) {
                assertWhole(db);
            }
        }
    }

    @Test
    void put_diskTurnsReadOnly_isRefusedUntilItIsMountedAgain() throws Exception {
        try (SmallDisk disk = SmallDisk.ext4(temporary, 64);
                TrestleDb db = open(disk, 0)) {
            putUntilRefused(db.client(), 50);
            disk.failReadOnly();

            String message = putUntilRefused(db.client(), 1);
            assertThat(message).contains("Read-only file system");
            for (int i = 0; i < 3; i++) {
                assertThat(putUntilRefused(db.client(), 1)).contains("Read-only file system");
                assertReadable(db.client());
            }
            assertThat(db.engine().verify().problems()).isEmpty();

            disk.mountAgain(temporary);
            awaitWritable(db.client());
            assertWhole(db);
        }
    }

    @Test
    void expiredItem_lessRoomThanTheFloor_goesAllTheSame() throws Exception {
        SetClock clock = new SetClock(Instant.parse("2026-11-15T12:00:00Z"));
        try (SmallDisk disk = SmallDisk.inMemory(temporary, 48);
                TrestleDb db = open(options(disk, 20 * 1024 * KIB).withClock(clock))) {
            long second = clock.instant().getEpochSecond() + 60;
            db.client()
                    .putItem(r -> r.tableName(Script.AUDIT)
                            .item(Map.of(
                                    "pk", AttributeValue.fromS("p"),
                                    "sk", AttributeValue.fromN("0"),
                                    "expires", AttributeValue.fromN(Long.toString(second)))));
            disk.fillUpTo(19 * 1024 * KIB);
            awaitState(db, DiskSpace.State.FULL);
            clock.advance(Duration.ofMinutes(1));
            Awaitility.await("the item is gone").until(() -> audits(db) == 0);
            assertThat(db.engine().verify().problems()).isEmpty();
        }
    }

    private static long audits(TrestleDb db) {
        return db.client().describeTable(r -> r.tableName(Script.AUDIT)).table().itemCount();
    }

    private static TrestleDb open(SmallDisk disk, long floorBytes) {
        return open(options(disk, floorBytes));
    }

    private static EngineOptions options(SmallDisk disk, long floorBytes) {
        return StoreFiles.options(disk.root().resolve("store")).withFreeSpaceFloorBytes(floorBytes);
    }

    private static TrestleDb open(EngineOptions options) {
        TrestleDb db = TrestleDb.open(options);
        if (db.client().listTables().tableNames().isEmpty()) {
            Script.createTables(db.client());
        }
        return db;
    }

    /** Gives the message of the refusal, or null if all were accepted. */
    private @Nullable String putUntilRefused(DynamoDbClient client, int count) {
        for (int i = 0; i < count; i++) {
            Map<String, AttributeValue> item = Map.of(
                    "pk", AttributeValue.fromS("p"),
                    "sk", AttributeValue.fromN(Integer.toString(items)),
                    "g", AttributeValue.fromS("g" + items % 5),
                    "attempt", AttributeValue.fromN(Integer.toString(++attempts)),
                    "padding", AttributeValue.fromS("x".repeat(2000)));
            try {
                client.putItem(r -> r.tableName(Script.ORDERS).item(item));
            } catch (InternalServerErrorException e) {
                return e.awsErrorDetails().errorMessage();
            }
            items++;
        }
        return null;
    }

    private void awaitWritable(DynamoDbClient client) {
        Awaitility.await("writes work again")
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> putUntilRefused(client, 1) == null);
    }

    /** The first item, the last, and a page of the index. A refused write may be there or not. */
    private void assertReadable(DynamoDbClient client) {
        for (int sk : new int[] {0, items - 1}) {
            assertThat(client.getItem(r -> r.tableName(Script.ORDERS)
                                    .key(Map.of(
                                            "pk", AttributeValue.fromS("p"),
                                            "sk", AttributeValue.fromN(Integer.toString(sk)))))
                            .hasItem())
                    .as("item %s", sk)
                    .isTrue();
        }
        assertThat(client.query(r -> r.tableName(Script.ORDERS)
                                .indexName(Script.BY_GROUP)
                                .keyConditionExpression("g = :g")
                                .expressionAttributeValues(Map.of(":g", AttributeValue.fromS("g0"))))
                        .count())
                .isPositive();
    }

    private void assertWhole(TrestleDb db) {
        long found = db.client().scanPaginator(r -> r.tableName(Script.ORDERS)).items().stream()
                .mapToInt(item -> Integer.parseInt(item.get("sk").n()))
                .filter(sk -> sk < items)
                .distinct()
                .count();
        assertThat(found).isEqualTo(items);
        assertThat(db.engine().verify().problems()).isEmpty();
    }
}
