package dev.trestle.model;

import org.jspecify.annotations.Nullable;

/**
 * A secondary index, with all attributes projected.
 *
 * @param partition the attribute that is its partition key
 * @param sort the attribute that is its sort key; null if it has none
 * @param local whether it is a local one, which shares the table's partition key
 */
public record Index(String name, String partition, @Nullable String sort, boolean local) {}
