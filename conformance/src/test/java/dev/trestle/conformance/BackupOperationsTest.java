package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.n;
import static dev.trestle.conformance.Literals.s;
import static dev.trestle.conformance.TableShape.all;
import static dev.trestle.conformance.TableShape.include;
import static dev.trestle.conformance.TableShape.keysOnly;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BackupDescription;
import software.amazon.awssdk.services.dynamodb.model.BackupDetails;
import software.amazon.awssdk.services.dynamodb.model.BackupStatus;
import software.amazon.awssdk.services.dynamodb.model.BackupSummary;
import software.amazon.awssdk.services.dynamodb.model.BackupType;
import software.amazon.awssdk.services.dynamodb.model.BackupTypeFilter;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsDescription;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsStatus;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

class BackupOperationsTest extends ConformanceTest {
    private static final String BACKUP_IN_USE = "BackupInUseException";
    private static final String BACKUP_NOT_FOUND = "BackupNotFoundException";
    private static final String TABLE_NOT_FOUND = "TableNotFoundException";
    private static final TableShape SHAPE = TableShape.keys("pk S", "sk N")
            .gsi("by-g", all(), "g S", "sk N")
            .gsi("some", include("x"), "g S")
            .lsi("local", keysOnly(), "l S");
    private static final int BIG_ITEMS = 60;

    @BeforeEach
    void skipWithoutBackups() {
        Assumptions.assumeFalse(target.isDynamoDbLocal(), "DynamoDB Local has no backups");
    }

    /** Before the tables are deleted: one that is being backed up or restored cannot be. */
    @AfterEach
    void deleteBackups() {
        if (target.isDynamoDbLocal()) {
            return;
        }
        waitUntil(
                "no table is being restored",
                () -> client.listTables().tableNames().stream()
                        .noneMatch(table -> describe(table).tableStatus() == TableStatus.CREATING));
        for (String arn : listed(r -> {})) {
            awaitAvailable(arn);
            client.deleteBackup(r -> r.backupArn(arn));
        }
    }

    @Test
    void restore_ofABackup_isTheTableAsItWasThen() {
        String table = create(SHAPE);
        for (int i = 0; i < 40; i++) {
            put(table, Map.of("pk", s("p" + i % 3), "sk", n(i), "g", s("g" + i % 4), "x", s("x" + i), "l", s("l" + i)));
        }
        put(table, "{pk: 'bare', sk: 1}");
        List<String> then = contents(table);
        List<String> someThen = scan(table, "some");

        BackupDetails backup = create(table, "before");
        put(table, "{pk: 'later', sk: 1, g: 'g1'}");
        client.deleteItem(r -> r.tableName(table).key(Map.of("pk", s("p0"), "sk", n(0))));
        List<String> now = contents(table);
        awaitAvailable(backup.backupArn());
        String restored = restore(backup.backupArn(), r -> {});

        assertThat(contents(restored)).isEqualTo(then);
        assertThat(scan(restored, "some")).isEqualTo(someThen);
        assertThat(scan(restored, "by-g")).hasSize(40);
        assertThat(scan(restored, "local")).hasSize(40);
        assertThat(contents(table)).isEqualTo(now);
        TableDescription description = describe(restored);
        assertThat(description.itemCount()).isEqualTo(41);
        assertThat(description.globalSecondaryIndexes())
                .allSatisfy(index -> assertThat(index.itemCount()).isEqualTo(40));
        assertThat(description.restoreSummary().restoreInProgress()).isFalse();
        assertThat(description.restoreSummary().sourceBackupArn()).isEqualTo(backup.backupArn());
        assertThat(description.restoreSummary().sourceTableArn())
                .isEqualTo(describe(table).tableArn());
        assertThat(description.tableId()).isNotEqualTo(describe(table).tableId());
        assertThat(description.keySchema()).isEqualTo(describe(table).keySchema());
        put(restored, "{pk: 'p0', sk: 0, g: 'new'}");
        assertThat(contents(table)).isEqualTo(now);
    }

