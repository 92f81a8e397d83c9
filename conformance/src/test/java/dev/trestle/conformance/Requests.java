package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The parts of batches and transactions, written briefly: keys, items and values are {@link Literals}. */
final class Requests {

    private Requests() {}

    static WriteRequest putRequest(String item) {
        return putRequest(item(item));
    }

    static WriteRequest putRequest(Map<String, AttributeValue> item) {
        return WriteRequest.builder().putRequest(p -> p.item(item)).build();
    }

    static WriteRequest deleteRequest(String key) {
        return WriteRequest.builder().deleteRequest(d -> d.key(item(key))).build();
    }

    static TransactWriteItem putIn(String table, String item) {
        return putIn(table, item, null, null);
    }

    static TransactWriteItem putIn(String table, String item, @Nullable String condition, @Nullable String values) {
        return TransactWriteItem.builder()
                .put(Put.builder()
                        .tableName(table)
                        .item(item(item))
                        .conditionExpression(condition)
                        .expressionAttributeValues(valuesOrNull(values))
                        .build())
                .build();
    }

    static TransactWriteItem updateIn(String table, String key, String expression, @Nullable String values) {
        return updateIn(table, key, expression, null, values);
    }

    static TransactWriteItem updateIn(
            String table, String key, String expression, @Nullable String condition, @Nullable String values) {
        return TransactWriteItem.builder()
                .update(Update.builder()
                        .tableName(table)
                        .key(item(key))
                        .updateExpression(expression)
                        .conditionExpression(condition)
                        .expressionAttributeValues(valuesOrNull(values))
                        .build())
                .build();
    }

    static TransactWriteItem deleteIn(String table, String key) {
        return deleteIn(table, key, null, null);
    }

    static TransactWriteItem deleteIn(String table, String key, @Nullable String condition, @Nullable String values) {
        return TransactWriteItem.builder()
                .delete(Delete.builder()
                        .tableName(table)
                        .key(item(key))
                        .conditionExpression(condition)
                        .expressionAttributeValues(valuesOrNull(values))
                        .build())
                .build();
    }

    static TransactWriteItem checkIn(String table, String key, String condition, @Nullable String values) {
        return TransactWriteItem.builder()
                .conditionCheck(ConditionCheck.builder()
                        .tableName(table)
                        .key(item(key))
                        .conditionExpression(condition)
                        .expressionAttributeValues(valuesOrNull(values))
                        .build())
                .build();
    }

    static TransactGetItem getFrom(String table, String key) {
        return TransactGetItem.builder()
                .get(Get.builder().tableName(table).key(item(key)).build())
                .build();
    }

    /** The SDK takes null for a parameter that is not set, which its own declarations do not say. */
    @SuppressWarnings("NullAway")
    static Map<String, AttributeValue> valuesOrNull(@Nullable String values) {
        return values == null ? null : item(values);
    }
}
