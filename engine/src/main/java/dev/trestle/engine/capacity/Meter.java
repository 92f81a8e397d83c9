package dev.trestle.engine.capacity;

import dev.trestle.engine.api.ConsumedCapacity;
import dev.trestle.engine.api.ConsumedCapacity.Capacity;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.table.IndexDef;
import dev.trestle.engine.table.TableDef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what one request consumes, table by table. There is one only for a request that asks for it: all others pass null around, and
 * pay nothing. Not safe for several threads.
 */
public final class Meter {
    private static final double TRANSACTION_FACTOR = 2;

    /** Which kind of units a transaction reports; other requests do not tell. */
    private enum Side {
        READ,
        WRITE
    }

    private final boolean detailed;
    private final @Nullable Side side;
    private final Map<String, Tally> tallies = new LinkedHashMap<>();

    private static final class Tally {
        private double table;
        private final Map<String, Double> local = new LinkedHashMap<>();
        private final Map<String, Double> global = new LinkedHashMap<>();

        double total() {
            return table + sum(local) + sum(global);
        }

        private static double sum(Map<String, Double> units) {
            return units.values().stream().mapToDouble(Double::doubleValue).sum();
        }
    }

    private Meter(boolean detailed, @Nullable Side side) {
        this.detailed = detailed;
        this.side = side;
    }

    /** Null unless the request asks for its cost. */
    public static @Nullable Meter of(@Nullable String returnConsumedCapacity) {
        return of(returnConsumedCapacity, null);
    }

    /** As {@link #of}, for a transaction that reads, or a replay of one that wrote. */
    public static @Nullable Meter ofTransactionalReads(@Nullable String returnConsumedCapacity) {
        return of(returnConsumedCapacity, Side.READ);
    }

    /** As {@link #of}, for a transaction whose writes cost double. */
    public static @Nullable Meter ofTransactionalWrites(@Nullable String returnConsumedCapacity) {
        return of(returnConsumedCapacity, Side.WRITE);
    }

    private static @Nullable Meter of(@Nullable String returnConsumedCapacity, @Nullable Side side) {
        return returnConsumedCapacity == null || returnConsumedCapacity.equals("NONE")
                ? null
                : new Meter(returnConsumedCapacity.equals("INDEXES"), side);
    }

    /** A read of one item by its key; {@code tableName} is the table as the request names it, here and below. */
    public void readItem(String tableName, @Nullable StoredItem item, Consistency consistency) {
        table(tableName, Units.read(Units.size(item), consistency));
    }

    /** Units consumed of the table itself. */
    public void table(String tableName, double units) {
        tally(tableName).table += units;
    }

    public void index(String tableName, IndexDef index, double units) {
        Tally tally = tally(tableName);
        (index.local() ? tally.local : tally.global).merge(index.name(), units, Double::sum);
    }

    /** A write of one item, with what it means for the indexes; a check of one is a write that leaves it as it is. */
    public void writeItem(String tableName, TableDef table, @Nullable StoredItem before, @Nullable StoredItem after) {
        double factor = side == Side.WRITE ? TRANSACTION_FACTOR : 1;
        table(tableName, factor * Units.write(before, after));
        for (IndexDef index : table.indexes()) {
            double units = IndexCost.of(table, index, before, after);
            if (units > 0) {
                index(tableName, index, factor * units);
            }
        }
    }

    private Tally tally(String tableName) {
        return tallies.computeIfAbsent(tableName, name -> new Tally());
    }

    /** What was consumed, one entry for each table; empty if nobody asked. */
    public static List<ConsumedCapacity> consumed(@Nullable Meter meter) {
        if (meter == null) {
            return List.of();
        }
        List<ConsumedCapacity> consumed = new ArrayList<>();
        meter.tallies.forEach((name, tally) -> consumed.add(meter.consumed(name, tally)));
        return consumed;
    }

    /** What was consumed by a request about one table; null if nobody asked. */
    public static @Nullable ConsumedCapacity consumedOfOne(@Nullable Meter meter) {
        List<ConsumedCapacity> consumed = consumed(meter);
        return consumed.isEmpty() ? null : consumed.get(0);
    }

    private ConsumedCapacity consumed(String tableName, Tally tally) {
        return detailed
                ? new ConsumedCapacity(
                        tableName,
                        capacity(tally.total()),
                        capacity(tally.table),
                        capacities(tally.local),
                        capacities(tally.global))
                : new ConsumedCapacity(tableName, capacity(tally.total()), null, Map.of(), Map.of());
    }

    private Map<String, Capacity> capacities(Map<String, Double> units) {
        Map<String, Capacity> capacities = new LinkedHashMap<>();
        units.forEach((name, consumed) -> capacities.put(name, capacity(consumed)));
        return capacities;
    }

    private Capacity capacity(double units) {
        return new Capacity(
                units, side == Side.READ ? (Double) units : null, side == Side.WRITE ? (Double) units : null);
    }
}
