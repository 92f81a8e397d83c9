package dev.trestle.model;

import java.util.List;
import java.util.function.Function;

/**
 * Further items that are written, changed and deleted together with an entity's own.
 *
 * @param entity the further items' entity
 * @param from what they hold: one each, no two with the same key; none where an item has none
 */
public record Twin<T extends Record, S extends Record>(Entity<S> entity, Function<T, List<S>> from) {}
