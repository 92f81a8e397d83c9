package dev.trestle.sdk;

import dev.trestle.engine.api.BatchExecuteStatement;
import dev.trestle.engine.api.ExecuteStatement;
import dev.trestle.engine.api.ExecuteTransaction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionRequest;
import software.amazon.awssdk.services.dynamodb.model.ParameterizedStatement;

/** The SDK's requests with PartiQL statements as the engine's. */
final class StatementRequests {
    private StatementRequests() {}

    static ExecuteStatement execute(ExecuteStatementRequest request) {
        return new ExecuteStatement(
                request.statement(),
                RequestValues.list(request.parameters()),
                Boolean.TRUE.equals(request.consistentRead()),
                request.nextToken(),
                request.limit(),
                request.returnValuesOnConditionCheckFailureAsString(),
                request.returnConsumedCapacityAsString());
    }

    static BatchExecuteStatement batch(BatchExecuteStatementRequest request) {
        return new BatchExecuteStatement(
                BatchRequests.list(request.statements(), StatementRequests::batchEntry),
                request.returnConsumedCapacityAsString());
    }

    /** No token is made up for a request without one, as for TransactWriteItems. */
    static ExecuteTransaction transaction(ExecuteTransactionRequest request) {
        return new ExecuteTransaction(
                BatchRequests.list(request.transactStatements(), StatementRequests::transactionEntry),
                request.clientRequestToken(),
                request.returnConsumedCapacityAsString());
    }

    private static BatchExecuteStatement.Entry batchEntry(@Nullable BatchStatementRequest entry) {
        if (entry == null) {
            return new BatchExecuteStatement.Entry(null, null, false, null);
        }
        return new BatchExecuteStatement.Entry(
                entry.statement(),
                RequestValues.list(entry.parameters()),
                Boolean.TRUE.equals(entry.consistentRead()),
                entry.returnValuesOnConditionCheckFailureAsString());
    }

    private static ExecuteTransaction.Entry transactionEntry(@Nullable ParameterizedStatement entry) {
        if (entry == null) {
            return new ExecuteTransaction.Entry(null, null, null);
        }
        return new ExecuteTransaction.Entry(
                entry.statement(),
                RequestValues.list(entry.parameters()),
                entry.returnValuesOnConditionCheckFailureAsString());
    }
}
