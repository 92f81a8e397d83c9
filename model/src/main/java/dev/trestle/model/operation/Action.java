package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import org.jspecify.annotations.Nullable;

/**
 * A write, and whose it is.
 *
 * @param operation the place of the operation of the transaction that it serves
 * @param expect what the caller expects of the item; null where the condition is not the caller's
 * @param unique the attributes whose value the item guards; null if it is no guard that is taken
 */
record Action(
        Write write,
        int operation,
        Entity<?> entity,
        @Nullable Expect expect,
        @Nullable String unique) {
    /** A write that follows from another one. */
    static Action aside(Write write, int operation, Entity<?> entity) {
        return new Action(write, operation, entity, null, null);
    }
}
