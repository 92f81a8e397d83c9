package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import dev.trestle.model.Twin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Keeps the second items of an entity in step with its first. */
final class Twins {
    private final WriteContext context;

    Twins(WriteContext context) {
        this.context = context;
    }

    /**
     * The writes of second items that go with a change of a record.
     *
     * @param before null if the record is new
     * @param after null if it is deleted
     */
    <T extends Record> void change(
            Entity<T> entity, @Nullable T before, @Nullable T after, int place, List<Action> actions) {
        for (Twin<T, ?> twin : entity.twins()) {
            change(twin, before, after, place, actions);
        }
    }

    private <T extends Record, S extends Record> void change(
            Twin<T, S> twin, @Nullable T before, @Nullable T after, int place, List<Action> actions) {
        Entity<S> second = twin.entity();
        Scoping scoping = context.scoping(second);
        Map<String, AttributeValue> oldKey =
                before == null ? null : second.keyOf(twin.from().apply(before), scoping);
        Map<String, AttributeValue> newItem =
                after == null ? null : second.toItem(twin.from().apply(after), scoping);
        if (newItem != null) {
            Map<String, AttributeValue> whole = oldKey == null ? newItem : withUnknown(second, oldKey, newItem);
            actions.add(action(second, Action.put(context.nameOf(second), whole, "", new Expression()), place));
        }
        if (oldKey != null && (newItem == null || !newItem.entrySet().containsAll(oldKey.entrySet()))) {
            actions.add(action(second, Action.delete(context.nameOf(second), oldKey, "", new Expression()), place));
        }
    }

    /** What another program wrote on the second item moves with it; what the model knows is written anew. */
    private Map<String, AttributeValue> withUnknown(
            Entity<?> second, Map<String, AttributeValue> oldKey, Map<String, AttributeValue> newItem) {
        Map<String, AttributeValue> old = context.read(second, oldKey);
        if (old == null) {
            return newItem;
        }
        Map<String, AttributeValue> whole = new HashMap<>(old);
        whole.keySet().removeIf(name -> KnownAttributes.of(second).knows(name));
        whole.putAll(newItem);
        return whole;
    }

    private static Action action(Entity<?> entity, TransactWriteItem write, int place) {
        return new Action(write, place, entity, null, null);
    }
}
