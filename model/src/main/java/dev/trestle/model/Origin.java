package dev.trestle.model;

import java.util.List;
import java.util.function.Function;

/**
 * What items are made of.
 *
 * @param entity of the items that they are made of
 * @param from what there is of one item: no two with the same key
 * @param back the item that one is of
 */
public record Origin<S extends Record, T extends Record>(
        Entity<T> entity, Function<T, List<S>> from, Function<S, Bound<T>> back) {}
