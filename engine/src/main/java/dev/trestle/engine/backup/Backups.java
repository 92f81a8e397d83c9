package dev.trestle.engine.backup;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.BackupDescription;
import dev.trestle.engine.api.CreateBackup;
import dev.trestle.engine.api.ListBackups;
import dev.trestle.engine.api.RestoreTableFromBackup;
import dev.trestle.engine.api.TableDescription;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Committer;
import dev.trestle.engine.store.Counters;
import dev.trestle.engine.store.LongSnapshot;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.ExpiryDef;
import dev.trestle.engine.table.Maintenance;
import dev.trestle.engine.table.RestoreDef;
import dev.trestle.engine.table.RestoredTable;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.table.TableDescriber;
import dev.trestle.engine.table.TableNames;
import dev.trestle.engine.write.Writer;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * CreateBackup, DescribeBackup, ListBackups, DeleteBackup and RestoreTableFromBackup.
 *
 * <p>A backup is of one moment, that of the call: its items are copied in the background from a snapshot, which keeps on disk whatever
 * changes meanwhile. It lies in the same store as its table, outlives it, and is part of the store's own backups.
 */
public final class Backups implements AutoCloseable {
    private static final int LIST_MAX = 100;
    /** Each keeps a snapshot open until its turn is over. */
    private static final int BACKUPS_UNDER_WAY_MAX = 10;

    private static final int RESTORES_UNDER_WAY_MAX = 50;

    private final Catalog catalog;
    private final Store store;
    private final Committer committer;
    private final Maintenance maintenance;
    private final Clock clock;
    private final BackupRows rows;
    private final BackupArns arns;
    private final TableDescriber describer;
    private final BackupWorker worker;

    public Backups(
            Catalog catalog,
            Store store,
            Committer committer,
            Maintenance maintenance,
            Writer writer,
            Clock clock,
            String region,
            String accountId) {
        this.catalog = catalog;
        this.store = store;
        this.committer = committer;
        this.maintenance = maintenance;
        this.clock = clock;
        this.rows = new BackupRows(store);
        this.arns = new BackupArns(region, accountId);
        this.describer = new TableDescriber(committer.counters(), region, accountId);
        TableRestore restore = new TableRestore(store, committer, catalog, writer);
        this.worker = new BackupWorker(catalog, rows, maintenance, restore);
    }

    public void start() {
        worker.start();
    }

    /** Whether a backup still reads from the table of this id. */
    public boolean isCopying(int tableId) {
        return worker.isCopying(tableId);
    }

    public BackupDescription create(CreateBackup request) {
        new Constraints()
                .tableName(request.tableName())
                .required("backupName", request.backupName())
                .name("backupName", request.backupName())
                .check();
        String tableName = TableNames.resolve(Required.of(request.tableName()));
        BackupDef begun = catalog.change(() -> begin(tableName, Required.of(request.backupName())));
        worker.wake();
        return describe(begun, begun.status().name());
    }

    /** Within {@link Catalog#change}: no write is prepared meanwhile, and the definition is that of the snapshot. */
    private BackupDef begin(String tableName, String backupName) {
        TableDef table = catalog.find(tableName);
        if (table == null) {
            throw EngineException.of(ErrorCode.TABLE_NOT_FOUND, "Table not found: " + tableName);
        }
        if (table.isBeingRestored()) {
            throw EngineException.of(ErrorCode.TABLE_IN_USE, "Table is being created: " + tableName);
        }
        if (worker.copiesUnderWay() >= BACKUPS_UNDER_WAY_MAX) {
            throw limitExceeded("backups can be created", BACKUPS_UNDER_WAY_MAX);
        }
        LongSnapshot snapshot = store.longSnapshot();
        try {
            Counters.Count count = Counters.read(snapshot, table.id());
            Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
            BackupDef backup = new BackupDef(
                    catalog.newId(), backupName, table, now, BackupDef.Status.CREATING, count.items(), count.bytes());
            Commit commit = new Commit();
            commit.add(BackupRows.put(backup));
            catalog.commit(commit);
            worker.add(new BackupCopy(backup, snapshot, committer));
            return backup;
        } catch (RuntimeException | Error e) {
            snapshot.close();
            worker.lookForUnfinished(); // a row whose write failed may be there all the same
            throw e;
        }
    }

    public BackupDescription describe(@Nullable String backupArn) {
        new Constraints().backupArn("backupArn", backupArn).check();
        BackupDef backup = require(Required.of(backupArn));
        return describe(backup, backup.status().name());
    }

