package dev.trestle.engine.api;

import dev.trestle.engine.item.StoredItem;

/** An item collection that a write changed, and between how many gigabytes its size is thought to be. */
public record ItemCollectionMetrics(StoredItem itemCollectionKey, double lowerBoundGb, double upperBoundGb) {}
