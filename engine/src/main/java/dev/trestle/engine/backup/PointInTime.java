package dev.trestle.engine.backup;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.ContinuousBackups;
import dev.trestle.engine.api.UpdateContinuousBackups;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.TableNames;
import org.jspecify.annotations.Nullable;

/** DescribeContinuousBackups and UpdateContinuousBackups: backups can be taken of every table, and of no table is a history kept. */
public final class PointInTime {
    private static final ContinuousBackups STATUS = new ContinuousBackups("ENABLED", "DISABLED");

    private final Catalog catalog;

    public PointInTime(Catalog catalog) {
        this.catalog = catalog;
    }

    public ContinuousBackups describe(@Nullable String tableName) {
        new Constraints().tableName(tableName).check();
        requireTable(Required.of(tableName));
        return STATUS;
    }

    public ContinuousBackups update(UpdateContinuousBackups request) {
        UpdateContinuousBackups.PointInTimeRecovery recovery = request.pointInTimeRecovery();
        Constraints constraints =
                new Constraints().tableName(request.tableName()).required("pointInTimeRecoverySpecification", recovery);
        if (recovery != null) {
            constraints.required("pointInTimeRecoverySpecification.pointInTimeRecoveryEnabled", recovery.enabled());
        }
        constraints.check();
        requireTable(Required.of(request.tableName()));
        if (Boolean.TRUE.equals(Required.of(recovery).enabled())) {
            throw EngineException.validation(
                    "Trestle keeps no history of a table, so point-in-time recovery cannot be enabled. Take backups of it with"
                            + " CreateBackup, or of the whole store with Engine.backup or ./trestle backup.");
        }
        return STATUS;
    }

    private void requireTable(String nameOrArn) {
        String name = TableNames.resolve(nameOrArn);
        if (catalog.find(name) == null) {
            throw EngineException.of(ErrorCode.TABLE_NOT_FOUND, "Table not found: " + name);
        }
    }
}
