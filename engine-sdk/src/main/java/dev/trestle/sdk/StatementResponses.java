package dev.trestle.sdk;

import dev.trestle.engine.api.BatchExecuteStatement;
import dev.trestle.engine.api.ExecuteStatement;
import dev.trestle.engine.api.ExecuteTransaction;
import dev.trestle.engine.item.StoredItem;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementError;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionResponse;

/** The engine's answers to PartiQL statements as the SDK's. */
final class StatementResponses {
    private StatementResponses() {}

    static ExecuteStatementResponse execute(ExecuteStatement.Result result) {
        ExecuteStatementResponse.Builder builder = Answers.stamp(ExecuteStatementResponse.builder())
                .items(ItemResponses.items(result.items()))
                .nextToken(result.nextToken())
                .consumedCapacity(CapacityResponses.consumed(result.consumedCapacity()));
        StoredItem lastKey = result.lastEvaluatedKey();
        if (lastKey != null) {
            builder.lastEvaluatedKey(ItemDecoder.attributesOf(lastKey));
        }
        return builder.build();
    }

    static BatchExecuteStatementResponse batch(BatchExecuteStatement.Result result) {
        return Answers.stamp(BatchExecuteStatementResponse.builder())
                .responses(result.responses().stream()
                        .map(StatementResponses::response)
                        .toList())
                .consumedCapacity(CapacityResponses.consumed(result.consumedCapacity()))
                .build();
    }

    private static BatchStatementResponse response(BatchExecuteStatement.Response response) {
        BatchStatementResponse.Builder builder =
                BatchStatementResponse.builder().tableName(response.tableName());
        if (response.item() != null) {
            builder.item(ItemDecoder.attributesOf(response.item()));
        }
        if (response.error() != null) {
            builder.error(error(response.error()));
        }
        return builder.build();
    }

    private static BatchStatementError error(BatchExecuteStatement.Error error) {
        BatchStatementError.Builder builder =
                BatchStatementError.builder().code(error.code()).message(error.message());
        if (error.item() != null) {
            builder.item(ItemDecoder.attributesOf(error.item()));
        }
        return builder.build();
    }

    static ExecuteTransactionResponse transaction(ExecuteTransaction.Result result) {
        return Answers.stamp(ExecuteTransactionResponse.builder())
                .responses(ItemResponses.responses(result.items()))
                .consumedCapacity(CapacityResponses.consumed(result.consumedCapacity()))
                .build();
    }
}