    @Test
    void describe_backup_showsTheTableOfThatMoment() {
        String table = create(SHAPE);
        put(table, "{pk: 'a', sk: 1, g: 'G'}");
        TableDescription then = describe(table);

        BackupDetails created = create(table, "first_of.two-");
        put(table, "{pk: 'a', sk: 2}");
        awaitAvailable(created.backupArn());
        BackupDescription backup = describeBackup(created.backupArn());

        assertThat(created.backupStatus()).isEqualTo(BackupStatus.CREATING);
        assertThat(created.backupType()).isEqualTo(BackupType.USER);
        assertThat(created.backupArn()).matches("\\Q" + then.tableArn() + "\\E/backup/[0-9]{14}-[0-9a-f]{8}");
        assertThat(backup.backupDetails())
                .isEqualTo(
                        created.toBuilder().backupStatus(BackupStatus.AVAILABLE).build());
        assertThat(created.backupSizeBytes()).isEqualTo(then.tableSizeBytes());
        assertThat(backup.sourceTableDetails().tableName()).isEqualTo(table);
        assertThat(backup.sourceTableDetails().tableId()).isEqualTo(then.tableId());
        assertThat(backup.sourceTableDetails().tableArn()).isEqualTo(then.tableArn());
        assertThat(backup.sourceTableDetails().itemCount()).isEqualTo(1);
        assertThat(backup.sourceTableDetails().keySchema()).isEqualTo(then.keySchema());
        assertThat(backup.sourceTableDetails().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
        assertThat(backup.sourceTableDetails().tableCreationDateTime()).isEqualTo(then.creationDateTime());
        assertThat(backup.sourceTableFeatureDetails().globalSecondaryIndexes())
                .extracting(index -> index.indexName())
                .containsExactly("by-g", "some");
        assertThat(backup.sourceTableFeatureDetails().localSecondaryIndexes())
                .extracting(index -> index.indexName())
                .containsExactly("local");
    }

    @Test
    void list_pages_giveEveryBackupOnce() {
        String table = create(TableShape.keys("pk S"));
        String other = create(TableShape.keys("pk S"));
        List<String> created = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            created.add(backup(table, "same-name"));
        }
        String ofOther = backup(other, "other");

        assertThat(listed(r -> r.tableName(table).limit(2))).isEqualTo(created);
        assertThat(listed(r -> r.tableName(describe(table).tableArn()).limit(5)))
                .isEqualTo(created);
        assertThat(listed(r -> r.tableName(other))).containsExactly(ofOther);
        assertThat(listed(r -> r.limit(1))).hasSize(6);
        assertThat(client.listBackups(r -> r.limit(6)).lastEvaluatedBackupArn()).isNull();
        assertThat(client.listBackups(r -> r.limit(5)).lastEvaluatedBackupArn()).isEqualTo(created.get(4));
        BackupSummary first =
                client.listBackups(r -> r.limit(1)).backupSummaries().get(0);
        assertThat(first.backupName()).isEqualTo("same-name");
        assertThat(first.tableName()).isEqualTo(table);
        assertThat(first.tableArn()).isEqualTo(describe(table).tableArn());
        assertThat(first.backupStatus()).isEqualTo(BackupStatus.AVAILABLE);
    }

    @Test
    void list_byTimeAndType_givesThose() {
        String table = create(TableShape.keys("pk S"));
        String one = backup(table, "one");
        Instant at = describeBackup(one).backupDetails().backupCreationDateTime();

        assertThat(listed(r -> r.timeRangeLowerBound(at))).contains(one);
        assertThat(listed(r -> r.timeRangeLowerBound(at.plusMillis(1)))).doesNotContain(one);
        assertThat(listed(r -> r.timeRangeUpperBound(at))).doesNotContain(one);
        assertThat(listed(r -> r.timeRangeUpperBound(at.plusMillis(1)))).contains(one);
        assertThat(listed(r -> r.backupType(BackupTypeFilter.ALL))).containsExactly(one);
        assertThat(listed(r -> r.backupType(BackupTypeFilter.USER))).containsExactly(one);
        assertThat(listed(r -> r.backupType(BackupTypeFilter.SYSTEM))).isEmpty();
        assertThat(listed(r -> r.backupType(BackupTypeFilter.AWS_BACKUP))).isEmpty();
    }

