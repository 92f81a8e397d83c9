package dev.trestle.wire.dynamodb;

import dev.trestle.engine.api.BatchGetItem;
import dev.trestle.engine.api.BatchWriteItem;
import dev.trestle.engine.api.GetItem;
import dev.trestle.engine.api.Page;
import dev.trestle.engine.api.TransactGetItems;
import dev.trestle.engine.api.TransactWriteItems;
import dev.trestle.engine.api.WriteResult;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.Value;
import dev.trestle.wire.json.JsonOutput;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers about items. */
final class ItemOutput {
    private ItemOutput() {}

    static void get(JsonOutput out, GetItem.Result result) {
        out.item("Item", result.item());
        CapacityOutput.consumed(out, result.consumedCapacity());
    }

    static void write(JsonOutput out, WriteResult result) {
        out.item("Attributes", result.attributes());
        CapacityOutput.consumed(out, result.consumedCapacity());
        CapacityOutput.metrics(out, result.itemCollectionMetrics());
    }

    static void page(JsonOutput out, Page page) {
        out.items("Items", page.items())
                .number("Count", page.count())
                .number("ScannedCount", page.scannedCount())
                .item("LastEvaluatedKey", page.lastEvaluatedKey());
        CapacityOutput.consumed(out, page.consumedCapacity());
    }

    static void batchGet(JsonOutput out, BatchGetItem.Result result) {
        out.map("Responses", result.responses(), out::items)
                .map(
                        "UnprocessedKeys",
                        result.unprocessedKeys(),
                        (table, keys) -> out.object(table, () -> {
                            List<Map<String, Value>> left = keys.keys();
                            out.items(
                                            "Keys",
                                            left == null
                                                    ? null
                                                    : left.stream()
                                                            .map(ItemOutput::stored)
                                                            .toList())
                                    .flag("ConsistentRead", keys.consistentRead() ? true : null)
                                    .text("ProjectionExpression", keys.projectionExpression())
                                    .texts("AttributesToGet", keys.attributesToGet());
                            Map<String, String> names = keys.names();
                            if (names != null) {
                                out.map("ExpressionAttributeNames", names, out::text);
                            }
                        }));
        CapacityOutput.consumed(out, result.consumedCapacity());
    }

    static void batchWrite(JsonOutput out, BatchWriteItem.Result result) {
        out.map(
                "UnprocessedItems",
                result.unprocessedItems(),
                (table, writes) -> out.objects(
                        table,
                        writes,
                        write -> out.object("PutRequest", write.putItem(), item -> out.item("Item", stored(item)))
                                .object("DeleteRequest", write.deleteKey(), key -> out.item("Key", stored(key)))));
        CapacityOutput.consumed(out, result.consumedCapacity());
        CapacityOutput.metrics(out, result.itemCollectionMetrics());
    }

    /** Values of a request that has passed the engine's checks. */
    private static StoredItem stored(Map<String, Value> values) {
        return StoredItem.of(Canonical.item(values));
    }

    static void transactGet(JsonOutput out, TransactGetItems.Result result) {
        responses(out, result.items());
        CapacityOutput.consumed(out, result.consumedCapacity());
    }

    /** One structure for each item that was asked for, empty where there is none. */
    static void responses(JsonOutput out, List<@Nullable StoredItem> items) {
        out.objects("Responses", items, (@Nullable StoredItem item) -> out.item("Item", item));
    }

    static void transactWrite(JsonOutput out, TransactWriteItems.Result result) {
        CapacityOutput.consumed(out, result.consumedCapacity());
        CapacityOutput.metrics(out, result.itemCollectionMetrics());
    }
}
