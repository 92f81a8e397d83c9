package dev.trestle.engine.api;

import dev.trestle.engine.value.Value;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public record PutItem(
        @Nullable String tableName,
        @Nullable Map<String, Value> item,
        @Nullable String conditionExpression,
        ExpressionAttributes attributes,
        @Nullable String returnValues,
        @Nullable String returnValuesOnConditionCheckFailure,
        @Nullable LegacyWrite legacy,
        Metering metering) {

    /** Without legacy parameters, and without telling its cost. */
    public PutItem(
            @Nullable String tableName,
            @Nullable Map<String, Value> item,
            @Nullable String conditionExpression,
            ExpressionAttributes attributes,
            @Nullable String returnValues,
            @Nullable String returnValuesOnConditionCheckFailure) {
        this(
                tableName,
                item,
                conditionExpression,
                attributes,
                returnValues,
                returnValuesOnConditionCheckFailure,
                null,
                Metering.NONE);
    }
}
