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
        @Nullable List<String> attributesToGet) {

    /** Without legacy parameters. */
    public GetItem(
            @Nullable String tableName,
            @Nullable Map<String, Value> key,
            boolean consistentRead,
            @Nullable String projectionExpression,
            ExpressionAttributes attributes) {
        this(tableName, key, consistentRead, projectionExpression, attributes, null);
    }

    public record Result(@Nullable StoredItem item) {}
}
