package dev.trestle.engine.api;

import dev.trestle.engine.item.StoredItem;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record TransactGetItems(
        @Nullable List<GetItem> transactItems, @Nullable String returnConsumedCapacity) {

    /** One entry per requested item, in order; null where there is none. */
    public record Result(List<@Nullable StoredItem> items, List<ConsumedCapacity> consumedCapacity) {}
}
