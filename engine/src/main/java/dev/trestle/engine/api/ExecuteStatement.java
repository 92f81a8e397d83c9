package dev.trestle.engine.api;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record ExecuteStatement(
        @Nullable String statement,
        @Nullable List<Value> parameters,
        boolean consistentRead,
        @Nullable String nextToken,
        @Nullable Integer limit,
        @Nullable String returnValuesOnConditionCheckFailure,
        @Nullable String returnConsumedCapacity) {

    /** Without telling its cost. */
    public ExecuteStatement(
            @Nullable String statement,
            @Nullable List<Value> parameters,
            boolean consistentRead,
            @Nullable String nextToken,
            @Nullable Integer limit,
            @Nullable String returnValuesOnConditionCheckFailure) {
        this(statement, parameters, consistentRead, nextToken, limit, returnValuesOnConditionCheckFailure, null);
    }

    /** {@code nextToken} is null on the last page; {@code lastEvaluatedKey} may be null where the next page starts a partition. */
    public record Result(
            List<StoredItem> items,
            @Nullable String nextToken,
            @Nullable StoredItem lastEvaluatedKey,
            @Nullable ConsumedCapacity consumedCapacity) {}
}
