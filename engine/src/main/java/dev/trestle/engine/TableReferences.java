package dev.trestle.engine;

import dev.trestle.engine.backup.Backups;
import dev.trestle.engine.partiql.StatementTarget;
import dev.trestle.engine.stream.StreamReader;
import dev.trestle.engine.table.TableNames;
import dev.trestle.engine.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells which table a request is about, in whatever form the request names it: for access checks that come before the engine. Names are
 * resolved by the code that resolves them for the operations. Null means that there is no such table, stream, backup or statement, so that
 * the engine itself refuses the request.
 */
public final class TableReferences {
    private final StreamReader streams;
    private final Backups backups;

    TableReferences(StreamReader streams, Backups backups) {
        this.streams = streams;
        this.backups = backups;
    }

    /** The table that a name or ARN stands for; it need not exist. */
    public @Nullable String named(@Nullable String nameOrArn) {
        if (nameOrArn == null || !nameOrArn.startsWith("arn:")) {
            return nameOrArn; // the engine looks at what a name may be
        }
        try {
            return TableNames.resolve(nameOrArn);
        } catch (EngineException invalid) {
            return null;
        }
    }

    public @Nullable String ofStream(@Nullable String streamArn) {
        return streamArn == null ? null : streams.tableOf(streamArn);
    }

    public @Nullable String ofShardIterator(@Nullable String iterator) {
        return iterator == null ? null : streams.tableOfIterator(iterator);
    }

    public @Nullable String ofBackup(@Nullable String backupArn) {
        return backupArn == null ? null : backups.tableOf(backupArn);
    }

    /** What a PartiQL statement is about, and whether it reads or writes there. */
    public @Nullable StatementTarget ofStatement(@Nullable String statement, @Nullable List<Value> parameters) {
        return statement == null ? null : StatementTarget.of(statement, parameters);
    }
}
