package dev.trestle.engine.api;

import dev.trestle.engine.value.Value;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters that PutItem, UpdateItem and DeleteItem had before there were expressions. {@code attributeUpdates} is
 * UpdateItem's alone.
 */
public record LegacyWrite(
        @Nullable Map<String, Expectation> expected,
        @Nullable Map<String, AttributeUpdate> attributeUpdates,
        @Nullable String conditionalOperator) {

    /** What one attribute is to be like: by {@code comparisonOperator}, or by {@code exists} and {@code value} alone. */
    public record Expectation(
            @Nullable Boolean exists,
            @Nullable Value value,
            @Nullable String comparisonOperator,
            @Nullable List<Value> attributeValueList) {}

    /** What becomes of one attribute; {@code action} is PUT, ADD or DELETE. */
    public record AttributeUpdate(
            @Nullable String action, @Nullable Value value) {}
}
