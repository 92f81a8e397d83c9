package dev.trestle.sdk;

import dev.trestle.engine.api.DeleteItem;
import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.api.GetItem;
import dev.trestle.engine.api.Metering;
import dev.trestle.engine.api.PutItem;
import dev.trestle.engine.api.TransactGetItems;
import dev.trestle.engine.api.TransactWriteItems;
import dev.trestle.engine.api.UpdateItem;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** The SDK's transactions as the engine's. */
final class TransactRequests {
    private TransactRequests() {}

    static TransactGetItems get(TransactGetItemsRequest request) {
        return new TransactGetItems(
                BatchRequests.list(request.transactItems(), TransactRequests::get),
                request.returnConsumedCapacityAsString());
    }

    /** No token is made up for a request without one: inside one process nothing is sent twice. */
    static TransactWriteItems write(TransactWriteItemsRequest request) {
        return new TransactWriteItems(
                BatchRequests.list(request.transactItems(), TransactRequests::action),
                request.clientRequestToken(),
                Metering.of(request.returnConsumedCapacityAsString(), request.returnItemCollectionMetricsAsString()));
    }

    private static GetItem get(@Nullable TransactGetItem item) {
        Get get = item == null ? null : item.get();
        if (get == null) {
            return new GetItem(null, null, true, null, ExpressionAttributes.NONE);
        }
        return new GetItem(
                get.tableName(),
                RequestValues.map(get.key()),
                true,
                get.projectionExpression(),
                RequestValues.expression(get.expressionAttributeNames(), null));
    }

    private static TransactWriteItems.Action action(@Nullable TransactWriteItem item) {
        if (item == null) {
            return new TransactWriteItems.Action(null, null, null, null);
        }
        return new TransactWriteItems.Action(
                conditionCheck(item.conditionCheck()), put(item.put()), update(item.update()), delete(item.delete()));
    }

    private static TransactWriteItems.@Nullable ConditionCheck conditionCheck(@Nullable ConditionCheck check) {
        if (check == null) {
            return null;
        }
        return new TransactWriteItems.ConditionCheck(
                check.tableName(),
                RequestValues.map(check.key()),
                check.conditionExpression(),
                RequestValues.expression(check.expressionAttributeNames(), check.expressionAttributeValues()),
                check.returnValuesOnConditionCheckFailureAsString());
    }

    private static @Nullable PutItem put(@Nullable Put put) {
        if (put == null) {
            return null;
        }
        return new PutItem(
                put.tableName(),
                RequestValues.map(put.item()),
                put.conditionExpression(),
                RequestValues.expression(put.expressionAttributeNames(), put.expressionAttributeValues()),
                null,
                put.returnValuesOnConditionCheckFailureAsString());
    }

    private static @Nullable UpdateItem update(@Nullable Update update) {
        if (update == null) {
            return null;
        }
        return new UpdateItem(
                update.tableName(),
                RequestValues.map(update.key()),
                update.updateExpression(),
                update.conditionExpression(),
                RequestValues.expression(update.expressionAttributeNames(), update.expressionAttributeValues()),
                null,
                update.returnValuesOnConditionCheckFailureAsString());
    }

    private static @Nullable DeleteItem delete(@Nullable Delete delete) {
        if (delete == null) {
            return null;
        }
        return new DeleteItem(
                delete.tableName(),
                RequestValues.map(delete.key()),
                delete.conditionExpression(),
                RequestValues.expression(delete.expressionAttributeNames(), delete.expressionAttributeValues()),
                null,
                delete.returnValuesOnConditionCheckFailureAsString());
    }
}