    @Test
    void delete_backup_isGoneAtOnce() {
        String table = create(TableShape.keys("pk S"));
        put(table, "{pk: 'a'}");
        String arn = backup(table, "short-lived");

        BackupDescription deleted = client.deleteBackup(r -> r.backupArn(arn)).backupDescription();

        assertThat(deleted.backupDetails().backupStatus()).isEqualTo(BackupStatus.DELETED);
        assertThat(deleted.sourceTableDetails().itemCount()).isEqualTo(1);
        assertThat(listed(r -> r.tableName(table))).isEmpty();
        String message = "Backup not found: " + arn;
        assertRefused(() -> describeBackup(arn), BACKUP_NOT_FOUND, message);
        assertRefused(() -> client.deleteBackup(r -> r.backupArn(arn)), BACKUP_NOT_FOUND, message);
        assertRefused(
                () -> client.restoreTableFromBackup(r -> r.backupArn(arn).targetTableName(newTableName())),
                BACKUP_NOT_FOUND,
                message);
    }

    @Test
    void restore_afterTheTableWasDeleted_canTakeItsName() {
        String table = create(SHAPE);
        put(table, "{pk: 'a', sk: 1, g: 'G'}");
        String arn = backup(table, "outlives");
        client.deleteTable(r -> r.tableName(table));
        waitUntil("the table is gone", () -> !exists(table));

        assertThat(listed(r -> r.tableName(table))).containsExactly(arn);
        client.restoreTableFromBackup(r -> r.backupArn(arn).targetTableName(table));
        waitUntilActive(table);

        assertThat(contents(table)).containsExactly("{g: 'G', pk: 'a', sk: 1}");
    }

    @Test
    void restore_withOverrides_leavesIndexesOutAndChangesBilling() {
        String table = create(SHAPE);
        put(table, "{pk: 'a', sk: 1, g: 'G', l: 'L', x: 'X'}");
        String arn = backup(table, "overridden");
        CreateTableRequest source = SHAPE.request(table);

        String onlySome = restore(
                arn,
                r -> r.globalSecondaryIndexOverride(
                                source.globalSecondaryIndexes().get(1))
                        .localSecondaryIndexOverride(List.of()));
        assertThat(describe(onlySome).globalSecondaryIndexes())
                .extracting(index -> index.indexName())
                .containsExactly("some");
        assertThat(describe(onlySome).hasLocalSecondaryIndexes()).isFalse();
        assertThat(describe(onlySome).attributeDefinitions())
                .extracting(definition -> definition.attributeName())
                .containsExactlyInAnyOrder("pk", "sk", "g");
        assertThat(scan(onlySome, "some")).containsExactly("{g: 'G', pk: 'a', sk: 1, x: 'X'}");

        String provisioned = restore(
                arn,
                r -> r.billingModeOverride(BillingMode.PROVISIONED)
                        .provisionedThroughputOverride(
                                t -> t.readCapacityUnits(3L).writeCapacityUnits(4L))
                        .globalSecondaryIndexOverride(List.of()));
        assertThat(describe(provisioned).provisionedThroughput().readCapacityUnits())
                .isEqualTo(3);
        assertThat(describe(provisioned).hasGlobalSecondaryIndexes()).isFalse();
        assertThat(describe(provisioned).localSecondaryIndexes()).hasSize(1);

        String again = restore(backup(provisioned, "again"), r -> r.billingModeOverride(BillingMode.PAY_PER_REQUEST));
        assertThat(describe(again).billingModeSummary().billingMode()).isEqualTo(BillingMode.PAY_PER_REQUEST);
        assertThat(contents(again)).isEqualTo(contents(table));
    }

