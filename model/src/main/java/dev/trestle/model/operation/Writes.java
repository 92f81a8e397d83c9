package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import dev.trestle.model.error.ModelException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * Carries operations out: all of them or none.
 *
 * <p>One write of one item is one plain request; everything else is one transaction, with a token, so that the same request sent twice
 * is carried out once. A change that is computed from what was read is such a transaction even if it writes one item: were its answer
 * lost, the SDK would send a plain request again, its condition would fail because of its own write, and the change would be
 * computed a second time from its own result. A condition that is not the caller's own (what was read to find guards and further items) may fail because
 * somebody else wrote meanwhile: then everything is looked up again, a bounded number of times. A condition of the caller's that fails
 * is the caller's to hear of.
 */
final class Writes {
    private static final int ATTEMPTS_MAX = 12;
    private static final int ACTIONS_MAX = 100;
    private static final Pauses PAUSES = new Pauses(2, 250);

    private final Settings settings;

    Writes(Settings settings) {
        this.settings = settings;
    }

    Scoping scoping(Entity<?> entity) {
        return settings.scoping(entity.table());
    }

    /** Gives the item as a single update left it, and nothing for all else. */
    Map<String, AttributeValue> run(List<Operation> operations) {
        for (int attempt = 1; ; attempt++) {
            WriteContext context = new WriteContext(settings, attempt > 1);
            List<Action> actions = expand(operations, context);
            if (actions.isEmpty()) {
                return Map.of();
            }
            Outcome outcome =
                    isPlain(operations, actions) ? single(actions.get(0), context) : together(actions, context);
            if (outcome.failures.isEmpty()) {
                return outcome.item;
            }
            if (!outcome.again || attempt == ATTEMPTS_MAX) {
                throw new WriteRefusedException(outcome.failures, outcome.cause);
            }
            PAUSES.await(attempt);
        }
    }

    private static boolean isPlain(List<Operation> operations, List<Action> actions) {
        return actions.size() == 1
                && actions.get(0).write().kind() != Write.Kind.CHECK
                && !operations.get(0).goesByItsOwnRead();
    }

    private static List<Action> expand(List<Operation> operations, WriteContext context) {
        List<Action> actions = new ArrayList<>(operations.size());
        for (int i = 0; i < operations.size(); i++) {
            actions.add(operations.get(i).expand(context, i));
        }
        context.addNoted(actions);
        if (actions.isEmpty() || actions.size() > ACTIONS_MAX) {
            throw new ModelException(
                    "a transaction has between 1 and " + ACTIONS_MAX
                            + " writes, with those of guards and further items",
                    ModelException.facts("writes", actions.size()));
        }
        boolean nothingDiffers = actions.size() == 1
                && actions.get(0).write().kind() == Write.Kind.CHECK
                && operations.get(0).goesByItsOwnRead();
        return nothingDiffers ? List.of() : actions;
    }

    /**
     * How an attempt ended.
     *
     * @param again whether it is worth another attempt
     * @param item the item as a single update left it
     */
    private record Outcome(
            List<WriteRefusedException.Failure> failures,
            boolean again,
            @Nullable Throwable cause,
            Map<String, AttributeValue> item) {
        static Outcome done(Map<String, AttributeValue> item) {
            return new Outcome(List.of(), false, null, item);
        }

        static Outcome failed(List<WriteRefusedException.Failure> failures, boolean again, Throwable cause) {
            return new Outcome(failures, again, cause, Map.of());
        }
    }

    /** A transaction is one of its first item's entity. */
    private DynamoDbClient client(Action action) {
        return settings.client(NamingClient.write(action.entity().name()));
    }

    private Outcome single(Action action, WriteContext context) {
        try {
            return Outcome.done(action.write().send(client(action)));
        } catch (ConditionalCheckFailedException e) {
            Map<String, AttributeValue> current = e.hasItem() ? e.item() : Map.of();
            return Outcome.failed(List.of(failure(action, current, context)), !isCallers(action, current, context), e);
        } catch (TransactionConflictException e) {
            return Outcome.failed(List.of(failed(action, Cause.CONTENDED, Map.of())), true, e);
        }
    }

    private Outcome together(List<Action> actions, WriteContext context) {
        TransactWriteItemsRequest request = TransactWriteItemsRequest.builder()
                .transactItems(actions.stream()
                        .map(action -> action.write().inTransaction())
                        .toList())
                .clientRequestToken(UUID.randomUUID().toString())
                .build();
        try {
            client(actions.get(0)).transactWriteItems(request);
            return Outcome.done(Map.of());
        } catch (TransactionCanceledException e) {
            return outcome(actions, context, e);
        }
    }

    private Outcome outcome(List<Action> actions, WriteContext context, TransactionCanceledException e) {
        List<WriteRefusedException.Failure> failures = new ArrayList<>();
        boolean over = false;
        for (int i = 0; i < e.cancellationReasons().size(); i++) {
            CancellationReason reason = e.cancellationReasons().get(i);
            Action action = actions.get(i);
            Map<String, AttributeValue> current = reason.hasItem() ? reason.item() : Map.of();
            switch (String.valueOf(reason.code())) {
                case "None", "null" -> {}
                case "ConditionalCheckFailed" -> {
                    failures.add(failure(action, current, context));
                    over |= isCallers(action, current, context);
                }
                case "TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded" ->
                    failures.add(failed(action, Cause.CONTENDED, current));
                default -> {
                    failures.add(failed(action, Cause.REJECTED, current));
                    over = true;
                }
            }
        }
        failures.sort(Comparator.comparingInt(WriteRefusedException.Failure::operation));
        return Outcome.failed(failures, !over, e);
    }

    /** Whether it is the caller's expectation that does not hold; otherwise looking again may help. */
    private static boolean isCallers(Action action, Map<String, AttributeValue> current, WriteContext context) {
        Expect expect = action.expect();
        return expect != null && !Expectations.holds(expect, action.entity(), living(action, current, context));
    }

    private static Map<String, AttributeValue> living(
            Action action, Map<String, AttributeValue> current, WriteContext context) {
        return context.expired(action.entity(), current) ? Map.of() : current;
    }

    private static WriteRefusedException.Failure failure(
            Action action, Map<String, AttributeValue> current, WriteContext context) {
        if (action.unique() != null) {
            return failed(action, Cause.NOT_UNIQUE, current);
        }
        Expect expect = action.expect();
        if (expect == null || !isCallers(action, current, context)) {
            return failed(action, Cause.CONTENDED, current);
        }
        if (living(action, current, context).isEmpty()) {
            return failed(action, Cause.MISSING, current);
        }
        return failed(action, Expectations.wantsNone(expect) ? Cause.EXISTS : Cause.CHANGED, current);
    }

    private static WriteRefusedException.Failure failed(
            Action action, Cause cause, Map<String, AttributeValue> current) {
        return new WriteRefusedException.Failure(
                action.operation(), action.entity().name(), cause, action.unique(), current);
    }
}
