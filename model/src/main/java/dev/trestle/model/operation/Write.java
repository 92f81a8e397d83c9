package dev.trestle.model.operation;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * A write of one item, to be sent alone or in a transaction.
 *
 * @param target the item of a put, the key of all others
 * @param update the update's text; empty for all others
 * @param condition what has to hold; empty if nothing has to
 */
record Write(
        Kind kind,
        String table,
        Map<String, AttributeValue> target,
        String update,
        String condition,
        Expression expression) {
    enum Kind {
        PUT,
        UPDATE,
        DELETE,
        CHECK
    }

    static Write put(String table, Map<String, AttributeValue> item, String condition, Expression expression) {
        return new Write(Kind.PUT, table, item, "", condition, expression);
    }

    static Write delete(String table, Map<String, AttributeValue> key, String condition, Expression expression) {
        return new Write(Kind.DELETE, table, key, "", condition, expression);
    }

    static Write update(
            String table, Map<String, AttributeValue> key, String update, String condition, Expression expression) {
        return new Write(Kind.UPDATE, table, key, update, condition, expression);
    }

    static Write check(String table, Map<String, AttributeValue> key, String condition, Expression expression) {
        return new Write(Kind.CHECK, table, key, "", condition, expression);
    }

    /** Sends it alone. Gives the item as an update left it, and nothing for all others. */
    Map<String, AttributeValue> send(DynamoDbClient client) {
        switch (kind) {
            case PUT ->
                client.putItem(PutItemRequest.builder()
                        .tableName(table)
                        .item(target)
                        .conditionExpression(orNull(condition))
                        .expressionAttributeNames(expression.names())
                        .expressionAttributeValues(expression.values())
                        .returnValuesOnConditionCheckFailure(whenRefused())
                        .build());
            case DELETE ->
                client.deleteItem(DeleteItemRequest.builder()
                        .tableName(table)
                        .key(target)
                        .conditionExpression(orNull(condition))
                        .expressionAttributeNames(expression.names())
                        .expressionAttributeValues(expression.values())
                        .returnValuesOnConditionCheckFailure(whenRefused())
                        .build());
            case UPDATE -> {
                return client.updateItem(UpdateItemRequest.builder()
                                .tableName(table)
                                .key(target)
                                .updateExpression(update)
                                .conditionExpression(orNull(condition))
                                .expressionAttributeNames(expression.names())
                                .expressionAttributeValues(expression.values())
                                .returnValues(ReturnValue.ALL_NEW)
                                .returnValuesOnConditionCheckFailure(whenRefused())
                                .build())
                        .attributes();
            }
            case CHECK -> throw new IllegalStateException("a check is part of a transaction");
        }
        return Map.of();
    }

    /** The same as a part of a transaction. */
    TransactWriteItem inTransaction() {
        TransactWriteItem.Builder item = TransactWriteItem.builder();
        switch (kind) {
            case PUT ->
                item.put(put -> put.tableName(table)
                        .item(target)
                        .conditionExpression(orNull(condition))
                        .expressionAttributeNames(expression.names())
                        .expressionAttributeValues(expression.values())
                        .returnValuesOnConditionCheckFailure(whenRefused()));
            case DELETE ->
                item.delete(delete -> delete.tableName(table)
                        .key(target)
                        .conditionExpression(orNull(condition))
                        .expressionAttributeNames(expression.names())
                        .expressionAttributeValues(expression.values())
                        .returnValuesOnConditionCheckFailure(whenRefused()));
            case UPDATE ->
                item.update(change -> change.tableName(table)
                        .key(target)
                        .updateExpression(update)
                        .conditionExpression(orNull(condition))
                        .expressionAttributeNames(expression.names())
                        .expressionAttributeValues(expression.values())
                        .returnValuesOnConditionCheckFailure(whenRefused()));
            case CHECK ->
                item.conditionCheck(check -> check.tableName(table)
                        .key(target)
                        .conditionExpression(condition)
                        .expressionAttributeNames(expression.names())
                        .expressionAttributeValues(expression.values())
                        .returnValuesOnConditionCheckFailure(whenRefused()));
        }
        return item.build();
    }

    private @Nullable ReturnValuesOnConditionCheckFailure whenRefused() {
        return condition.isEmpty() ? null : ReturnValuesOnConditionCheckFailure.ALL_OLD;
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
