package dev.trestle.engine.api;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record BatchExecuteStatement(
        @Nullable List<Entry> statements, @Nullable String returnConsumedCapacity) {

    /** Without telling its cost. */
    public BatchExecuteStatement(@Nullable List<Entry> statements) {
        this(statements, null);
    }

    public record Entry(
            @Nullable String statement,
            @Nullable List<Value> parameters,
            boolean consistentRead,
            @Nullable String returnValuesOnConditionCheckFailure) {}

    /** One response per statement, in order. */
    public record Result(List<Response> responses, List<ConsumedCapacity> consumedCapacity) {}

    /** What one statement found or returned, or why it failed; {@code tableName} is null if it was refused before its table was used. */
    public record Response(
            @Nullable String tableName,
            @Nullable StoredItem item,
            @Nullable Error error) {}

    /** {@code item} is the item that failed the condition, where the statement asked for it. */
    public record Error(
            String code, @Nullable String message, @Nullable StoredItem item) {}
}
