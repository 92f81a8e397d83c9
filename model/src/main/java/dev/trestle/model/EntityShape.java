package dev.trestle.model;

import org.jspecify.annotations.Nullable;

/**
 * A key as it was declared.
 *
 * @param index null for the primary key
 * @param partition null where an index is keyed by attributes that the item has anyway
 */
record EntityShape(
        @Nullable Index index,
        @Nullable String partition,
        @Nullable String sort,
        When when) {}
