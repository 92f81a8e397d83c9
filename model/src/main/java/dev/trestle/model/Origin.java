package dev.trestle.model;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What items are made of.
 *
 * @param entity of the items that they are made of
 * @param from what there is of one item: no two with the same key
 * @param back the item that one is of; null if several items may share it, so that it stays when one of them goes
 */
public record Origin<S extends Record, T extends Record>(
        Entity<T> entity,
        Function<T, List<S>> from,
        @Nullable Function<S, Bound<T>> back) {}
