package dev.trestle.engine.partiql;

import dev.trestle.engine.api.BatchExecuteStatement;
import dev.trestle.engine.api.ExecuteStatement;
import dev.trestle.engine.api.ExecuteTransaction;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the parameters of the three operations may be, one by one. */
final class StatementConstraints {
    static final int STATEMENT_CHARS_MAX = 8192;
    private static final int BATCH_MAX = 25;
    private static final int TRANSACTION_MAX = 100;
    private static final int TOKEN_MAX = 36;

    private final Constraints constraints = new Constraints();

    private StatementConstraints() {}

    static void check(ExecuteStatement request) {
        StatementConstraints all = new StatementConstraints();
        all.statement("", request.statement(), request.parameters(), request.returnValuesOnConditionCheckFailure());
        String token = request.nextToken();
        all.constraints
                .size("nextToken", token == null ? null : token.length(), 1, NextToken.LENGTH_MAX)
                .atLeast("limit", request.limit(), 1)
                .returnConsumedCapacity(request.returnConsumedCapacity())
                .check();
    }

    static void check(BatchExecuteStatement request) {
        StatementConstraints all = new StatementConstraints();
        List<BatchExecuteStatement.Entry> entries = request.statements();
        all.constraints.required("statements", entries).length("statements", entries, 1, BATCH_MAX);
        for (int i = 0; entries != null && i < Math.min(entries.size(), BATCH_MAX); i++) {
            BatchExecuteStatement.Entry entry = entries.get(i);
            all.statement(
                    "statements." + (i + 1) + ".member.",
                    entry.statement(),
                    entry.parameters(),
                    entry.returnValuesOnConditionCheckFailure());
        }
        all.constraints.returnConsumedCapacity(request.returnConsumedCapacity()).check();
    }

    static void check(ExecuteTransaction request) {
        StatementConstraints all = new StatementConstraints();
        List<ExecuteTransaction.Entry> entries = request.transactStatements();
        all.constraints
                .required("transactStatements", entries)
                .length("transactStatements", entries, 1, TRANSACTION_MAX)
                .length("clientRequestToken", request.clientRequestToken(), 1, TOKEN_MAX);
        for (int i = 0; entries != null && i < Math.min(entries.size(), TRANSACTION_MAX); i++) {
            ExecuteTransaction.Entry entry = entries.get(i);
            all.statement(
                    "transactStatements." + (i + 1) + ".member.",
                    entry.statement(),
                    entry.parameters(),
                    entry.returnValuesOnConditionCheckFailure());
        }
        all.constraints.returnConsumedCapacity(request.returnConsumedCapacity()).check();
    }

    private void statement(
            String path, @Nullable String statement, @Nullable List<Value> parameters, @Nullable String onFailure) {
        constraints
                .required(path + "statement", statement)
                .size(path + "statement", statement == null ? null : statement.length(), 1, STATEMENT_CHARS_MAX)
                .size(path + "parameters", parameters == null ? null : parameters.size(), 1, Integer.MAX_VALUE)
                .oneOf(path + "returnValuesOnConditionCheckFailure", onFailure, "ALL_OLD", "NONE");
    }
}
