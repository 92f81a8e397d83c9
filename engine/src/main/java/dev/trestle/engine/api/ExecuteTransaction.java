package dev.trestle.engine.api;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record ExecuteTransaction(
        @Nullable List<Entry> transactStatements,
        @Nullable String clientRequestToken,
        @Nullable String returnConsumedCapacity) {

    /** Without telling its cost. */
    public ExecuteTransaction(@Nullable List<Entry> transactStatements, @Nullable String clientRequestToken) {
        this(transactStatements, clientRequestToken, null);
    }

    public record Entry(
            @Nullable String statement,
            @Nullable List<Value> parameters,
            @Nullable String returnValuesOnConditionCheckFailure) {}

    /** One entry per SELECT, in order, null where there is no such item; empty for a transaction that writes. */
    public record Result(List<@Nullable StoredItem> items, List<ConsumedCapacity> consumedCapacity) {}
}
