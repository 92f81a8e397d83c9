package dev.trestle.engine.api;

import dev.trestle.engine.value.Value;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public record TransactWriteItems(
        @Nullable List<Action> transactItems, @Nullable String clientRequestToken, Metering metering) {

    /** Without telling its cost. */
    public TransactWriteItems(@Nullable List<Action> transactItems, @Nullable String clientRequestToken) {
        this(transactItems, clientRequestToken, Metering.NONE);
    }

    /**
     * Exactly one component is set in a valid request, without legacy parameters. The single operations' ReturnValues and metering are not
     * used.
     */
    public record Action(
            @Nullable ConditionCheck conditionCheck,
            @Nullable PutItem put,
            @Nullable UpdateItem update,
            @Nullable DeleteItem delete) {}

    public record ConditionCheck(
            @Nullable String tableName,
            @Nullable Map<String, Value> key,
            @Nullable String conditionExpression,
            ExpressionAttributes attributes,
            @Nullable String returnValuesOnConditionCheckFailure) {}

    /** {@code replayed} tells that the token had been used for the same request before, and nothing was written now. */
    public record Result(
            boolean replayed,
            List<ConsumedCapacity> consumedCapacity,
            Map<String, List<ItemCollectionMetrics>> itemCollectionMetrics) {}
}
