package dev.trestle.model.evolution;

import dev.trestle.model.Table;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Reads single items, and makes the writes of transactions, in one table. */
final class Items {
    /** A condition has 300 operators at most, and two are needed for an attribute. */
    static final int COMPARED_MAX = 140;

    private final Deployment deployment;
    private final Table table;

    Items(Deployment deployment, Table table) {
        this.deployment = deployment;
        this.table = table;
    }

    String tableName() {
        return deployment.nameOf(table);
    }

    /** The item as it is now; null if there is none. */
    @Nullable
    Map<String, AttributeValue> read(Map<String, AttributeValue> key) {
        GetItemResponse response = deployment
                .client()
                .getItem(request -> request.tableName(tableName()).key(key).consistentRead(true));
        return response.hasItem() ? response.item() : null;
    }

    /** The key of an item. */
    Map<String, AttributeValue> keyOf(Map<String, AttributeValue> item) {
        Map<String, AttributeValue> key = new HashMap<>();
        key.put(table.partition(), Objects.requireNonNull(item.get(table.partition())));
        if (table.sort() != null) {
            key.put(table.sort(), Objects.requireNonNull(item.get(table.sort())));
        }
        return key;
    }

    /** An item's key, for people. */
    String shown(Map<String, AttributeValue> item) {
        AttributeValue partition = item.get(table.partition());
        AttributeValue sort = table.sort() == null ? null : item.get(table.sort());
        return (partition == null ? "?" : partition.s()) + (sort == null ? "" : " | " + sort.s());
    }

    Conflict conflict(Map<String, AttributeValue> item, String problem) {
        return new Conflict(tableName(), shown(item), problem);
    }

    /** Puts an item where a condition holds. */
    TransactWriteItem put(Map<String, AttributeValue> item, Expressions condition) {
        return TransactWriteItem.builder()
                .put(put -> put.tableName(tableName())
                        .item(item)
                        .conditionExpression(condition.condition())
                        .expressionAttributeNames(condition.names())
                        .expressionAttributeValues(condition.values()))
                .build();
    }

    /** Deletes an item if a condition holds. */
    TransactWriteItem delete(Map<String, AttributeValue> key, Expressions condition) {
        return TransactWriteItem.builder()
                .delete(delete -> delete.tableName(tableName())
                        .key(key)
                        .conditionExpression(condition.condition())
                        .expressionAttributeNames(condition.names())
                        .expressionAttributeValues(condition.values()))
                .build();
    }

    /** Holds a transaction to what was read; null for an item that was not there. */
    TransactWriteItem check(Map<String, AttributeValue> key, @Nullable Map<String, AttributeValue> read) {
        Expressions condition = unchanged(read);
        return TransactWriteItem.builder()
                .conditionCheck(check -> check.tableName(tableName())
                        .key(key)
                        .conditionExpression(condition.condition())
                        .expressionAttributeNames(condition.names())
                        .expressionAttributeValues(condition.values()))
                .build();
    }

    /** The condition that an item is what was read; null for one that was not there. */
    Expressions unchanged(@Nullable Map<String, AttributeValue> read) {
        return read == null ? new Expressions().same(table.partition(), null) : new Expressions().same(read);
    }
}