    @Test
    void restore_overridesThatDoNotFit_areRefused() {
        String table = create(SHAPE);
        String arn = backup(table, "as-it-is");
        GlobalSecondaryIndex some =
                SHAPE.request(table).globalSecondaryIndexes().get(1);
        String misfit = "One or more parameter values were invalid: GlobalSecondaryIndexOverride: the index %s does not"
                + " match an index of the backup. A restore may leave indexes out, but not add or change them";

        assertInvalid(
                () -> restore(
                        arn,
                        r -> r.globalSecondaryIndexOverride(
                                some.toBuilder().indexName("new").build())),
                misfit.formatted("new"));
        assertInvalid(
                () -> restore(
                        arn,
                        r -> r.globalSecondaryIndexOverride(
                                some.toBuilder().projection(all()).build())),
                misfit.formatted("some"));
        assertInvalid(
                () -> restore(arn, r -> r.globalSecondaryIndexOverride(some, some)),
                "One or more parameter values were invalid: Duplicate index name: some");
        assertInvalid(
                () -> restore(arn, r -> r.billingModeOverride(BillingMode.PROVISIONED)),
                "One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits must both be"
                        + " specified when BillingMode is PROVISIONED");
        assertInvalid(
                () -> restore(
                        arn,
                        r -> r.billingModeOverride(BillingMode.PROVISIONED)
                                .provisionedThroughputOverride(
                                        t -> t.readCapacityUnits(1L).writeCapacityUnits(1L))),
                "One or more parameter values were invalid: ProvisionedThroughput must be specified for index: by-g");
        assertInvalid(
                () -> restore(
                        arn,
                        r -> r.provisionedThroughputOverride(
                                t -> t.readCapacityUnits(1L).writeCapacityUnits(1L))),
                "One or more parameter values were invalid: Neither ReadCapacityUnits nor WriteCapacityUnits can be"
                        + " specified when BillingMode is PAY_PER_REQUEST");
        assertRefused(
                () -> client.restoreTableFromBackup(r -> r.backupArn(arn).targetTableName(table)),
                "TableAlreadyExistsException",
                "Table already exists: " + table);
    }

