package dev.trestle.engine.write;

import dev.trestle.engine.api.ConsumedCapacity;
import dev.trestle.engine.api.ItemCollectionMetrics;
import dev.trestle.engine.api.Metering;
import dev.trestle.engine.capacity.CollectionSizes;
import dev.trestle.engine.capacity.Meter;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.table.TableDef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a batch or transaction tells of its writes, as far as it is asked to: their cost, and the item collections that they changed. */
final class WriteMeter {
    private final Metering metering;
    private final CollectionSizes sizes;
    private final @Nullable Meter meter;
    private final Map<String, Map<StoredItem, ItemCollectionMetrics>> collections = new LinkedHashMap<>();

    WriteMeter(Metering metering, CollectionSizes sizes, @Nullable Meter meter) {
        this.metering = metering;
        this.sizes = sizes;
        this.meter = meter;
    }

    /** A write, by the name that the request has for its table. */
    void written(String tableName, TableDef table, @Nullable StoredItem before, @Nullable StoredItem after) {
        checked(tableName, table, before, after);
        ItemCollectionMetrics metrics = sizes.of(metering, table, before, after);
        if (metrics != null) {
            collections
                    .computeIfAbsent(tableName, name -> new LinkedHashMap<>())
                    .put(metrics.itemCollectionKey(), metrics);
        }
    }

    /** A condition check: it costs as a write does, and changes no collection. */
    void checked(String tableName, TableDef table, @Nullable StoredItem before, @Nullable StoredItem after) {
        if (meter != null) {
            meter.writeItem(tableName, table, before, after);
        }
    }

    List<ConsumedCapacity> consumed() {
        return Meter.consumed(meter);
    }

    /** Each collection once, by table. */
    Map<String, List<ItemCollectionMetrics>> collections() {
        Map<String, List<ItemCollectionMetrics>> byTable = new LinkedHashMap<>();
        collections.forEach((table, metrics) -> byTable.put(table, new ArrayList<>(metrics.values())));
        return byTable;
    }
}
