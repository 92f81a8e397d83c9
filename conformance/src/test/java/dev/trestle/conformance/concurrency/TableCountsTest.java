package dev.trestle.conformance.concurrency;

import static dev.trestle.conformance.concurrency.Items.item;
import static dev.trestle.conformance.concurrency.Items.key;
import static dev.trestle.conformance.concurrency.Items.n;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BackupStatus;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** How many items a table has is what whoever looks at one moment of it finds there, however many are writing. */
@Tag("once")
class TableCountsTest {
    private static final String TABLE = "counted";
    private static final int LOOKS = 12;

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void verify_whileItemsComeAndGo_findsTheCountsOfItsMoment(Setting setting) {
        try (TrestleDb db = setting.open(directory);
                Workers workers = new Workers(11)) {
            DynamoDbClient client = db.client();
            Items.createTable(client, TABLE);
            workers.startEndless(
                    4, (worker, random) -> change(client, worker, random.nextInt(50), random.nextBoolean()));
            for (int i = 0; i < LOOKS; i++) {
                assertThat(db.engine().verify().problems()).isEmpty();
            }
            workers.stop();
            workers.join();
            assertThat(described(client)).isEqualTo(found(client));
            assertThat(db.engine().verify().problems()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void createBackup_whileItemsComeAndGo_hasTheCountsOfItsMoment(Setting setting) {
        try (TrestleDb db = setting.open(directory);
                Workers workers = new Workers(12)) {
            DynamoDbClient client = db.client();
            Items.createTable(client, TABLE);
            workers.startEndless(
                    4, (worker, random) -> change(client, worker, random.nextInt(50), random.nextBoolean()));
            String arn = client.createBackup(r -> r.tableName(TABLE).backupName("moment"))
                    .backupDetails()
                    .backupArn();
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> isAvailable(client, arn));
            workers.stop();
            workers.join();
            assertThat(db.engine().verify().problems())
                    .isEmpty(); // it compares each backup with the counts that it began with
        }
    }

    @ParameterizedTest
    @EnumSource
    void deleteTable_madeAnew_countsFromZero(Setting setting) {
        try (TrestleDb db = setting.open(directory)) {
            DynamoDbClient client = db.client();
            Items.createTable(client, TABLE);
            change(client, 0, 1, true);
            client.deleteTable(r -> r.tableName(TABLE));
            Items.createTable(client, TABLE);

            assertThat(described(client)).isZero();
            assertThat(db.engine().verify().problems()).isEmpty();
        }
    }

    private static boolean isAvailable(DynamoDbClient client, String arn) {
        return client.describeBackup(r -> r.backupArn(arn))
                        .backupDescription()
                        .backupDetails()
                        .backupStatus()
                == BackupStatus.AVAILABLE;
    }

    private static void change(DynamoDbClient client, int worker, int number, boolean put) {
        String pk = "p" + worker;
        if (put) {
            client.putItem(r -> r.tableName(TABLE).item(item(pk, "" + number, "v", n(number))));
        } else {
            client.deleteItem(r -> r.tableName(TABLE).key(key(pk, "" + number)));
        }
    }

    private static long described(DynamoDbClient client) {
        return client.describeTable(r -> r.tableName(TABLE)).table().itemCount();
    }

    private static long found(DynamoDbClient client) {
        return client.scan(r -> r.tableName(TABLE).select(Select.COUNT).consistentRead(true))
                .count();
    }
}
