package dev.trestle.engine.write;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.DeleteItem;
import dev.trestle.engine.api.Metering;
import dev.trestle.engine.api.PutItem;
import dev.trestle.engine.api.UpdateItem;
import dev.trestle.engine.api.WriteResult;
import dev.trestle.engine.capacity.Meter;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.legacy.LegacyConstraints;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Items;
import dev.trestle.engine.store.Stripes;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** PutItem, UpdateItem and DeleteItem. */
public final class ItemWriter {
    static final String[] RETURN_VALUES = {"ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW"};
    static final String[] ON_FAILURE = {"ALL_OLD", "NONE"};

    private final Writer writer;

    public ItemWriter(Writer writer) {
        this.writer = writer;
    }

    public CompletableFuture<WriteResult> put(PutItem request) {
        Metering metering = request.metering();
        Constraints constraints = new Constraints()
                .returnConsumedCapacity(metering.returnConsumedCapacity())
                .tableName(request.tableName())
                .required("item", request.item())
                .oneOf("returnValues", request.returnValues(), RETURN_VALUES)
                .returnItemCollectionMetrics(metering.returnItemCollectionMetrics())
                .oneOf(
                        "returnValuesOnConditionCheckFailure",
                        request.returnValuesOnConditionCheckFailure(),
                        ON_FAILURE);
        LegacyConstraints.add(constraints, request.legacy());
        constraints.check();
        return execute(ParsedAction.put(request), allOldOrNone(request.returnValues()), metering);
    }

    public CompletableFuture<WriteResult> delete(DeleteItem request) {
        Metering metering = request.metering();
        Constraints constraints = new Constraints()
                .returnConsumedCapacity(metering.returnConsumedCapacity())
                .tableName(request.tableName())
                .oneOf("returnValues", request.returnValues(), RETURN_VALUES)
                .returnItemCollectionMetrics(metering.returnItemCollectionMetrics())
                .required("key", request.key())
                .oneOf(
                        "returnValuesOnConditionCheckFailure",
                        request.returnValuesOnConditionCheckFailure(),
                        ON_FAILURE);
        LegacyConstraints.add(constraints, request.legacy());
        constraints.check();
        return execute(ParsedAction.delete(request), allOldOrNone(request.returnValues()), metering);
    }

    public CompletableFuture<WriteResult> update(UpdateItem request) {
        Metering metering = request.metering();
        Constraints constraints = new Constraints()
                .returnConsumedCapacity(metering.returnConsumedCapacity())
                .tableName(request.tableName())
                .returnItemCollectionMetrics(metering.returnItemCollectionMetrics())
                .oneOf("returnValues", request.returnValues(), RETURN_VALUES)
                .required("key", request.key())
                .oneOf(
                        "returnValuesOnConditionCheckFailure",
                        request.returnValuesOnConditionCheckFailure(),
                        ON_FAILURE);
        LegacyConstraints.add(constraints, request.legacy());
        constraints.check();
        String returnValues = request.returnValues() == null ? "NONE" : request.returnValues();
        return execute(ParsedAction.update(request), returnValues, metering);
    }

    private static String allOldOrNone(@Nullable String returnValues) {
        if (returnValues == null) {
            return "NONE";
        }
        if (!returnValues.equals("NONE") && !returnValues.equals("ALL_OLD")) {
            throw EngineException.validation("ReturnValues can only be ALL_OLD or NONE");
        }
        return returnValues;
    }

    private CompletableFuture<WriteResult> execute(ParsedAction parsed, String returnValues, Metering metering) {
        writer.catalog.shared().lock();
        try {
            Action action = parsed.bind().apply(writer.catalog.require(parsed.tableName()));
            try (Stripes.Held held = writer.stripes.lock(action.key())) {
                return execute(action, parsed.tableName(), returnValues, metering);
            }
        } finally {
            writer.catalog.shared().unlock();
        }
    }

    private CompletableFuture<WriteResult> execute(
            Action action, String tableName, String returnValues, Metering metering) {
        long generation = writer.committer.generation();
        Items.Current current = writer.items.readForWrite(action.key());
        StoredItem before = current.item();
        Commit commit = new Commit();
        if (!action.holds(before)) {
            commit.retain(before);
            return writer.answerAfter(commit, current.queued(), generation, () -> {
                throw action.failure(before);
            });
        }
        Action.Outcome outcome = action.effect().apply(before);
        writer.stage(action, before, outcome.after(), commit);
        Meter meter = Meter.of(metering.returnConsumedCapacity());
        if (meter != null) {
            meter.writeItem(tableName, action.table(), before, outcome.after());
        }
        WriteResult result = new WriteResult(
                returned(returnValues, before, outcome),
                Meter.consumedOfOne(meter),
                writer.collections.of(metering, action.table(), before, outcome.after()));
        commit.retain(result.attributes());
        return writer.answerAfter(commit, current.queued(), generation, () -> result);
    }

    private static @Nullable StoredItem returned(
            String returnValues, @Nullable StoredItem before, Action.Outcome outcome) {
        return switch (returnValues) {
            case "ALL_OLD" -> before;
            case "ALL_NEW" -> outcome.after();
            case "UPDATED_OLD" -> outcome.updatedOld();
            case "UPDATED_NEW" -> outcome.updatedNew();
            default -> null;
        };
    }
}
