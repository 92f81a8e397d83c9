package dev.trestle.engine.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a request consumed of one table and its indexes. {@code tableName} is as the request has it, and may be an ARN. With TOTAL there
 * is no more than the total: {@code table} is null and the maps are empty.
 */
public record ConsumedCapacity(
        String tableName,
        Capacity total,
        @Nullable Capacity table,
        Map<String, Capacity> localSecondaryIndexes,
        Map<String, Capacity> globalSecondaryIndexes) {

    /** Capacity units; which of them are for reads and which for writes is told for transactions only. */
    public record Capacity(
            double capacityUnits,
            @Nullable Double readCapacityUnits,
            @Nullable Double writeCapacityUnits) {}
}
