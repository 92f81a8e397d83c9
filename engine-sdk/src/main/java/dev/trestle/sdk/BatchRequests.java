package dev.trestle.sdk;

import dev.trestle.engine.api.BatchGetItem;
import dev.trestle.engine.api.BatchWriteItem;
import dev.trestle.engine.api.Metering;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The SDK's batch requests as the engine's. */
final class BatchRequests {
    private BatchRequests() {}

    static BatchGetItem get(BatchGetItemRequest request) {
        return new BatchGetItem(
                byTable(request.requestItems(), BatchRequests::keysAndAttributes),
                request.returnConsumedCapacityAsString());
    }

    static BatchWriteItem write(BatchWriteItemRequest request) {
        return new BatchWriteItem(
                byTable(request.requestItems(), BatchRequests::writes),
                Metering.of(request.returnConsumedCapacityAsString(), request.returnItemCollectionMetricsAsString()));
    }

    /** Null for a map that was left out. A table without a name gets the empty one, which the engine refuses. */
    private static <S, T> @Nullable Map<String, T> byTable(
            @Nullable Map<String, S> given, Function<@Nullable S, T> convert) {
        if (given == null || given instanceof SdkAutoConstructMap) {
            return null;
        }
        Map<String, T> converted = new LinkedHashMap<>(given.size() * 2);
        given.forEach((table, entry) -> converted.put(table == null ? "" : table, convert.apply(entry)));
        return converted;
    }

    /** Null for a list that was left out. */
    static <S, T> @Nullable List<T> list(@Nullable List<S> given, Function<@Nullable S, T> convert) {
        if (given == null || given instanceof SdkAutoConstructList) {
            return null;
        }
        List<T> converted = new ArrayList<>(given.size());
        for (S element : given) {
            converted.add(convert.apply(element));
        }
        return converted;
    }

    private static BatchGetItem.KeysAndAttributes keysAndAttributes(@Nullable KeysAndAttributes given) {
        if (given == null) {
            return new BatchGetItem.KeysAndAttributes(null, false, null, null, null);
        }
        return new BatchGetItem.KeysAndAttributes(
                list(given.keys(), BatchRequests::mapOrEmpty),
                Boolean.TRUE.equals(given.consistentRead()),
                given.projectionExpression(),
                RequestValues.names(given.expressionAttributeNames()),
                LegacyRequests.names(given.attributesToGet()));
    }

    private static List<BatchWriteItem.Write> writes(@Nullable List<WriteRequest> given) {
        List<BatchWriteItem.Write> writes = list(given, BatchRequests::write);
        return writes == null ? List.of() : writes;
    }

    private static BatchWriteItem.Write write(@Nullable WriteRequest given) {
        if (given == null) {
            return new BatchWriteItem.Write(null, null);
        }
        return new BatchWriteItem.Write(
                given.putRequest() == null
                        ? null
                        : mapOrEmpty(given.putRequest().item()),
                given.deleteRequest() == null
                        ? null
                        : mapOrEmpty(given.deleteRequest().key()));
    }

    /** An item or key that was left out is one without its key attributes, and is refused as such. */
    private static Map<String, Value> mapOrEmpty(@Nullable Map<String, AttributeValue> given) {
        Map<String, Value> map = RequestValues.map(given);
        return map == null ? Map.of() : map;
    }
}
