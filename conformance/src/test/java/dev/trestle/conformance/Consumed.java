package dev.trestle.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.Capacity;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;

/**
 * Consumed capacity as text: {@code 3} for a total, {@code 3 = table 1, global 2} with what it is made of, and an {@code r} or {@code w}
 * behind each figure whose read or write units are told.
 */
final class Consumed {
    private Consumed() {}

    static String show(@Nullable ConsumedCapacity consumed) {
        if (consumed == null) {
            return "nothing";
        }
        String total = show(consumed.capacityUnits(), consumed.readCapacityUnits(), consumed.writeCapacityUnits());
        if (consumed.table() == null) {
            return consumed.hasLocalSecondaryIndexes() || consumed.hasGlobalSecondaryIndexes()
                    ? total + " with indexes and without a table"
                    : total;
        }
        List<String> parts = new ArrayList<>();
        parts.add("table " + show(consumed.table()));
        parts.addAll(show(consumed.hasLocalSecondaryIndexes(), consumed.localSecondaryIndexes()));
        parts.addAll(show(consumed.hasGlobalSecondaryIndexes(), consumed.globalSecondaryIndexes()));
        return total + " = " + String.join(", ", parts);
    }

    /** Of the only table that a batch or transaction was about. */
    static String show(List<ConsumedCapacity> consumed) {
        return consumed.size() == 1 ? show(consumed.get(0)) : consumed.size() + " tables";
    }

    private static List<String> show(boolean given, Map<String, Capacity> indexes) {
        if (given && indexes.isEmpty()) {
            return List.of("an empty map");
        }
        return new TreeMap<>(indexes)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + " " + show(entry.getValue()))
                        .toList();
    }

    private static String show(Capacity capacity) {
        return show(capacity.capacityUnits(), capacity.readCapacityUnits(), capacity.writeCapacityUnits());
    }

    private static String show(Double units, @Nullable Double read, @Nullable Double write) {
        return plain(units)
                + (read == null ? "" : read.equals(units) ? "r" : "r" + plain(read))
                + (write == null ? "" : write.equals(units) ? "w" : "w" + plain(write));
    }

    private static String plain(Double units) {
        return units == Math.rint(units) ? Long.toString(units.longValue()) : units.toString();
    }
}