    public ListBackups.Result list(ListBackups request) {
        Constraints constraints = new Constraints();
        if (request.tableName() != null) {
            constraints.tableName(request.tableName());
        }
        constraints.atLeast("limit", request.limit(), 1).atMost("limit", request.limit(), LIST_MAX);
        if (request.exclusiveStartBackupArn() != null) {
            constraints.backupArn("exclusiveStartBackupArn", request.exclusiveStartBackupArn());
        }
        constraints
                .oneOf("backupType", request.backupType(), "USER", "SYSTEM", "AWS_BACKUP", "ALL")
                .check();
        int after = startAfter(request.exclusiveStartBackupArn());
        String type = request.backupType();
        if ("SYSTEM".equals(type) || "AWS_BACKUP".equals(type)) {
            return new ListBackups.Result(List.of(), null); // there are only those that users asked for
        }
        String tableName = request.tableName() == null ? null : TableNames.resolve(request.tableName());
        int limit = request.limit() == null ? LIST_MAX : request.limit();
        List<BackupDef> found = rows.list(after, limit + 1, backup -> matches(backup, tableName, request));
        List<BackupDef> page = found.subList(0, Math.min(limit, found.size()));
        return new ListBackups.Result(
                page.stream()
                        .map(backup -> describe(backup, backup.status().name()))
                        .toList(),
                found.size() > limit ? arns.of(page.get(limit - 1)) : null);
    }

    private static int startAfter(@Nullable String arn) {
        Integer id = arn == null ? (Integer) 0 : BackupArns.id(arn);
        if (id == null || id < 0) {
            throw EngineException.validation("Invalid ExclusiveStartBackupArn: " + arn);
        }
        return id;
    }

    private static boolean matches(BackupDef backup, @Nullable String tableName, ListBackups request) {
        Instant lower = request.timeRangeLowerBound();
        Instant upper = request.timeRangeUpperBound();
        return (tableName == null || tableName.equals(backup.table().name()))
                && (lower == null || !backup.createdAt().isBefore(lower))
                && (upper == null || backup.createdAt().isBefore(upper));
    }

    public BackupDescription delete(@Nullable String backupArn) {
        new Constraints().backupArn("backupArn", backupArn).check();
        BackupDef deleted = catalog.change(() -> {
            BackupDef backup = requireAvailable(Required.of(backupArn));
            if (catalog.all().stream().anyMatch(table -> isRestoring(table, backup))) {
                throw EngineException.of(ErrorCode.BACKUP_IN_USE, "Backup is being restored: " + backupArn);
            }
            Commit commit = new Commit();
            commit.add(BackupRows.delete(backup));
            Maintenance.reclaimLater(backup.id(), commit);
            catalog.commit(commit);
            return backup;
        });
        maintenance.wake();
        return describe(deleted, "DELETED");
    }

    private static boolean isRestoring(TableDef table, BackupDef backup) {
        return table.isBeingRestored() && TableRestore.backupId(table) == backup.id();
    }

    public TableDescription restore(RestoreTableFromBackup request) {
        RestoredTable.check(request);
        String target = Required.of(request.targetTableName());
        TableDef begun = catalog.change(() -> {
            BackupDef backup = requireAvailable(Required.of(request.backupArn()));
            RestoreDef restore = new RestoreDef(
                    arns.of(backup), arns.ofTable(backup), clock.instant().truncatedTo(ChronoUnit.MILLIS), true);
            TableDef table = RestoredTable.define(backup.table(), request, restore, catalog::newId);
            if (catalog.find(target) != null) {
                throw EngineException.of(ErrorCode.TABLE_ALREADY_EXISTS, "Table already exists: " + target);
            }
            if (catalog.all().stream().filter(TableDef::isBeingRestored).count() >= RESTORES_UNDER_WAY_MAX) {
                throw limitExceeded("tables can be restored", RESTORES_UNDER_WAY_MAX);
            }
            catalog.save(table);
            return table;
        });
        worker.wake();
        return describer.describe(begun);
    }

    private BackupDef requireAvailable(String arn) {
        BackupDef backup = require(arn);
        if (backup.status() == BackupDef.Status.CREATING) {
            throw EngineException.of(ErrorCode.BACKUP_IN_USE, "Backup is being created: " + arn);
        }
        return backup;
    }

    /** The table that a backup is of; null if there is no such backup. */
    public @Nullable String tableOf(String arn) {
        BackupDef backup = find(arn);
        return backup == null ? null : backup.table().name();
    }

    private @Nullable BackupDef find(String arn) {
        Integer id = BackupArns.id(arn);
        BackupDef backup = id == null ? null : rows.find(id);
        return backup == null || !arns.of(backup).equals(arn) ? null : backup;
    }

    private BackupDef require(String arn) {
        BackupDef backup = find(arn);
        if (backup == null) {
            throw EngineException.of(ErrorCode.BACKUP_NOT_FOUND, "Backup not found: " + arn);
        }
        return backup;
    }

    private static EngineException limitExceeded(String what, int max) {
        return EngineException.of(
                ErrorCode.LIMIT_EXCEEDED,
                "Subscriber limit exceeded: Only " + max + " " + what + " at once; wait for one of them");
    }

    private BackupDescription describe(BackupDef backup, String status) {
        TableDef table = backup.table();
        ExpiryDef expiry = table.expiry();
        return new BackupDescription(
                arns.of(backup),
                backup.name(),
                status,
                backup.createdAt(),
                backup.bytes(),
                describer.describe(table, "ACTIVE", new Counters.Count(backup.items(), backup.bytes())),
                expiry == null
                        ? null
                        : new BackupDescription.TimeToLive(
                                expiry.attribute(), expiry.status().name()));
    }

    @Override
    public void close() {
        worker.close();
    }
}
