package dev.trestle.engine.api;

import dev.trestle.engine.value.Value;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public record Query(
        @Nullable String tableName,
        @Nullable String indexName,
        @Nullable String keyConditionExpression,
        @Nullable String filterExpression,
        @Nullable String projectionExpression,
        ExpressionAttributes attributes,
        @Nullable String select,
        @Nullable Integer limit,
        boolean consistentRead,
        boolean scanIndexForward,
        @Nullable Map<String, Value> exclusiveStartKey,
        @Nullable LegacyRead legacy,
        @Nullable String returnConsumedCapacity) {}
