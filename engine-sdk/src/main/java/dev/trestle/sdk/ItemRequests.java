package dev.trestle.sdk;

import dev.trestle.engine.api.DeleteItem;
import dev.trestle.engine.api.GetItem;
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
    private static final String EXPECTED = "Expected";
    private static final String ATTRIBUTES_TO_GET = "AttributesToGet";
    private static final String CONDITIONAL_OPERATOR = "ConditionalOperator";
    private static final String CONDITION_EXPRESSION = "ConditionExpression";
    private static final String PROJECTION_EXPRESSION = "ProjectionExpression";
    private static final String FILTER_EXPRESSION = "FilterExpression";

    private ItemRequests() {}

    static GetItem get(GetItemRequest request) {
        Unsupported.legacy(ATTRIBUTES_TO_GET, request.attributesToGet(), PROJECTION_EXPRESSION);
        return new GetItem(
                request.tableName(),
                RequestValues.map(request.key()),
                isTrue(request.consistentRead()),
                request.projectionExpression(),
                RequestValues.expression(request.expressionAttributeNames(), null));
    }

    static PutItem put(PutItemRequest request) {
        Unsupported.legacy(EXPECTED, request.expected(), CONDITION_EXPRESSION);
        Unsupported.legacy(CONDITIONAL_OPERATOR, request.conditionalOperatorAsString(), CONDITION_EXPRESSION);
        return new PutItem(
                request.tableName(),
                RequestValues.map(request.item()),
                request.conditionExpression(),
                RequestValues.expression(request.expressionAttributeNames(), request.expressionAttributeValues()),
                request.returnValuesAsString(),
                request.returnValuesOnConditionCheckFailureAsString());
    }

    static UpdateItem update(UpdateItemRequest request) {
        Unsupported.legacy("AttributeUpdates", request.attributeUpdates(), "UpdateExpression");
        Unsupported.legacy(EXPECTED, request.expected(), CONDITION_EXPRESSION);
        Unsupported.legacy(CONDITIONAL_OPERATOR, request.conditionalOperatorAsString(), CONDITION_EXPRESSION);
        return new UpdateItem(
                request.tableName(),
                RequestValues.map(request.key()),
                request.updateExpression(),
                request.conditionExpression(),
                RequestValues.expression(request.expressionAttributeNames(), request.expressionAttributeValues()),
                request.returnValuesAsString(),
                request.returnValuesOnConditionCheckFailureAsString());
    }

    static DeleteItem delete(DeleteItemRequest request) {
        Unsupported.legacy(EXPECTED, request.expected(), CONDITION_EXPRESSION);
        Unsupported.legacy(CONDITIONAL_OPERATOR, request.conditionalOperatorAsString(), CONDITION_EXPRESSION);
        return new DeleteItem(
                request.tableName(),
                RequestValues.map(request.key()),
                request.conditionExpression(),
                RequestValues.expression(request.expressionAttributeNames(), request.expressionAttributeValues()),
                request.returnValuesAsString(),
                request.returnValuesOnConditionCheckFailureAsString());
    }

    static Query query(QueryRequest request) {
        Unsupported.legacy("KeyConditions", request.keyConditions(), "KeyConditionExpression");
        Unsupported.legacy("QueryFilter", request.queryFilter(), FILTER_EXPRESSION);
        Unsupported.legacy(CONDITIONAL_OPERATOR, request.conditionalOperatorAsString(), FILTER_EXPRESSION);
        Unsupported.legacy(ATTRIBUTES_TO_GET, request.attributesToGet(), PROJECTION_EXPRESSION);
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
                RequestValues.map(request.exclusiveStartKey()));
    }

    static Scan scan(ScanRequest request) {
        Unsupported.legacy("ScanFilter", request.scanFilter(), FILTER_EXPRESSION);
        Unsupported.legacy(CONDITIONAL_OPERATOR, request.conditionalOperatorAsString(), FILTER_EXPRESSION);
        Unsupported.legacy(ATTRIBUTES_TO_GET, request.attributesToGet(), PROJECTION_EXPRESSION);
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
                RequestValues.map(request.exclusiveStartKey()));
    }

    private static boolean isTrue(@Nullable Boolean given) {
        return Boolean.TRUE.equals(given);
    }
}
