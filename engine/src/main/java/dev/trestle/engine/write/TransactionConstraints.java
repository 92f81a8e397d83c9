package dev.trestle.engine.write;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.DeleteItem;
import dev.trestle.engine.api.PutItem;
import dev.trestle.engine.api.TransactWriteItems;
import dev.trestle.engine.api.UpdateItem;
import dev.trestle.engine.check.Constraints;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be said of the parameters of TransactWriteItems one by one. */
final class TransactionConstraints {
    private static final int ACTIONS_MAX = 100;
    private static final int TOKEN_MAX = 36;

    private final Constraints constraints = new Constraints();

    private TransactionConstraints() {}

    static void check(TransactWriteItems request) {
        TransactionConstraints all = new TransactionConstraints();
        List<TransactWriteItems.Action> actions = request.transactItems();
        all.constraints
                .required("transactItems", actions)
                .length("transactItems", actions, 1, ACTIONS_MAX)
                .length("clientRequestToken", request.clientRequestToken(), 1, TOKEN_MAX)
                .returnConsumedCapacity(request.metering().returnConsumedCapacity())
                .returnItemCollectionMetrics(request.metering().returnItemCollectionMetrics());
        for (int i = 0; actions != null && i < Math.min(actions.size(), ACTIONS_MAX); i++) {
            all.action("transactItems." + (i + 1) + ".member.", actions.get(i));
        }
        all.constraints.check();
        for (int i = 0; actions != null && i < actions.size(); i++) {
            checkExactlyOne(actions.get(i));
        }
    }

    private void action(String path, TransactWriteItems.Action action) {
        PutItem put = action.put();
        if (put != null) {
            target(path + "put.", "item", put.tableName(), put.item(), put.returnValuesOnConditionCheckFailure());
        }
        UpdateItem update = action.update();
        if (update != null) {
            String at = path + "update.";
            target(at, "key", update.tableName(), update.key(), update.returnValuesOnConditionCheckFailure());
            constraints.required(at + "updateExpression", update.updateExpression());
        }
        DeleteItem delete = action.delete();
        if (delete != null) {
            target(
                    path + "delete.",
                    "key",
                    delete.tableName(),
                    delete.key(),
                    delete.returnValuesOnConditionCheckFailure());
        }
        TransactWriteItems.ConditionCheck check = action.conditionCheck();
        if (check != null) {
            String at = path + "conditionCheck.";
            target(at, "key", check.tableName(), check.key(), check.returnValuesOnConditionCheckFailure());
            constraints.required(at + "conditionExpression", check.conditionExpression());
        }
    }

    private void target(
            String path, String what, @Nullable String table, @Nullable Object attributes, @Nullable String onFailure) {
        constraints
                .tableName(path + "tableName", table)
                .required(path + what, attributes)
                .oneOf(path + "returnValuesOnConditionCheckFailure", onFailure, ItemWriter.ON_FAILURE);
    }

    private static void checkExactlyOne(TransactWriteItems.Action action) {
        int set = (action.put() == null ? 0 : 1)
                + (action.update() == null ? 0 : 1)
                + (action.delete() == null ? 0 : 1)
                + (action.conditionCheck() == null ? 0 : 1);
        if (set != 1) {
            throw EngineException.validation(
                    set == 0
                            ? "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request"
                            : "TransactItems can only contain one of Check, Put, Update or Delete");
        }
    }
}
