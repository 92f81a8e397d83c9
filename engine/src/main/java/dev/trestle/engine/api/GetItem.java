package dev.trestle.engine.api;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Value;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public record GetItem(
        @Nullable String tableName,
        @Nullable Map<String, Value> key,
        boolean consistentRead,
        @Nullable String projectionExpression,
        ExpressionAttributes attributes,
        @Nullable List<String> attributesToGet,
        @Nullable String returnConsumedCapacity) {

    /** Without legacy parameters, and without telling its cost. */
    public GetItem(
            @Nullable String tableName,
            @Nullable Map<String, Value> key,
            boolean consistentRead,
            @Nullable String projectionExpression,
            ExpressionAttributes attributes) {
        this(tableName, key, consistentRead, projectionExpression, attributes, null, null);
    }

    /** {@code item} is null where there is none. */
    public record Result(
            @Nullable StoredItem item, @Nullable ConsumedCapacity consumedCapacity) {}
}
