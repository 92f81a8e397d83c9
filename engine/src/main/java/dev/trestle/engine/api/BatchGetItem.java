package dev.trestle.engine.api;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Value;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public record BatchGetItem(
        @Nullable Map<String, KeysAndAttributes> requestItems,
        @Nullable String returnConsumedCapacity) {

    public record KeysAndAttributes(
            @Nullable List<Map<String, Value>> keys,
            boolean consistentRead,
            @Nullable String projectionExpression,
            @Nullable Map<String, String> names,
            @Nullable List<String> attributesToGet) {}

    /** {@code unprocessedKeys} repeats the request's entries, with those keys only that were not looked up. */
    public record Result(
            Map<String, List<StoredItem>> responses,
            Map<String, KeysAndAttributes> unprocessedKeys,
            List<ConsumedCapacity> consumedCapacity) {}
}
