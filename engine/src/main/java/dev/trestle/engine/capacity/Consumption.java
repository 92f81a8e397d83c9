package dev.trestle.engine.capacity;

import dev.trestle.engine.api.ConsumedCapacity;
import dev.trestle.engine.api.ConsumedCapacity.Capacity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds up what the parts of one request consumed, where each part was a request of its own inside the engine. */
public final class Consumption {
    private final Map<String, ConsumedCapacity> byTable = new LinkedHashMap<>();

    /** Nothing happens for null, which a part gives when nobody asked. */
    public void add(@Nullable ConsumedCapacity consumed) {
        if (consumed != null) {
            byTable.merge(consumed.tableName(), consumed, Consumption::sum);
        }
    }

    public List<ConsumedCapacity> all() {
        return new ArrayList<>(byTable.values());
    }

    /** For a request about one table; null if nobody asked. */
    public @Nullable ConsumedCapacity ofOne() {
        return byTable.isEmpty() ? null : byTable.values().iterator().next();
    }

    private static ConsumedCapacity sum(ConsumedCapacity a, ConsumedCapacity b) {
        return new ConsumedCapacity(
                a.tableName(),
                sum(a.total(), b.total()),
                a.table() == null || b.table() == null ? null : sum(a.table(), b.table()),
                sum(a.localSecondaryIndexes(), b.localSecondaryIndexes()),
                sum(a.globalSecondaryIndexes(), b.globalSecondaryIndexes()));
    }

    private static Map<String, Capacity> sum(Map<String, Capacity> a, Map<String, Capacity> b) {
        Map<String, Capacity> sums = new LinkedHashMap<>(a);
        b.forEach((name, capacity) -> sums.merge(name, capacity, Consumption::sum));
        return sums;
    }

    private static Capacity sum(Capacity a, Capacity b) {
        return new Capacity(
                a.capacityUnits() + b.capacityUnits(),
                sum(a.readCapacityUnits(), b.readCapacityUnits()),
                sum(a.writeCapacityUnits(), b.writeCapacityUnits()));
    }

    private static @Nullable Double sum(@Nullable Double a, @Nullable Double b) {
        return a == null || b == null ? null : (Double) (a + b);
    }
}
