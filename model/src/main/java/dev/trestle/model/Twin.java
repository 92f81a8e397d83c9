package dev.trestle.model;

import java.util.function.Function;

/**
 * A second item that is written, changed and deleted together with an entity's own.
 *
 * @param entity the second item's entity
 * @param from what the second item holds
 */
public record Twin<T extends Record, S extends Record>(Entity<S> entity, Function<T, S> from) {}
