package dev.trestle.model;

import org.jspecify.annotations.Nullable;

/**
 * The tenant that a caller is bound to, or none.
 *
 * @param tenant null where a table has no scope
 * @param prefix what stands in front of the tenant's partition keys; empty if nothing does
 */
public record Scoping(@Nullable String tenant, String prefix) {
    /** Bound to no tenant. */
    public static final Scoping NONE = new Scoping(null, "");
}
