package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.error.ModelException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * One write of one item, with its condition.
 *
 * @param operation the operation of the transaction that it serves
 * @param expect what the caller expects of the item; null where the condition is not the caller's
 * @param unique the attribute that the item guards; null if it is no guard
 */
record Action(
        TransactWriteItem write,
        int operation,
        Entity<?> entity,
        @Nullable Expect expect,
        @Nullable String unique) {
    private static final ReturnValuesOnConditionCheckFailure ALL_OLD = ReturnValuesOnConditionCheckFailure.ALL_OLD;

    static TransactWriteItem put(
            String table, Map<String, AttributeValue> item, String condition, Expression expression) {
        return TransactWriteItem.builder()
                .put(put -> put.tableName(table)
                        .item(item)
                        .conditionExpression(orNull(condition))
                        .expressionAttributeNames(namesOf(condition, expression))
                        .expressionAttributeValues(valuesOf(expression))
                        .returnValuesOnConditionCheckFailure(condition.isEmpty() ? null : ALL_OLD))
                .build();
    }

    static TransactWriteItem delete(
            String table, Map<String, AttributeValue> key, String condition, Expression expression) {
        return TransactWriteItem.builder()
                .delete(delete -> delete.tableName(table)
                        .key(key)
                        .conditionExpression(orNull(condition))
                        .expressionAttributeNames(namesOf(condition, expression))
                        .expressionAttributeValues(valuesOf(expression))
                        .returnValuesOnConditionCheckFailure(condition.isEmpty() ? null : ALL_OLD))
                .build();
    }

    static TransactWriteItem update(
            String table, Map<String, AttributeValue> key, String update, String condition, Expression expression) {
        return TransactWriteItem.builder()
                .update(each -> each.tableName(table)
                        .key(key)
                        .updateExpression(update)
                        .conditionExpression(orNull(condition))
                        .expressionAttributeNames(expression.names())
                        .expressionAttributeValues(valuesOf(expression))
                        .returnValuesOnConditionCheckFailure(condition.isEmpty() ? null : ALL_OLD))
                .build();
    }

    static TransactWriteItem check(
            String table, Map<String, AttributeValue> key, String condition, Expression expression) {
        if (condition.isEmpty()) {
            throw new ModelException("a check expects nothing", ModelException.facts("table", table));
        }
        return TransactWriteItem.builder()
                .conditionCheck(check -> check.tableName(table)
                        .key(key)
                        .conditionExpression(condition)
                        .expressionAttributeNames(expression.names())
                        .expressionAttributeValues(valuesOf(expression))
                        .returnValuesOnConditionCheckFailure(ALL_OLD))
                .build();
    }

    private static @Nullable String orNull(String condition) {
        return condition.isEmpty() ? null : condition;
    }

    private static @Nullable Map<String, String> namesOf(String condition, Expression expression) {
        return condition.isEmpty() ? null : expression.names();
    }

    private static @Nullable Map<String, AttributeValue> valuesOf(Expression expression) {
        return expression.values().isEmpty() ? null : expression.values();
    }
}
