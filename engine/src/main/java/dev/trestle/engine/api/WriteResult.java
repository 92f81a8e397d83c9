package dev.trestle.engine.api;

import dev.trestle.engine.item.StoredItem;
import org.jspecify.annotations.Nullable;

/**
 * The answer to PutItem, UpdateItem and DeleteItem. {@code attributes} is what ReturnValues asked for; each component is null where
 * nothing was asked for or there is nothing.
 */
public record WriteResult(
        @Nullable StoredItem attributes,
        @Nullable ConsumedCapacity consumedCapacity,
        @Nullable ItemCollectionMetrics itemCollectionMetrics) {}
