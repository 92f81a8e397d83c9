package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.EngineOptions;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BackupStatus;
import software.amazon.awssdk.services.dynamodb.model.BackupSummary;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/**
 * A process is killed, or its disk is full, while a table is backed up or restored. Afterwards a backup is whole or gone, never half
 * there; a restore goes on to its end; and {@code verify()} finds nothing.
 */
@Tag("once")
class TableBackupKillTest {
    private static final String TABLE = "source";
    private static final String TARGET = "target";
    private static final String INDEX = "by-group";
    private static final int ITEMS = 400;
    private static final int ITEM_BYTES = 20_000;
    private static final int ROUNDS = Integer.getInteger("trestle.crash.rounds", 2);
    private static final long KIB = 1024;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    @Test
    void kill_whileABackupIsTaken_leavesItWholeOrGone() throws Exception {
        Path directory = temporary.resolve("store");
        fill(directory);
        for (int round = 0; round < ROUNDS; round++) {
            try (ChildJvm child = ChildJvm.start(temporary, Taking.class, directory)) {
                child.readUntil("begun");
                child.kill();
                assertThat(child.errors()).doesNotContain("Exception", "Error");
            }
            try (TrestleDb db = StoreFiles.open(directory)) {
                DynamoDbClient client = db.client();
                await(
                        "no backup is half there",
                        () -> client.listBackups().backupSummaries().stream()
                                .allMatch(backup -> backup.backupStatus() == BackupStatus.AVAILABLE));
                assertThat(db.engine().verify().problems()).isEmpty();
                for (BackupSummary backup : client.listBackups().backupSummaries()) {
                    restore(client, backup.backupArn(), TARGET);
                    checkTarget(client);
                    client.deleteTable(r -> r.tableName(TARGET));
                    client.deleteBackup(r -> r.backupArn(backup.backupArn()));
                }
                assertThat(db.engine().verify().problems()).isEmpty();
            }
        }
    }

    @Test
    void kill_whileATableIsRestored_isRestoredAfterwards() throws Exception {
        Path directory = temporary.resolve("store");
        fill(directory);
        String arn;
        try (TrestleDb db = StoreFiles.open(directory)) {
            arn = backup(db.client());
        }
        for (int round = 0; round < ROUNDS; round++) {
            try (ChildJvm child = ChildJvm.start(temporary, Restoring.class, directory, arn)) {
                child.readUntil("begun");
                child.kill();
                assertThat(child.errors()).doesNotContain("Exception", "Error");
            }
            try (TrestleDb db = StoreFiles.open(directory)) {
                assertThat(db.engine().verify().problems()).isEmpty();
                awaitActive(db.client(), TARGET);
                checkTarget(db.client());
                assertThat(db.engine().verify().problems()).isEmpty();
                db.client().deleteTable(r -> r.tableName(TARGET));
            }
        }
    }

    @Test
    void close_whileABackupIsTaken_givesItUpOrHasIt() throws Exception {
        Path directory = temporary.resolve("store");
        fill(directory);
        try (TrestleDb db = StoreFiles.open(directory)) {
            db.client().createBackup(r -> r.tableName(TABLE).backupName("cut-short"));
        }
        try (TrestleDb db = StoreFiles.open(directory)) {
            await(
                    "the backup is gone or whole",
                    () -> db.client().listBackups().backupSummaries().stream()
                            .allMatch(backup -> backup.backupStatus() == BackupStatus.AVAILABLE));
            restore(db.client(), backup(db.client()), TARGET);
            checkTarget(db.client());
            assertThat(db.engine().verify().problems()).isEmpty();
        }
    }

    /** A whole store's backup has the backups of its tables in it. */
    @Test
    void storeBackup_withATablesBackup_canRestoreTheTable() throws Exception {
        Path directory = temporary.resolve("store");
        fill(directory);
        String arn;
        try (TrestleDb db = StoreFiles.open(directory)) {
            arn = backup(db.client());
            db.engine().backup(temporary.resolve("copy"));
        }
        try (TrestleDb db = StoreFiles.open(temporary.resolve("copy"))) {
            restore(db.client(), arn, TARGET);
            checkTarget(db.client());
            assertThat(db.engine().verify().problems()).isEmpty();
        }
    }

