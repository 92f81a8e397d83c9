package dev.trestle.engine.partiql;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.table.TableNames;
import dev.trestle.engine.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table of a statement. One that returns what it changed both reads and writes. */
public record StatementTarget(String table, boolean reads, boolean writes) {

    /** Null for a statement that cannot be executed. */
    public static @Nullable StatementTarget of(String text, @Nullable List<Value> parameters) {
        if (text.length() > StatementConstraints.STATEMENT_CHARS_MAX) {
            return null;
        }
        try {
            Statement statement = StatementParser.parse(text, parameters);
            boolean reads = statement.isRead() || statement instanceof Statement.Exists || returns(statement);
            boolean writes = !statement.isRead() && !(statement instanceof Statement.Exists);
            return new StatementTarget(TableNames.resolve(statement.table()), reads, writes);
        } catch (EngineException invalid) {
            return null;
        }
    }

    private static boolean returns(Statement statement) {
        return statement instanceof Statement.Update update && update.returning() != null
                || statement instanceof Statement.Delete delete && delete.returning() != null;
    }
}
