package dev.trestle.model.operation;

import dev.trestle.model.Entity;
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
    private @Nullable T stored;

    UpdateOperation(Entity<T> entity, Map<String, AttributeValue> key, UnaryOperator<T> change) {
        this.entity = entity;
        this.key = key;
        this.change = change;
    }

    @Override
    public Action expand(WriteContext context, int place) {
        Stored<T> before = context.expecting(entity, key, Expect.PRESENT, place);
        T after = Objects.requireNonNull(change.apply(before.record()), "an update gave no record");
        Difference<T> difference = new Difference<>(entity, before, after, context.scoping(entity));
        stored = difference.stored();
        return difference.action(context, Expectations.asRead(before), Expect.PRESENT, place);
    }

    @Override
    public boolean goesByItsOwnRead() {
        return true;
    }

    /** The record as it was written last. */
    T stored() {
        return Objects.requireNonNull(stored);
    }
}
