package dev.trestle.sdk;

import dev.trestle.engine.api.DeleteItem;
import dev.trestle.engine.api.GetItem;
import dev.trestle.engine.api.Metering;
import dev.trestle.engine.api.PutItem;
import dev.trestle.engine.api.Query;
import dev.trestle.engine.api.Scan;
import dev.trestle.engine.api.UpdateItem;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The SDK's requests on single items and pages of them, as the engine's. */
final class ItemRequests {
    private ItemRequests() {}

    static GetItem get(GetItemRequest request) {
        return new GetItem(
                request.tableName(),
                RequestValues.map(request.key()),
                isTrue(request.consistentRead()),
                request.projectionExpression(),
                RequestValues.expression(request.expressionAttributeNames(), null),
                LegacyRequests.names(request.attributesToGet()),
                request.returnConsumedCapacityAsString());
    }

    static PutItem put(PutItemRequest request) {
        return new PutItem(
                request.tableName(),
                RequestValues.map(request.item()),
                request.conditionExpression(),
                RequestValues.expression(request.expressionAttributeNames(), request.expressionAttributeValues()),
                request.returnValuesAsString(),
                request.returnValuesOnConditionCheckFailureAsString(),
                LegacyRequests.put(request),
                Metering.of(request.returnConsumedCapacityAsString(), request.returnItemCollectionMetricsAsString()));
    }

    static UpdateItem update(UpdateItemRequest request) {
        return new UpdateItem(
                request.tableName(),
                RequestValues.map(request.key()),
                request.updateExpression(),
                request.conditionExpression(),
                RequestValues.expression(request.expressionAttributeNames(), request.expressionAttributeValues()),
                request.returnValuesAsString(),
                request.returnValuesOnConditionCheckFailureAsString(),
                LegacyRequests.update(request),
                Metering.of(request.returnConsumedCapacityAsString(), request.returnItemCollectionMetricsAsString()));
    }

    static DeleteItem delete(DeleteItemRequest request) {
        return new DeleteItem(
                request.tableName(),
                RequestValues.map(request.key()),
                request.conditionExpression(),
                RequestValues.expression(request.expressionAttributeNames(), request.expressionAttributeValues()),
                request.returnValuesAsString(),
                request.returnValuesOnConditionCheckFailureAsString(),
                LegacyRequests.delete(request),
                Metering.of(request.returnConsumedCapacityAsString(), request.returnItemCollectionMetricsAsString()));
    }

    static Query query(QueryRequest request) {
        return new Query(
                request.tableName(),
                request.indexName(),
                request.keyConditionExpression(),
                request.filterExpression(),
                request.projectionExpression(),
                RequestValues.expression(request.expressionAttributeNames(), request.expressionAttributeValues()),
                request.selectAsString(),
                request.limit(),
                isTrue(request.consistentRead()),
                !Boolean.FALSE.equals(request.scanIndexForward()),
                RequestValues.map(request.exclusiveStartKey()),
                LegacyRequests.query(request),
                request.returnConsumedCapacityAsString());
    }

    static Scan scan(ScanRequest request) {
        return new Scan(
                request.tableName(),
                request.indexName(),
                request.filterExpression(),
                request.projectionExpression(),
                RequestValues.expression(request.expressionAttributeNames(), request.expressionAttributeValues()),
                request.selectAsString(),
                request.limit(),
                isTrue(request.consistentRead()),
                request.segment(),
                request.totalSegments(),
                RequestValues.map(request.exclusiveStartKey()),
                LegacyRequests.scan(request),
                request.returnConsumedCapacityAsString());
    }

    private static boolean isTrue(@Nullable Boolean given) {
        return Boolean.TRUE.equals(given);
    }
}
