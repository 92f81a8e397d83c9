package dev.trestle.engine.api;

import dev.trestle.engine.value.Value;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters that Query and Scan had before there were expressions. {@code filter} is QueryFilter or ScanFilter; {@code
 * keyConditions} is Query's alone.
 */
public record LegacyRead(
        @Nullable Map<String, Comparison> keyConditions,
        @Nullable Map<String, Comparison> filter,
        @Nullable String conditionalOperator,
        @Nullable List<String> attributesToGet) {

    /** A comparison of one attribute with none, one or several values. */
    public record Comparison(
            @Nullable String comparisonOperator, @Nullable List<Value> attributeValueList) {}
}
