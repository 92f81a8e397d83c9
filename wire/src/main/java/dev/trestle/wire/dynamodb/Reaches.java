package dev.trestle.wire.dynamodb;

import dev.trestle.engine.TableReferences;
import dev.trestle.engine.partiql.StatementTarget;
import dev.trestle.wire.json.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What requests reach, for every form in which they name a table: by name or ARN, by an ARN of a stream or backup, by a shard iterator, in
 * a PartiQL statement. This is the one place that knows; {@link Operations} takes no operation without its {@link Reach}.
 */
final class Reaches {
    private static final String NONE = "NONE";

    private final TableReferences tables;

    Reaches(TableReferences tables) {
        this.tables = tables;
    }

    /** About no table: limits of the account, or a list from which {@link Visible} leaves out what the signer may not see. */
    static void nothing(Fields request, TableAccess access) {}

    void reads(Fields in, TableAccess access) {
        access.read(tables.named(in.text("TableName")));
    }

    void writes(Fields in, TableAccess access) {
        access.write(tables.named(in.text("TableName")));
    }

    /** A write of an item, which may ask for what was there before. */
    void writesItem(Fields in, TableAccess access) {
        String table = tables.named(in.text("TableName"));
        access.write(table);
        if (returnsValues(in)) {
            access.read(table);
        }
    }

    private static boolean returnsValues(Fields in) {
        return isGiven(in.text("ReturnValues")) || isGiven(in.text("ReturnValuesOnConditionCheckFailure"));
    }

    private static boolean isGiven(@Nullable String values) {
        return values != null && !values.equals(NONE);
    }

    void readsBatch(Fields in, TableAccess access) {
        in.keys("RequestItems").forEach(table -> access.read(tables.named(table)));
    }

    void writesBatch(Fields in, TableAccess access) {
        in.keys("RequestItems").forEach(table -> access.write(tables.named(table)));
    }

    void readsTogether(Fields in, TableAccess access) {
        for (Fields each : in.structures("TransactItems")) {
            Fields get = each.fields("Get");
            if (get != null) {
                reads(get, access);
            }
        }
    }

    void writesTogether(Fields in, TableAccess access) {
        for (Fields each : in.structures("TransactItems")) {
            Fields check = each.fields("ConditionCheck");
            if (check != null) {
                reads(check, access);
            }
            for (String action : List.of("Put", "Update", "Delete")) {
                Fields write = each.fields(action);
                if (write != null) {
                    writesItem(write, access);
                }
            }
        }
    }

    void statement(Fields in, TableAccess access) {
        StatementTarget target = tables.ofStatement(in.text("Statement"), in.values("Parameters"));
        if (target == null) {
            return; // the engine cannot execute it either
        }
        if (target.reads() || returnsValues(in)) {
            access.read(target.table());
        }
        if (target.writes()) {
            access.write(target.table());
        }
    }

    void statements(Fields in, TableAccess access) {
        in.structures("Statements").forEach(each -> statement(each, access));
    }

    void statementsTogether(Fields in, TableAccess access) {
        in.structures("TransactStatements").forEach(each -> statement(each, access));
    }

    void readsResource(Fields in, TableAccess access) {
        access.read(tables.named(in.text("ResourceArn")));
    }

    void writesResource(Fields in, TableAccess access) {
        access.write(tables.named(in.text("ResourceArn")));
    }

    void readsStream(Fields in, TableAccess access) {
        access.read(tables.ofStream(in.text("StreamArn")));
    }

    void readsRecords(Fields in, TableAccess access) {
        access.read(tables.ofShardIterator(in.text("ShardIterator")));
    }

    void readsBackup(Fields in, TableAccess access) {
        access.read(tables.ofBackup(in.text("BackupArn")));
    }

    void writesBackup(Fields in, TableAccess access) {
        access.write(tables.ofBackup(in.text("BackupArn")));
    }

    void restores(Fields in, TableAccess access) {
        readsBackup(in, access);
        access.write(tables.named(in.text("TargetTableName")));
    }
}
