package dev.trestle.engine.read;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.BatchGetItem;
import dev.trestle.engine.api.BatchGetItem.KeysAndAttributes;
import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.capacity.Consistency;
import dev.trestle.engine.capacity.Meter;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.expression.Projection;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Items;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** BatchGetItem. Each of its items is read for itself, and sees all writes that were acknowledged before. */
public final class BatchReader {
    private static final int KEYS_MAX = 100;
    private static final long BYTES_MAX = 16L * 1024 * 1024;

    /** Of what is answered by a thread that others wait for. */
    private static final int KEYS_FROM_MEMORY_MAX = 10;

    private static final long BYTES_FROM_MEMORY_MAX = 64L * 1024;

    private final Catalog catalog;
    private final Items items;

    public BatchReader(Catalog catalog, Items items) {
        this.catalog = catalog;
        this.items = items;
    }

    public BatchGetItem.Result get(BatchGetItem request) {
        return answer(request, bound(request), items::read);
    }

    /** The answer to a small request whose items are all in memory; else null, also if there is one that does not exist. Never waits. */
    public BatchGetItem.@Nullable Result getFromMemory(BatchGetItem request) {
        if (keys(request) > KEYS_FROM_MEMORY_MAX) {
            return null;
        }
        Map<String, Look> looks = bound(request);
        Map<Bytes, StoredItem> found = new HashMap<>();
        long bytes = 0;
        for (Look look : looks.values()) {
            for (Bytes key : look.bound()) {
                StoredItem item = items.readFromMemory(key);
                bytes += item == null ? 0 : item.size();
                if (item == null || bytes > BYTES_FROM_MEMORY_MAX) {
                    return null;
                }
                found.put(key, item);
            }
        }
        return answer(request, looks, found::get);
    }

    private BatchGetItem.Result answer(
            BatchGetItem request, Map<String, Look> looks, Function<Bytes, @Nullable StoredItem> reading) {
        Map<String, List<StoredItem>> responses = new LinkedHashMap<>();
        Map<String, KeysAndAttributes> unprocessed = new LinkedHashMap<>();
        Meter meter = Meter.of(request.returnConsumedCapacity());
        long bytes = 0;
        for (Map.Entry<String, Look> entry : looks.entrySet()) {
            String table = entry.getKey();
            Look look = entry.getValue();
            List<StoredItem> found = new ArrayList<>();
            List<Map<String, Value>> left = new ArrayList<>();
            for (int i = 0; i < look.keys().size(); i++) {
                StoredItem item =
                        bytes >= BYTES_MAX ? null : reading.apply(look.bound().get(i));
                bytes += item == null ? 0 : item.size();
                if (bytes >= BYTES_MAX && (item == null || bytes > BYTES_MAX)) {
                    bytes = BYTES_MAX;
                    left.add(look.keys().get(i));
                    continue;
                }
                if (meter != null) {
                    meter.readItem(table, item, Consistency.of(look.wanted().consistentRead()));
                }
                if (item != null) {
                    found.add(Required.of(ItemReader.project(item, look.projection())));
                }
            }
            responses.put(table, found);
            if (!left.isEmpty()) {
                unprocessed.put(table, look.rest(left));
            }
        }
        return new BatchGetItem.Result(responses, unprocessed, Meter.consumed(meter));
    }

    /**
     * What a BatchGetItem wants of one table.
     *
     * @param bound the keys as they are stored, in the same order
     */
    private record Look(
            KeysAndAttributes wanted,
            List<Map<String, Value>> keys,
            @Nullable Projection projection,
            List<Bytes> bound) {
        static Look of(KeysAndAttributes wanted) {
            ItemReader.checkUnmixed(wanted.projectionExpression(), wanted.attributesToGet());
            List<Map<String, Value>> keys = new ArrayList<>();
            for (Map<String, Value> key : Required.of(wanted.keys())) {
                keys.add(Canonical.item(key));
            }
            Projection projection = ItemReader.projection(
                    wanted.projectionExpression(),
                    new ExpressionAttributes(wanted.names(), null),
                    wanted.attributesToGet());
            return new Look(wanted, keys, projection, new ArrayList<>());
        }

        void bind(TableDef table) {
            Set<Bytes> distinct = new HashSet<>();
            for (Map<String, Value> key : keys) {
                Bytes encoded = ItemReader.key(table, key);
                if (!distinct.add(encoded)) {
                    throw EngineException.validation("Provided list of item keys contains duplicates");
                }
                bound.add(encoded);
            }
        }

        KeysAndAttributes rest(List<Map<String, Value>> left) {
            return new KeysAndAttributes(
                    left,
                    wanted.consistentRead(),
                    wanted.projectionExpression(),
                    wanted.names(),
                    wanted.attributesToGet());
        }
    }

    /** What is wanted of each table: all is parsed before the first table is looked up. */
    private Map<String, Look> bound(BatchGetItem request) {
        Map<String, Look> looks = new LinkedHashMap<>();
        checkConstraints(request).forEach((table, wanted) -> looks.put(table, Look.of(wanted)));
        looks.forEach((table, look) -> look.bind(catalog.require(table)));
        return looks;
    }

    private static Map<String, KeysAndAttributes> checkConstraints(BatchGetItem request) {
        Map<String, KeysAndAttributes> requestItems = request.requestItems();
        if (requestItems != null && requestItems.isEmpty()) {
            throw EngineException.validation("The requestItems parameter is required for BatchGetItem");
        }
        Constraints constraints = new Constraints().required("requestItems", requestItems);
        if (requestItems != null) {
            constraints.size("RequestItems", requestItems.size(), 1, KEYS_MAX);
            requestItems.forEach((table, wanted) -> {
                String path = "RequestItems." + table + ".member.Keys";
                List<Map<String, Value>> keys = wanted.keys();
                constraints.required(path, keys).size(path, keys == null ? null : keys.size(), 1, KEYS_MAX);
                List<String> names = wanted.attributesToGet();
                constraints.size(
                        "RequestItems." + table + ".member.AttributesToGet",
                        names == null ? null : names.size(),
                        1,
                        Integer.MAX_VALUE);
            });
        }
        constraints.returnConsumedCapacity(request.returnConsumedCapacity()).check();
        if (keys(request) > KEYS_MAX) {
            throw EngineException.validation("Too many items requested for the BatchGetItem call");
        }
        return Required.of(requestItems);
    }

    private static int keys(BatchGetItem request) {
        Map<String, KeysAndAttributes> requestItems = request.requestItems();
        int count = 0;
        if (requestItems != null) {
            for (KeysAndAttributes wanted : requestItems.values()) {
                count += wanted.keys() == null ? 0 : wanted.keys().size();
            }
        }
        return count;
    }
}
