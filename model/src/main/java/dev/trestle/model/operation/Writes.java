package dev.trestle.model.operation;

import dev.trestle.model.error.ModelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Carries operations out: all of them or none.
 *
 * <p>One write of one item is one plain request; everything else is one transaction. A condition that is not the caller's own (what
 * was read to find guards and second items) may fail because somebody else wrote meanwhile: then everything is looked up again, a
 * bounded number of times. A condition of the caller's that fails is the caller's to hear of.
 */
final class Writes {
    private static final int ATTEMPTS_MAX = 12;
    private static final int ACTIONS_MAX = 100;

    private final Settings settings;
    private final WriteContext context;

    Writes(Settings settings) {
        this.settings = settings;
        this.context = new WriteContext(settings);
    }

    WriteContext context() {
        return context;
    }

    void run(List<Operation> operations) {
        List<WriteRefusedException.Failure> failures = List.of();
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            List<Action> actions = new ArrayList<>();
            for (int i = 0; i < operations.size(); i++) {
                actions.addAll(operations.get(i).expand(context, i));
            }
            Outcome outcome = actions.size() == 1 ? single(actions.get(0)) : together(actions);
            if (outcome.failures.isEmpty()) {
                return;
            }
            if (!outcome.again) {
                throw new WriteRefusedException(outcome.failures, outcome.cause);
            }
            failures = outcome.failures;
        }
        throw new WriteRefusedException(failures, null);
    }

    /**
     * How an attempt ended.
     *
     * @param again whether it is worth another attempt
     */
    private record Outcome(
            List<WriteRefusedException.Failure> failures,
            boolean again,
            @Nullable Throwable cause) {
        static final Outcome DONE = new Outcome(List.of(), false, null);
    }

    private Outcome single(Action action) {
        try {
            send(action.write());
            return Outcome.DONE;
        } catch (ConditionalCheckFailedException e) {
            Map<String, AttributeValue> current = e.hasItem() ? e.item() : Map.of();
            return new Outcome(List.of(failure(action, current)), !isCallers(action, current), e);
        }
    }

    private void send(TransactWriteItem write) {
        Put put = write.put();
        Delete delete = write.delete();
        Update update = write.update();
        if (put != null) {
            settings.client()
                    .putItem(PutItemRequest.builder()
                            .tableName(put.tableName())
                            .item(put.item())
                            .conditionExpression(put.conditionExpression())
                            .expressionAttributeNames(
                                    put.hasExpressionAttributeNames() ? put.expressionAttributeNames() : null)
                            .expressionAttributeValues(
                                    put.hasExpressionAttributeValues() ? put.expressionAttributeValues() : null)
                            .returnValuesOnConditionCheckFailure(put.returnValuesOnConditionCheckFailure())
                            .build());
        } else if (delete != null) {
            settings.client()
                    .deleteItem(DeleteItemRequest.builder()
                            .tableName(delete.tableName())
                            .key(delete.key())
                            .conditionExpression(delete.conditionExpression())
                            .expressionAttributeNames(
                                    delete.hasExpressionAttributeNames() ? delete.expressionAttributeNames() : null)
                            .expressionAttributeValues(
                                    delete.hasExpressionAttributeValues() ? delete.expressionAttributeValues() : null)
                            .returnValuesOnConditionCheckFailure(delete.returnValuesOnConditionCheckFailure())
                            .build());
        } else if (update != null) {
            settings.client()
                    .updateItem(UpdateItemRequest.builder()
                            .tableName(update.tableName())
                            .key(update.key())
                            .updateExpression(update.updateExpression())
                            .conditionExpression(update.conditionExpression())
                            .expressionAttributeNames(update.expressionAttributeNames())
                            .expressionAttributeValues(
                                    update.hasExpressionAttributeValues() ? update.expressionAttributeValues() : null)
                            .returnValuesOnConditionCheckFailure(update.returnValuesOnConditionCheckFailure())
                            .build());
        } else {
            settings.client().transactWriteItems(request -> request.transactItems(write));
        }
    }

    private Outcome together(List<Action> actions) {
        if (actions.isEmpty() || actions.size() > ACTIONS_MAX) {
            throw new ModelException(
                    "a transaction has between 1 and " + ACTIONS_MAX + " writes, with those of guards and second items",
                    ModelException.facts("writes", actions.size()));
        }
        try {
            settings.client()
                    .transactWriteItems(request -> request.transactItems(
                            actions.stream().map(Action::write).toList()));
            return Outcome.DONE;
        } catch (TransactionCanceledException e) {
            return outcome(actions, e);
        }
    }

    private Outcome outcome(List<Action> actions, TransactionCanceledException e) {
        List<WriteRefusedException.Failure> failures = new ArrayList<>();
        boolean callers = false;
        for (int i = 0; i < e.cancellationReasons().size(); i++) {
            CancellationReason reason = e.cancellationReasons().get(i);
            Action action = actions.get(i);
            Map<String, AttributeValue> current = reason.hasItem() ? reason.item() : Map.of();
            switch (String.valueOf(reason.code())) {
                case "None", "null" -> {}
                case "ConditionalCheckFailed" -> {
                    WriteRefusedException.Failure failure = failure(action, current);
                    failures.add(failure);
                    callers |= action.unique() != null || isCallers(action, current);
                }
                case "TransactionConflict" -> failures.add(failed(action, Cause.CONTENDED, current));
                default -> {
                    failures.add(failed(action, Cause.REJECTED, current));
                    callers = true;
                }
            }
        }
        return new Outcome(failures, !callers, e);
    }

    /** Whether it is the caller's expectation that does not hold; otherwise looking again may help. */
    private boolean isCallers(Action action, Map<String, AttributeValue> current) {
        Expect expect = action.expect();
        return expect != null && !Expect.holds(expect, action.entity(), living(action, current));
    }

    private Map<String, AttributeValue> living(Action action, Map<String, AttributeValue> current) {
        return context.expired(action.entity(), current) ? Map.of() : current;
    }

    private WriteRefusedException.Failure failure(Action action, Map<String, AttributeValue> current) {
        if (action.unique() != null) {
            return failed(action, Cause.NOT_UNIQUE, current);
        }
        if (!isCallers(action, current)) {
            return failed(action, Cause.CONTENDED, current);
        }
        boolean there = !living(action, current).isEmpty();
        Cause wrong = action.expect() instanceof Expect.Absent ? Cause.EXISTS : Cause.CHANGED;
        return failed(action, there ? wrong : Cause.MISSING, current);
    }

    private static WriteRefusedException.Failure failed(
            Action action, Cause cause, Map<String, AttributeValue> current) {
        return new WriteRefusedException.Failure(
                action.operation(), action.entity().name(), cause, action.unique(), current);
    }
}
