package dev.trestle.engine.api;

import dev.trestle.engine.value.Value;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public record BatchWriteItem(@Nullable Map<String, List<Write>> requestItems, Metering metering) {

    /** Exactly one component is set in a valid request. */
    public record Write(
            @Nullable Map<String, Value> putItem, @Nullable Map<String, Value> deleteKey) {}

    /** The metrics are by table. */
    public record Result(
            Map<String, List<Write>> unprocessedItems,
            List<ConsumedCapacity> consumedCapacity,
            Map<String, List<ItemCollectionMetrics>> itemCollectionMetrics) {}
}
