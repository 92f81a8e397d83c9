package dev.trestle.wire.dynamodb;

import dev.trestle.engine.api.ConsumedCapacity;
import dev.trestle.engine.api.ItemCollectionMetrics;
import dev.trestle.wire.json.JsonOutput;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a request cost, and which item collections it changed; nothing where the request did not ask. */
final class CapacityOutput {
    private static final String CONSUMED = "ConsumedCapacity";
    private static final String METRICS = "ItemCollectionMetrics";

    private CapacityOutput() {}

    static void consumed(JsonOutput out, @Nullable ConsumedCapacity consumed) {
        out.object(CONSUMED, consumed, given -> members(out, given));
    }

    static void consumed(JsonOutput out, List<ConsumedCapacity> consumed) {
        if (!consumed.isEmpty()) {
            out.objects(CONSUMED, consumed, given -> members(out, given));
        }
    }

    private static void members(JsonOutput out, ConsumedCapacity consumed) {
        out.text("TableName", consumed.tableName());
        capacity(out, consumed.total());
        out.object("Table", consumed.table(), table -> capacity(out, table));
        indexes(out, "LocalSecondaryIndexes", consumed.localSecondaryIndexes());
        indexes(out, "GlobalSecondaryIndexes", consumed.globalSecondaryIndexes());
    }

    private static void indexes(JsonOutput out, String name, Map<String, ConsumedCapacity.Capacity> indexes) {
        if (!indexes.isEmpty()) {
            out.map(name, indexes, (index, capacity) -> out.object(index, () -> capacity(out, capacity)));
        }
    }

    private static void capacity(JsonOutput out, ConsumedCapacity.Capacity capacity) {
        out.number("CapacityUnits", Double.valueOf(capacity.capacityUnits()))
                .number("ReadCapacityUnits", capacity.readCapacityUnits())
                .number("WriteCapacityUnits", capacity.writeCapacityUnits());
    }

    static void metrics(JsonOutput out, @Nullable ItemCollectionMetrics metrics) {
        out.object(METRICS, metrics, given -> members(out, given));
    }

    static void metrics(JsonOutput out, Map<String, List<ItemCollectionMetrics>> metrics) {
        if (!metrics.isEmpty()) {
            out.map(
                    METRICS,
                    metrics,
                    (table, collections) -> out.objects(table, collections, given -> members(out, given)));
        }
    }

    private static void members(JsonOutput out, ItemCollectionMetrics metrics) {
        out.item("ItemCollectionKey", metrics.itemCollectionKey())
                .numbers("SizeEstimateRangeGB", metrics.lowerBoundGb(), metrics.upperBoundGb());
    }
}
