package dev.trestle.model.operation;

import dev.trestle.model.Entity;

/** Writes what differs between a record that was read and the one that it is to become, if what was read still holds. */
record ReplaceOperation<T extends Record>(Entity<T> entity, Stored<T> before, T after, Expect expect)
        implements Operation {
    @Override
    public Action expand(WriteContext context, int place) {
        Difference<T> difference = new Difference<>(entity, before, after, context.scoping(entity));
        Expect whole = Expectations.both(expect, difference.grounds());
        return difference.action(context, whole, whole, place);
    }
}
