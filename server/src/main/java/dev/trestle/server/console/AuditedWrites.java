package dev.trestle.server.console;

import dev.trestle.platform.audit.Act;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.audit.AuditTable;
import dev.trestle.platform.audit.AuditTrail;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Changes of items by hand, each in one transaction with its entry in the audit trail. */
final class AuditedWrites {
    private static final String CONDITION = "ConditionalCheckFailed";

    private final DynamoDbClient client;
    private final AuditTrail trail;

    private AuditedWrites(DynamoDbClient client, AuditTrail trail) {
        this.client = client;
        this.trail = trail;
    }

    static AuditedWrites of(DynamoDbClient client, AuditTrail trail) {
        return new AuditedWrites(client, trail);
    }

    static TransactWriteItem update(UpdateItemRequest request) {
        return TransactWriteItem.builder()
                .update(update -> update.tableName(request.tableName())
                        .key(request.key())
                        .updateExpression(request.updateExpression())
                        .conditionExpression(request.conditionExpression())
                        .expressionAttributeNames(request.expressionAttributeNames())
                        .expressionAttributeValues(
                                request.hasExpressionAttributeValues() ? request.expressionAttributeValues() : null)
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
    }

    /** Carries a change out. If its condition does not hold, nothing is written and the item that is there is given, empty if none is. */
    Optional<Map<String, AttributeValue>> commit(Actor actor, Act act, TransactWriteItem change) {
        TransactWriteItem entry = TransactWriteItem.builder()
                .put(put -> put.tableName(AuditTable.NAME).item(trail.item(actor, act)))
                .build();
        try {
            client.transactWriteItems(request -> request.transactItems(List.of(change, entry)));
            return Optional.empty();
        } catch (TransactionCanceledException e) {
            CancellationReason reason = e.cancellationReasons().get(0);
            if (!CONDITION.equals(reason.code())) {
                throw e;
            }
            return Optional.of(reason.hasItem() ? reason.item() : Map.of());
        }
    }
}