    @Test
    void requests_malformed_areRefusedByParameter() {
        String missing = newTableName();
        String arn = "arn:aws:dynamodb:local:000000000000:table/" + missing + "/backup/01489602797149-73d8d5bc";
        assertInvalid(
                () -> client.createBackup(r -> r.tableName("abc").backupName("a b")),
                "1 validation error detected: Value 'a b' at 'backupName' failed to satisfy constraint: Member must"
                        + " satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
        assertInvalid(
                () -> client.createBackup(r -> {}),
                "2 validation errors detected: Value null at 'tableName' failed to satisfy constraint: Member must not"
                        + " be null; Value null at 'backupName' failed to satisfy constraint: Member must not be null");
        assertInvalid(
                () -> client.listBackups(r -> r.limit(101)),
                "1 validation error detected: Value '101' at 'limit' failed to satisfy constraint: Member must have"
                        + " value less than or equal to 100");
        assertInvalid(
                () -> describeBackup("arn:short"),
                "1 validation error detected: Value 'arn:short' at 'backupArn' failed to satisfy constraint: Member must"
                        + " have length greater than or equal to 37");
        assertInvalidStartingWith(
                () -> client.listBackups(r -> r.exclusiveStartBackupArn("x".repeat(40))),
                "Invalid ExclusiveStartBackupArn: ");
        assertRefused(
                () -> client.createBackup(r -> r.tableName(missing).backupName("none")),
                TABLE_NOT_FOUND,
                "Table not found: " + missing);
        assertRefused(() -> describeBackup(arn), BACKUP_NOT_FOUND, "Backup not found: " + arn);
        assertRefused(() -> describeBackup("x".repeat(40)), BACKUP_NOT_FOUND, "Backup not found: " + "x".repeat(40));
    }

    @Test
    void describe_arnOfAnotherTable_isNotFound() {
        String table = create(TableShape.keys("pk S"));
        String other = backup(table, "mine").replace(table, "not-" + table);

        assertRefused(() -> describeBackup(other), BACKUP_NOT_FOUND, "Backup not found: " + other);
    }

    @Test
    void continuousBackups_anyTable_haveNoHistory() {
        String table = create(TableShape.keys("pk S"));
        String missing = newTableName();

        assertNoHistory(
                client.describeContinuousBackups(r -> r.tableName(table)).continuousBackupsDescription());
        assertNoHistory(client.updateContinuousBackups(r ->
                        r.tableName(table).pointInTimeRecoverySpecification(p -> p.pointInTimeRecoveryEnabled(false)))
                .continuousBackupsDescription());
        assertInvalidStartingWith(
                () -> client.updateContinuousBackups(r ->
                        r.tableName(table).pointInTimeRecoverySpecification(p -> p.pointInTimeRecoveryEnabled(true))),
                "Trestle keeps no history of a table");
        assertInvalid(
                () -> client.updateContinuousBackups(r -> r.tableName(table)),
                "1 validation error detected: Value null at 'pointInTimeRecoverySpecification' failed to satisfy"
                        + " constraint: Member must not be null");
        assertRefused(
                () -> client.describeContinuousBackups(r -> r.tableName(missing)),
                TABLE_NOT_FOUND,
                "Table not found: " + missing);
    }

    /** Whether the work is still under way when the next call comes is the machine's choice; so it is tried several times. */
    @Test
    void backup_beingCreated_cannotBeUsedAndKeepsItsTable() {
        int refused = 0;
        String big = createBig();
        for (int attempt = 0; attempt < 50 && refused == 0; attempt++) {
            String table = exists(big) ? big : createBig();
            big = table;
            String arn = create(table, "big").backupArn();
            try {
                assertRefused(
                        () -> client.deleteBackup(r -> r.backupArn(arn)),
                        BACKUP_IN_USE,
                        "Backup is being created: " + arn);
                assertRefused(
                        () -> client.deleteTable(r -> r.tableName(table)),
                        IN_USE,
                        "Attempt to change a resource which is still in use: Table is being backed up: " + table);
                refused++;
            } catch (AssertionError wentThrough) {
                continue; // the backup was complete before the call came, over a slow way
            }
            awaitAvailable(arn);
        }
        assertThat(refused)
                .as("calls that came while a backup was being created")
                .isPositive();
    }

    @Test
    void backups_tooManyAtOnce_areRefused() {
        String table = createBig();
        boolean refused = false;
        for (int i = 0; i < 60 && !refused; i++) {
            try {
                create(table, "many");
            } catch (software.amazon.awssdk.services.dynamodb.model.LimitExceededException e) {
                refused = true;
            }
        }
        assertThat(refused).isTrue();
    }

    @Test
    void table_beingRestored_cannotBeUsed() {
        String big = createBig();
        int refused = 0;
        for (int attempt = 0; attempt < 50 && refused == 0; attempt++) {
            String arn = backup(big, "big"); // an attempt that came too late may have deleted it
            String table = newTableName();
            TableDescription begun = client.restoreTableFromBackup(
                            r -> r.backupArn(arn).targetTableName(table))
                    .tableDescription();
            assertThat(begun.tableStatus()).isEqualTo(TableStatus.CREATING);
            assertThat(begun.restoreSummary().restoreInProgress()).isTrue();
            try {
                assertRefused(() -> get(table, "{pk: 'big0'}"), NOT_FOUND, "Requested resource not found");
                assertRefused(() -> put(table, "{pk: 'x'}"), NOT_FOUND, "Requested resource not found");
                String message = "Attempt to change a resource which is still in use: Table is being created: " + table;
                assertRefused(() -> client.deleteTable(r -> r.tableName(table)), IN_USE, message);
                assertRefused(
                        () -> client.updateTable(r -> r.tableName(table).deletionProtectionEnabled(false)),
                        IN_USE,
                        message);
                assertRefused(
                        () -> create(table, "too-early"), "TableInUseException", "Table is being created: " + table);
                assertRefused(
                        () -> client.deleteBackup(r -> r.backupArn(arn)),
                        BACKUP_IN_USE,
                        "Backup is being restored: " + arn);
                refused++;
            } catch (AssertionError e) {
                if (!exists(table)) {
                    continue; // it was active, and so it could be deleted
                }
                assertThat(describe(table).tableStatus()).isEqualTo(TableStatus.ACTIVE);
            }
            waitUntilActive(table);
            assertThat(describe(table).itemCount()).isGreaterThanOrEqualTo(BIG_ITEMS);
        }
        assertThat(refused)
                .as("calls that came while a table was being restored")
                .isPositive();
    }

    /** Large enough, with its entries, for a copy to take many steps. */
    private String createBig() {
        String table = create(TableShape.keys("pk S")
                .gsi("by-g1", all(), "g S")
                .gsi("by-g2", all(), "g S")
                .gsi("by-g3", all(), "g S")
                .gsi("by-g4", all(), "g S"));
        for (int i = 0; i < BIG_ITEMS; i++) {
            put(table, Map.of("pk", s("big" + i), "g", s("g" + i), "padding", s("x".repeat(390_000))));
        }
        return table;
    }

    private static void assertNoHistory(ContinuousBackupsDescription description) {
        assertThat(description.continuousBackupsStatus()).isEqualTo(ContinuousBackupsStatus.ENABLED);
        assertThat(description.pointInTimeRecoveryDescription().pointInTimeRecoveryStatus())
                .isEqualTo(PointInTimeRecoveryStatus.DISABLED);
    }

    private BackupDetails create(String table, String name) {
        return client.createBackup(r -> r.tableName(table).backupName(name)).backupDetails();
    }

    /** Takes a backup and waits until it is there. */
    private String backup(String table, String name) {
        String arn = create(table, name).backupArn();
        awaitAvailable(arn);
        return arn;
    }

    private void awaitAvailable(String arn) {
        waitUntil(
                arn + " is available",
                () -> describeBackup(arn).backupDetails().backupStatus() == BackupStatus.AVAILABLE);
    }

    private BackupDescription describeBackup(String arn) {
        return client.describeBackup(r -> r.backupArn(arn)).backupDescription();
    }

    private String restore(String arn, Consumer<RestoreTableFromBackupRequest.Builder> more) {
        String table = newTableName();
        RestoreTableFromBackupRequest.Builder request =
                RestoreTableFromBackupRequest.builder().backupArn(arn).targetTableName(table);
        more.accept(request);
        client.restoreTableFromBackup(request.build());
        waitUntilActive(table);
        return table;
    }

    /** The ARNs on all pages. */
    private List<String> listed(Consumer<ListBackupsRequest.Builder> which) {
        List<String> arns = new ArrayList<>();
        String start = null;
        do {
            ListBackupsRequest.Builder request = ListBackupsRequest.builder().exclusiveStartBackupArn(start);
            which.accept(request);
            ListBackupsResponse page = client.listBackups(request.build());
            page.backupSummaries().forEach(backup -> arns.add(backup.backupArn()));
            start = page.lastEvaluatedBackupArn();
        } while (start != null);
        return arns;
    }

    private List<String> scan(String table, String index) {
        return client.scan(r -> r.tableName(table).indexName(index)).items().stream()
                .map(Literals::show)
                .sorted()
                .toList();
    }
}
