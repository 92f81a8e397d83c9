package dev.trestle.conformance.concurrency;

import static dev.trestle.conformance.concurrency.Items.key;
import static dev.trestle.conformance.concurrency.Items.n;
import static dev.trestle.conformance.concurrency.Items.number;
import static dev.trestle.conformance.concurrency.Items.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BackupStatus;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Backups that are taken while transfers between accounts go on. Each is of one moment: its accounts hold what all accounts together
 * always hold, with every transfer acknowledged before the call. The accounts are large, so that copying them takes several steps, with
 * transfers in between.
 */
@Tag("once")
class TableBackupTest {
    private static final String TABLE = "accounts";
    private static final int ACCOUNTS = 40;
    private static final long OPENING = 1000;
    private static final long TOTAL = ACCOUNTS * OPENING;
    private static final int BACKUPS = 3;
    private static final long SEED = Long.getLong("trestle.seed", 5);

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void backup_whileTransfersGoOn_isOneMoment(Setting setting) {
        try (TrestleDb db = setting.open(directory)) {
            DynamoDbClient client = db.client();
            open(client);
            AtomicLong acknowledged = new AtomicLong();
            List<String> arns = new ArrayList<>();
            List<Long> acknowledgedBefore = new ArrayList<>();
            try (Workers workers = new Workers(SEED)) {
                workers.startEndless(3, (worker, random) -> {
                    transfer(client, random);
                    acknowledged.incrementAndGet();
                });
                for (int i = 0; i < BACKUPS; i++) {
                    long atLeast = acknowledged.get() + 10;
                    await("transfers go on", () -> acknowledged.get() >= atLeast);
                    acknowledgedBefore.add(acknowledged.get());
                    String arn = client.createBackup(r -> r.tableName(TABLE).backupName("moment"))
                            .backupDetails()
                            .backupArn();
                    arns.add(arn);
                    await("the backup is there", () -> isAvailable(client, arn));
                }
                assertThat(db.engine().verify().problems()).isEmpty();
                for (int i = 0; i < BACKUPS; i++) {
                    restore(client, arns.get(i), "restored" + i);
                }
                workers.stop();
                workers.join();
            }
            for (int i = 0; i < BACKUPS; i++) {
                check(client, "restored" + i, acknowledgedBefore.get(i));
            }
            check(client, TABLE, acknowledged.get());
            assertThat(db.engine().verify().problems()).isEmpty();
        }
    }

    private static void check(DynamoDbClient client, String table, long transfersMin) {
        List<Map<String, AttributeValue>> accounts = client
                .scanPaginator(r -> r.tableName(table).consistentRead(true).projectionExpression("balance, moves"))
                .items()
                .stream()
                .toList();
        String where = table + ", seed " + SEED;
        assertThat(accounts).as(where).hasSize(ACCOUNTS);
        assertThat(sum(accounts, "balance")).as(where).isEqualTo(TOTAL);
        assertThat(sum(accounts, "moves")).as(where).isGreaterThanOrEqualTo(2 * transfersMin);
    }

    private static long sum(List<Map<String, AttributeValue>> items, String attribute) {
        return items.stream().mapToLong(item -> number(item, attribute)).sum();
    }

    private static void open(DynamoDbClient client) {
        Items.createTable(client, TABLE);
        for (int i = 0; i < ACCOUNTS; i++) {
            Map<String, AttributeValue> account = new HashMap<>(key("p" + i, "account"));
            account.put("balance", n(OPENING));
            account.put("moves", n(0));
            account.put("padding", s("x".repeat(90_000)));
            client.putItem(r -> r.tableName(TABLE).item(account));
        }
    }

    private static void transfer(DynamoDbClient client, Random random) {
        int from = random.nextInt(ACCOUNTS);
        int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
        long amount = 1 + random.nextInt(40);
        client.transactWriteItems(r -> r.transactItems(add(from, -amount), add(to, amount)));
    }

    private static TransactWriteItem add(int account, long amount) {
        return TransactWriteItem.builder()
                .update(u -> u.tableName(TABLE)
                        .key(key("p" + account, "account"))
                        .updateExpression("ADD balance :x, moves :one")
                        .expressionAttributeValues(Map.of(":x", n(amount), ":one", n(1))))
                .build();
    }

    private static void restore(DynamoDbClient client, String arn, String table) {
        client.restoreTableFromBackup(r -> r.backupArn(arn).targetTableName(table));
        await(
                "the table is restored",
                () -> client.describeTable(r -> r.tableName(table))
                        .table()
                        .tableStatus()
                        .equals(TableStatus.ACTIVE));
    }

    private static boolean isAvailable(DynamoDbClient client, String arn) {
        return client.describeBackup(r -> r.backupArn(arn))
                .backupDescription()
                .backupDetails()
                .backupStatus()
                .equals(BackupStatus.AVAILABLE);
    }

    private static void await(String what, java.util.concurrent.Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(5))
                .until(condition);
    }
}
