package dev.trestle.engine.api;

import dev.trestle.engine.item.StoredItem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a Query or Scan. {@code items} is null when only the count was asked for; {@code lastEvaluatedKey} is null on the
 * last page, {@code consumedCapacity} unless it was asked for.
 */
public record Page(
        @Nullable List<StoredItem> items,
        int count,
        int scannedCount,
        @Nullable StoredItem lastEvaluatedKey,
        @Nullable ConsumedCapacity consumedCapacity) {}
