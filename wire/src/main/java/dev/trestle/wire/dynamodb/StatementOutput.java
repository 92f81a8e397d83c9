package dev.trestle.wire.dynamodb;

import dev.trestle.engine.api.BatchExecuteStatement;
import dev.trestle.engine.api.ExecuteStatement;
import dev.trestle.engine.api.ExecuteTransaction;
import dev.trestle.wire.json.JsonOutput;

/** Answers to PartiQL statements. */
final class StatementOutput {
    private StatementOutput() {}

    static void execute(JsonOutput out, ExecuteStatement.Result result) {
        out.items("Items", result.items())
                .text("NextToken", result.nextToken())
                .item("LastEvaluatedKey", result.lastEvaluatedKey());
        CapacityOutput.consumed(out, result.consumedCapacity());
    }

    static void batch(JsonOutput out, BatchExecuteStatement.Result result) {
        out.objects(
                "Responses",
                result.responses(),
                response -> out.object(
                                "Error",
                                response.error(),
                                error -> out.text("Code", error.code())
                                        .text("Message", error.message())
                                        .item("Item", error.item()))
                        .text("TableName", response.tableName())
                        .item("Item", response.item()));
        CapacityOutput.consumed(out, result.consumedCapacity());
    }

    static void transaction(JsonOutput out, ExecuteTransaction.Result result) {
        ItemOutput.responses(out, result.items());
        CapacityOutput.consumed(out, result.consumedCapacity());
    }
}
