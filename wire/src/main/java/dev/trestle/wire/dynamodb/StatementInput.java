package dev.trestle.wire.dynamodb;

import dev.trestle.engine.api.BatchExecuteStatement;
import dev.trestle.engine.api.ExecuteStatement;
import dev.trestle.engine.api.ExecuteTransaction;
import dev.trestle.wire.json.Fields;
import dev.trestle.wire.json.Shape;
import dev.trestle.wire.json.Types;

/** Requests with PartiQL statements. */
final class StatementInput {
    static final Shape EXECUTE = statement("ExecuteStatementInput")
            .with(Types.TEXT, "NextToken", "ReturnConsumedCapacity")
            .with(Types.INTEGER, "Limit");

    static final Shape BATCH = Shape.of("BatchExecuteStatementInput")
            .with(Types.TEXT, "ReturnConsumedCapacity")
            .with(Types.list(statement("BatchStatementRequest")), "Statements");

    static final Shape TRANSACTION = Shape.of("ExecuteTransactionInput")
            .with(Types.TEXT, "ClientRequestToken", "ReturnConsumedCapacity")
            .with(Types.list(statement("ParameterizedStatement")), "TransactStatements");

    private StatementInput() {}

    private static Shape statement(String name) {
        return Shape.of(name)
                .with(Types.TEXT, "Statement", "ReturnValuesOnConditionCheckFailure")
                .with(Types.list(Types.VALUE), "Parameters")
                .with(Types.FLAG, "ConsistentRead");
    }

    static ExecuteStatement execute(Fields in) {
        return new ExecuteStatement(
                in.text("Statement"),
                in.values("Parameters"),
                in.isTrue("ConsistentRead"),
                in.text("NextToken"),
                in.integer("Limit"),
                in.text("ReturnValuesOnConditionCheckFailure"),
                in.text("ReturnConsumedCapacity"));
    }

    static BatchExecuteStatement batch(Fields in) {
        return new BatchExecuteStatement(
                in.list(
                        "Statements",
                        entry -> new BatchExecuteStatement.Entry(
                                entry.text("Statement"),
                                entry.values("Parameters"),
                                entry.isTrue("ConsistentRead"),
                                entry.text("ReturnValuesOnConditionCheckFailure"))),
                in.text("ReturnConsumedCapacity"));
    }

    static ExecuteTransaction transaction(Fields in) {
        return new ExecuteTransaction(
                in.list(
                        "TransactStatements",
                        entry -> new ExecuteTransaction.Entry(
                                entry.text("Statement"),
                                entry.values("Parameters"),
                                entry.text("ReturnValuesOnConditionCheckFailure"))),
                in.text("ClientRequestToken"),
                in.text("ReturnConsumedCapacity"));
    }
}
