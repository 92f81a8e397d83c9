package dev.trestle.engine.api;

import org.jspecify.annotations.Nullable;

/** What a write is to tell of its cost, and of the item collections that it changes. */
public record Metering(
        @Nullable String returnConsumedCapacity, @Nullable String returnItemCollectionMetrics) {
    public static final Metering NONE = new Metering(null, null);

    /** {@link #NONE} if nothing is asked for. */
    public static Metering of(@Nullable String returnConsumedCapacity, @Nullable String returnItemCollectionMetrics) {
        return returnConsumedCapacity == null && returnItemCollectionMetrics == null
                ? NONE
                : new Metering(returnConsumedCapacity, returnItemCollectionMetrics);
    }
}
