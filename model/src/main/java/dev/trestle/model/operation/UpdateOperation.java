package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads a record, has it changed, and writes what differs. When somebody else wrote meanwhile, all of that is done again. */
final class UpdateOperation<T extends Record> implements Operation {
    private final Entity<T> entity;
    private final Map<String, AttributeValue> key;
    private final UnaryOperator<T> change;
    private final Expect expect;
    private @Nullable T after;

    UpdateOperation(Entity<T> entity, Map<String, AttributeValue> key, UnaryOperator<T> change, Expect expect) {
        this.entity = entity;
        this.key = key;
        this.change = change;
        this.expect = expect;
    }

    @Override
    public List<Action> expand(WriteContext context, int place) {
        Stored<T> before = context.expecting(entity, key, expect, place);
        T changed = Objects.requireNonNull(change.apply(before.record()), "an update gave no record");
        after = changed;
        return new Difference<>(context, entity, before, changed)
                .actions(Expect.unchanged(before), Expect.PRESENT, place);
    }

    /** The record as it was written last; its version is the one that it was read with. */
    T after() {
        return Objects.requireNonNull(after);
    }
}
