package dev.trestle.engine.api;

import dev.trestle.engine.value.Value;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public record UpdateItem(
        @Nullable String tableName,
        @Nullable Map<String, Value> key,
        @Nullable String updateExpression,
        @Nullable String conditionExpression,
        ExpressionAttributes attributes,
        @Nullable String returnValues,
        @Nullable String returnValuesOnConditionCheckFailure,
        @Nullable LegacyWrite legacy,
        Metering metering) {

    /** Without legacy parameters, and without telling its cost. */
    public UpdateItem(
            @Nullable String tableName,
            @Nullable Map<String, Value> key,
            @Nullable String updateExpression,
            @Nullable String conditionExpression,
            ExpressionAttributes attributes,
            @Nullable String returnValues,
            @Nullable String returnValuesOnConditionCheckFailure) {
        this(
                tableName,
                key,
                updateExpression,
                conditionExpression,
                attributes,
                returnValues,
                returnValuesOnConditionCheckFailure,
                null,
                Metering.NONE);
    }
}
