package dev.trestle.sdk;

import dev.trestle.engine.api.BatchGetItem;
import dev.trestle.engine.api.BatchWriteItem;
import dev.trestle.engine.api.GetItem;
import dev.trestle.engine.api.Page;
import dev.trestle.engine.api.TransactGetItems;
import dev.trestle.engine.api.TransactWriteItems;
import dev.trestle.engine.api.WriteResult;
import dev.trestle.engine.item.StoredItem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The engine's answers about items as the SDK's. */
final class ItemResponses {
    private ItemResponses() {}

    static GetItemResponse get(GetItem.Result result) {
        GetItemResponse.Builder builder = Answers.stamp(GetItemResponse.builder());
        StoredItem item = result.item();
        if (item != null) {
            builder.item(ItemDecoder.attributesOf(item));
        }
        if (result.consumedCapacity() != null) {
            builder.consumedCapacity(CapacityResponses.consumed(result.consumedCapacity()));
        }
        return builder.build();
    }

    static PutItemResponse put(WriteResult result) {
        PutItemResponse.Builder builder = Answers.stamp(PutItemResponse.builder());
        StoredItem attributes = result.attributes();
        if (attributes != null) {
            builder.attributes(ItemDecoder.attributesOf(attributes));
        }
        if (isMetered(result)) {
            builder.consumedCapacity(CapacityResponses.consumed(result.consumedCapacity()))
                    .itemCollectionMetrics(CapacityResponses.metrics(result.itemCollectionMetrics()));
        }
        return builder.build();
    }

    static UpdateItemResponse update(WriteResult result) {
        UpdateItemResponse.Builder builder = Answers.stamp(UpdateItemResponse.builder());
        StoredItem attributes = result.attributes();
        if (attributes != null) {
            builder.attributes(ItemDecoder.attributesOf(attributes));
        }
        if (isMetered(result)) {
            builder.consumedCapacity(CapacityResponses.consumed(result.consumedCapacity()))
                    .itemCollectionMetrics(CapacityResponses.metrics(result.itemCollectionMetrics()));
        }
        return builder.build();
    }

    static DeleteItemResponse delete(WriteResult result) {
        DeleteItemResponse.Builder builder = Answers.stamp(DeleteItemResponse.builder());
        StoredItem attributes = result.attributes();
        if (attributes != null) {
            builder.attributes(ItemDecoder.attributesOf(attributes));
        }
        if (isMetered(result)) {
            builder.consumedCapacity(CapacityResponses.consumed(result.consumedCapacity()))
                    .itemCollectionMetrics(CapacityResponses.metrics(result.itemCollectionMetrics()));
        }
        return builder.build();
    }

    private static boolean isMetered(WriteResult result) {
        return result.consumedCapacity() != null || result.itemCollectionMetrics() != null;
    }

    static QueryResponse query(Page page) {
        QueryResponse.Builder builder =
                Answers.stamp(QueryResponse.builder()).count(page.count()).scannedCount(page.scannedCount());
        List<StoredItem> items = page.items();
        if (items != null) {
            builder.items(items(items));
        }
        StoredItem lastKey = page.lastEvaluatedKey();
        if (lastKey != null) {
            builder.lastEvaluatedKey(ItemDecoder.attributesOf(lastKey));
        }
        if (page.consumedCapacity() != null) {
            builder.consumedCapacity(CapacityResponses.consumed(page.consumedCapacity()));
        }
        return builder.build();
    }

    static ScanResponse scan(Page page) {
        ScanResponse.Builder builder =
                Answers.stamp(ScanResponse.builder()).count(page.count()).scannedCount(page.scannedCount());
        List<StoredItem> items = page.items();
        if (items != null) {
            builder.items(items(items));
        }
        StoredItem lastKey = page.lastEvaluatedKey();
        if (lastKey != null) {
            builder.lastEvaluatedKey(ItemDecoder.attributesOf(lastKey));
        }
        if (page.consumedCapacity() != null) {
            builder.consumedCapacity(CapacityResponses.consumed(page.consumedCapacity()));
        }
        return builder.build();
    }

