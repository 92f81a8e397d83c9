package dev.trestle.sdk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.Capacity;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;

/** What the engine tells of a request's cost, and of item collections, as the SDK's. */
final class CapacityResponses {
    private CapacityResponses() {}

    /** Null where the request did not ask. */
    static @Nullable ConsumedCapacity consumed(dev.trestle.engine.api.@Nullable ConsumedCapacity consumed) {
        return consumed == null ? null : convert(consumed);
    }

    private static ConsumedCapacity convert(dev.trestle.engine.api.ConsumedCapacity consumed) {
        ConsumedCapacity.Builder builder = ConsumedCapacity.builder()
                .tableName(consumed.tableName())
                .capacityUnits(consumed.total().capacityUnits())
                .readCapacityUnits(consumed.total().readCapacityUnits())
                .writeCapacityUnits(consumed.total().writeCapacityUnits());
        if (consumed.table() != null) {
            builder.table(capacity(consumed.table()));
        }
        if (!consumed.localSecondaryIndexes().isEmpty()) {
            builder.localSecondaryIndexes(capacities(consumed.localSecondaryIndexes()));
        }
        if (!consumed.globalSecondaryIndexes().isEmpty()) {
            builder.globalSecondaryIndexes(capacities(consumed.globalSecondaryIndexes()));
        }
        return builder.build();
    }

    /** Null where the request did not ask, as in an answer of the service that lacks the list. */
    static @Nullable List<ConsumedCapacity> consumed(List<dev.trestle.engine.api.ConsumedCapacity> consumed) {
        if (consumed.isEmpty()) {
            return null;
        }
        List<ConsumedCapacity> capacities = new ArrayList<>(consumed.size());
        for (dev.trestle.engine.api.ConsumedCapacity one : consumed) {
            capacities.add(convert(one));
        }
        return capacities;
    }

    private static Map<String, Capacity> capacities(
            Map<String, dev.trestle.engine.api.ConsumedCapacity.Capacity> consumed) {
        Map<String, Capacity> capacities = new LinkedHashMap<>();
        consumed.forEach((index, capacity) -> capacities.put(index, capacity(capacity)));
        return capacities;
    }

    private static Capacity capacity(dev.trestle.engine.api.ConsumedCapacity.Capacity capacity) {
        return Capacity.builder()
                .capacityUnits(capacity.capacityUnits())
                .readCapacityUnits(capacity.readCapacityUnits())
                .writeCapacityUnits(capacity.writeCapacityUnits())
                .build();
    }

    /** Null where the request did not ask, or its table has no item collections. */
    static @Nullable ItemCollectionMetrics metrics(dev.trestle.engine.api.@Nullable ItemCollectionMetrics metrics) {
        return metrics == null ? null : convert(metrics);
    }

    private static ItemCollectionMetrics convert(dev.trestle.engine.api.ItemCollectionMetrics metrics) {
        return ItemCollectionMetrics.builder()
                .itemCollectionKey(ItemDecoder.attributesOf(metrics.itemCollectionKey()))
                .sizeEstimateRangeGB(metrics.lowerBoundGb(), metrics.upperBoundGb())
                .build();
    }

    static @Nullable Map<String, List<ItemCollectionMetrics>> metrics(
            Map<String, List<dev.trestle.engine.api.ItemCollectionMetrics>> metrics) {
        if (metrics.isEmpty()) {
            return null;
        }
        Map<String, List<ItemCollectionMetrics>> byTable = new LinkedHashMap<>();
        metrics.forEach((table, collections) -> {
            List<ItemCollectionMetrics> converted = new ArrayList<>(collections.size());
            collections.forEach(one -> converted.add(convert(one)));
            byTable.put(table, converted);
        });
        return byTable;
    }
}
