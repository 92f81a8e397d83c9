package dev.trestle.server.admin;

import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.audit.Act.Area;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BackupDetails;
import software.amazon.awssdk.services.dynamodb.model.BackupSummary;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.RestoreSummary;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;

/** Tables and their backups, as DynamoDB has them, wherever they are. */
final class TablesDesk {
    private final DynamoDbClient items;
    private final Optional<LocalStore> local;
    private final HostedSystems hosted;

    TablesDesk(DynamoDbClient items, Optional<LocalStore> local, HostedSystems hosted) {
        this.items = items;
        this.local = local;
        this.hosted = hosted;
    }

    record ListTables(int limit, @Nullable String cursor) {}

    record ListBackups(
            @Nullable String table, int limit, @Nullable String cursor) {}

    record NewBackup(String table, String name) {}

    record CreateBackup(NewBackup body) {}

    record ByArn(String arn) {}

    record Restore(String arn, String table) {}

    record RestoreBackup(Restore body) {}

    record IndexView(
            String name,
            boolean global,
            @Nullable String status,
            @Nullable Long items,
            @Nullable Long bytes) {}

    record StreamView(String arn, String view) {}

    /**
     * A table.
     *
     * @param system whose it is; null if no system's
     * @param restoredFrom the table whose backup it was made of; null if it was not
     * @param swapsWith the restored table that takes its place at the next start; null if none does
     */
    record TableView(
            String table,
            String status,
            @Nullable Long items,
            @Nullable Long bytes,
            List<IndexView> indexes,
            @Nullable StreamView stream,
            @Nullable String expiry,
            @Nullable Instant createdAt,
            @Nullable String system,
            @Nullable String restoredFrom,
            @Nullable Instant restoredAt,
            @Nullable String swapsWith) {}

    record BackupView(
            String arn,
            String name,
            String table,
            String status,
            @Nullable Long bytes,
            @Nullable Instant createdAt) {
        static BackupView of(BackupSummary backup) {
            return new BackupView(
                    backup.backupArn(),
                    backup.backupName(),
                    backup.tableName(),
                    backup.backupStatusAsString(),
                    backup.backupSizeBytes(),
                    backup.backupCreationDateTime());
        }

        static BackupView of(BackupDetails backup, String table) {
            return new BackupView(
                    backup.backupArn(),
                    backup.backupName(),
                    table,
                    backup.backupStatusAsString(),
                    backup.backupSizeBytes(),
                    backup.backupCreationDateTime());
        }
    }

    void addTo(Desk desk) {
        desk.look("listTables", ListTables.class, (call, q) -> tables(q))
                .look("listBackups", ListBackups.class, (call, q) -> backups(q))
                .act(
                        "createBackup",
                        Area.BACKUP,
                        CreateBackup.class,
                        q -> q.body().table() + " " + q.body().name(),
                        (call, q) -> create(q.body()))
                .act("deleteBackup", Area.BACKUP, ByArn.class, ByArn::arn, (call, q) -> {
                    items.deleteBackup(request -> request.backupArn(q.arn()));
                    return null;
                })
                .act(
                        "restoreBackup",
                        Area.BACKUP,
                        RestoreBackup.class,
                        q -> q.body().arn() + " " + q.body().table(),
                        (call, q) -> restore(q.body()));
    }

    private Page<TableView> tables(ListTables q) {
        ListTablesResponse names =
                items.listTables(request -> request.limit(q.limit()).exclusiveStartTableName(q.cursor()));
        List<TableView> views = new ArrayList<>();
        for (String name : names.tableNames()) {
            try {
                views.add(view(
                        items.describeTable(request -> request.tableName(name)).table()));
            } catch (ResourceNotFoundException gone) {
                // deleted since it was listed
            }
        }
        return new Page<>(views, names.lastEvaluatedTableName());
    }

    private TableView view(TableDescription table) {
        List<IndexView> indexes = new ArrayList<>();
        table.globalSecondaryIndexes()
                .forEach(index -> indexes.add(new IndexView(
                        index.indexName(),
                        true,
                        index.indexStatusAsString(),
                        index.itemCount(),
                        index.indexSizeBytes())));
        table.localSecondaryIndexes()
                .forEach(index -> indexes.add(
                        new IndexView(index.indexName(), false, null, index.itemCount(), index.indexSizeBytes())));
        RestoreSummary restored = table.restoreSummary();
        boolean streams = table.streamSpecification() != null
                && Boolean.TRUE.equals(table.streamSpecification().streamEnabled());
        return new TableView(
                table.tableName(),
                table.tableStatusAsString(),
                table.itemCount(),
                table.tableSizeBytes(),
                indexes,
                streams
                        ? new StreamView(
                                table.latestStreamArn(),
                                table.streamSpecification().streamViewTypeAsString())
                        : null,
                expiry(table.tableName()),
                table.creationDateTime(),
                hosted.user(table.tableName())
                        .map(HostedSystems.TableUse::system)
                        .orElse(null),
                restored == null ? null : nameIn(restored.sourceTableArn()),
                restored == null ? null : restored.restoreDateTime(),
                RestoredDesk.waiting(local).get(table.tableName()));
    }

    private static @Nullable String nameIn(@Nullable String arn) {
        return arn == null ? null : arn.substring(arn.lastIndexOf('/') + 1);
    }

    /** The attribute by which items expire; null if they do not. */
    private @Nullable String expiry(String table) {
        TimeToLiveDescription expiry =
                items.describeTimeToLive(request -> request.tableName(table)).timeToLiveDescription();
        return expiry == null ? null : expiry.attributeName();
    }

    private Page<BackupView> backups(ListBackups q) {
        ListBackupsResponse page = items.listBackups(
                request -> request.tableName(q.table()).limit(q.limit()).exclusiveStartBackupArn(q.cursor()));
        return new Page<>(page.backupSummaries().stream().map(BackupView::of).toList(), page.lastEvaluatedBackupArn());
    }

    private Reply create(NewBackup wanted) {
        BackupDetails made = items.createBackup(
                        request -> request.tableName(wanted.table()).backupName(wanted.name()))
                .backupDetails();
        return Reply.created(BackupView.of(made, wanted.table()));
    }

    private Reply restore(Restore wanted) {
        TableDescription table = items.restoreTableFromBackup(
                        request -> request.backupArn(wanted.arn()).targetTableName(wanted.table()))
                .tableDescription();
        return Reply.of(Map.of("table", table.tableName(), "status", table.tableStatusAsString()))
                .status(202);
    }
}
