package dev.trestle.model.template;

import org.jspecify.annotations.Nullable;

/**
 * Keys in their order, from one to another, both included.
 *
 * @param lower null if there is no first
 * @param upper null if there is no last
 */
public record KeyRange(@Nullable String lower, @Nullable String upper) {}