    @Test
    void backup_diskFull_isWholeOrGoneAndTheStoreGoesOn() throws Exception {
        try (SmallDisk disk = SmallDisk.inMemory(temporary, 64)) {
            EngineOptions options = StoreFiles.options(disk.root().resolve("store"));
            try (TrestleDb db = TrestleDb.open(options)) {
                DynamoDbClient client = db.client();
                create(client);
                putAll(client);
                Path filler = disk.fillUpTo(700 * KIB); // less than the first chunk
                client.createBackup(r -> r.tableName(TABLE).backupName("no-room"));
                await("the disk is full", () -> isRefused(client));
                assertThat(client.getItem(r -> r.tableName(TABLE).key(key(0))).hasItem())
                        .isTrue();

                Files.delete(filler);
                // Writes are refused before the disk takes none: the backup may not have come to that, and then it is
                // whole.
                await(
                        "the backup is gone or whole",
                        () -> client.listBackups().backupSummaries().stream()
                                .allMatch(each -> each.backupStatus() == BackupStatus.AVAILABLE));
                await("writes work again", () -> !isRefused(client));
                client.listBackups()
                        .backupSummaries()
                        .forEach(each -> client.deleteBackup(r -> r.backupArn(each.backupArn())));
                assertThat(db.engine().verify().problems()).isEmpty();
                await("the table is not held any more", () -> {
                    client.deleteTable(r -> r.tableName(TABLE));
                    return true;
                });
            }
        }
    }

    /** Begins a backup and says so at once. */
    static final class Taking {
        private Taking() {}

        public static void main(String[] arguments) throws InterruptedException {
            TrestleDb db = StoreFiles.open(Path.of(arguments[0]));
            db.client().createBackup(r -> r.tableName(TABLE).backupName("killed"));
            System.out.println("begun");
            Thread.currentThread().join();
        }
    }

    /** Begins a restore and says so at once. */
    static final class Restoring {
        private Restoring() {}

        public static void main(String[] arguments) throws InterruptedException {
            TrestleDb db = StoreFiles.open(Path.of(arguments[0]));
            db.client().restoreTableFromBackup(r -> r.backupArn(arguments[1]).targetTableName(TARGET));
            System.out.println("begun");
            Thread.currentThread().join();
        }
    }

    private static void fill(Path directory) {
        try (TrestleDb db = StoreFiles.open(directory)) {
            create(db.client());
            putAll(db.client());
        }
    }

    private static void create(DynamoDbClient client) {
        client.createTable(r -> r.tableName(TABLE)
                .billingMode("PAY_PER_REQUEST")
                .attributeDefinitions(
                        Script.attribute("pk", ScalarAttributeType.N), Script.attribute("g", ScalarAttributeType.S))
                .keySchema(Script.key("pk", KeyType.HASH))
                .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                        .indexName(INDEX)
                        .keySchema(Script.key("g", KeyType.HASH))
                        .projection(p -> p.projectionType(ProjectionType.KEYS_ONLY))
                        .build()));
    }

    private static void putAll(DynamoDbClient client) {
        for (int i = 0; i < ITEMS; i++) {
            Map<String, AttributeValue> item = item(i);
            client.putItem(r -> r.tableName(TABLE).item(item));
        }
    }

    private static boolean isRefused(DynamoDbClient client) {
        try {
            client.updateItem(r -> r.tableName(TABLE)
                    .key(key(0))
                    .updateExpression("ADD attempts :one")
                    .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
            return false;
        } catch (InternalServerErrorException e) {
            assertThat(e.getMessage()).contains("the disk is full");
            return true;
        }
    }

    private static Map<String, AttributeValue> key(int number) {
        return Map.of("pk", AttributeValue.fromN(Integer.toString(number)));
    }

    private static Map<String, AttributeValue> item(int number) {
        return Map.of(
                "pk", AttributeValue.fromN(Integer.toString(number)),
                "g", AttributeValue.fromS("g" + number % 7),
                "padding", AttributeValue.fromS(("x" + number).repeat(ITEM_BYTES / 4)));
    }

    private static String backup(DynamoDbClient client) {
        String arn = client.createBackup(r -> r.tableName(TABLE).backupName("whole"))
                .backupDetails()
                .backupArn();
        await(
                "the backup is there",
                () -> client.describeBackup(r -> r.backupArn(arn))
                        .backupDescription()
                        .backupDetails()
                        .backupStatus()
                        .equals(BackupStatus.AVAILABLE));
        return arn;
    }

    private static void restore(DynamoDbClient client, String arn, String table) {
        client.restoreTableFromBackup(r -> r.backupArn(arn).targetTableName(table));
        awaitActive(client, table);
    }

    private static void awaitActive(DynamoDbClient client, String table) {
        await(
                "the table is restored",
                () -> client.describeTable(r -> r.tableName(table))
                        .table()
                        .tableStatus()
                        .equals(TableStatus.ACTIVE));
    }

    private static void checkTarget(DynamoDbClient client) {
        Map<Integer, Map<String, AttributeValue>> found = new TreeMap<>();
        client.scanPaginator(r -> r.tableName(TARGET))
                .items()
                .forEach(item -> found.put(Integer.valueOf(item.get("pk").n()), item));
        assertThat(found).hasSize(ITEMS);
        found.forEach((number, item) -> assertThat(item).isEqualTo(item(number)));
        List<Map<String, AttributeValue>> entries =
                client.scanPaginator(r -> r.tableName(TARGET).indexName(INDEX)).items().stream()
                        .toList();
        assertThat(entries).hasSize(ITEMS);
    }

    private static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(5))
                .ignoreExceptions()
                .until(condition);
    }
}