    static BatchGetItemResponse batchGet(BatchGetItem.Result result) {
        Map<String, List<Map<String, AttributeValue>>> responses = new LinkedHashMap<>();
        result.responses().forEach((table, items) -> responses.put(table, items(items)));
        Map<String, KeysAndAttributes> unprocessed = new LinkedHashMap<>();
        result.unprocessedKeys().forEach((table, keys) -> unprocessed.put(table, unprocessedKeys(keys)));
        return Answers.stamp(BatchGetItemResponse.builder())
                .responses(responses)
                .unprocessedKeys(unprocessed)
                .consumedCapacity(CapacityResponses.consumed(result.consumedCapacity()))
                .build();
    }

    static BatchWriteItemResponse batchWrite(BatchWriteItem.Result result) {
        Map<String, List<WriteRequest>> unprocessed = new LinkedHashMap<>();
        result.unprocessedItems()
                .forEach((table, writes) -> unprocessed.put(
                        table,
                        writes.stream().map(ItemResponses::unprocessedWrite).toList()));
        return Answers.stamp(BatchWriteItemResponse.builder())
                .unprocessedItems(unprocessed)
                .consumedCapacity(CapacityResponses.consumed(result.consumedCapacity()))
                .itemCollectionMetrics(CapacityResponses.metrics(result.itemCollectionMetrics()))
                .build();
    }

    static TransactGetItemsResponse transactGet(TransactGetItems.Result result) {
        return Answers.stamp(TransactGetItemsResponse.builder())
                .responses(responses(result.items()))
                .consumedCapacity(CapacityResponses.consumed(result.consumedCapacity()))
                .build();
    }

    /** One response per item, empty where there is none. */
    static List<ItemResponse> responses(List<@Nullable StoredItem> items) {
        List<ItemResponse> responses = new ArrayList<>(items.size());
        for (StoredItem item : items) {
            ItemResponse.Builder response = ItemResponse.builder();
            if (item != null) {
                response.item(ItemDecoder.attributesOf(item));
            }
            responses.add(response.build());
        }
        return responses;
    }

    static TransactWriteItemsResponse transactWrite(TransactWriteItems.Result result) {
        return Answers.stamp(TransactWriteItemsResponse.builder())
                .consumedCapacity(CapacityResponses.consumed(result.consumedCapacity()))
                .itemCollectionMetrics(CapacityResponses.metrics(result.itemCollectionMetrics()))
                .build();
    }

    static List<Map<String, AttributeValue>> items(List<StoredItem> stored) {
        List<Map<String, AttributeValue>> items = new ArrayList<>(stored.size());
        for (StoredItem item : stored) {
            items.add(ItemDecoder.attributesOf(item));
        }
        return items;
    }

    private static KeysAndAttributes unprocessedKeys(BatchGetItem.KeysAndAttributes entry) {
        KeysAndAttributes.Builder builder =
                KeysAndAttributes.builder().projectionExpression(entry.projectionExpression());
        if (entry.consistentRead()) {
            builder.consistentRead(true);
        }
        if (entry.names() != null) {
            builder.expressionAttributeNames(entry.names());
        }
        if (entry.attributesToGet() != null) {
            builder.attributesToGet(entry.attributesToGet());
        }
        if (entry.keys() != null) {
            builder.keys(entry.keys().stream().map(ReturnedValues::map).toList());
        }
        return builder.build();
    }

    private static WriteRequest unprocessedWrite(BatchWriteItem.Write write) {
        WriteRequest.Builder builder = WriteRequest.builder();
        if (write.putItem() != null) {
            builder.putRequest(PutRequest.builder()
                    .item(ReturnedValues.map(write.putItem()))
                    .build());
        }
        if (write.deleteKey() != null) {
            builder.deleteRequest(DeleteRequest.builder()
                    .key(ReturnedValues.map(write.deleteKey()))
                    .build());
        }
        return builder.build();
    }
}
