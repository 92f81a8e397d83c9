package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import dev.trestle.model.Twin;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
        Set<Map<String, AttributeValue>> oldKeys = new LinkedHashSet<>();
        if (before != null) {
            twin.from().apply(before).forEach(each -> oldKeys.add(second.keyOf(each, scoping)));
        }
        Map<Map<String, AttributeValue>, Map<String, AttributeValue>> newItems = new LinkedHashMap<>();
        if (after != null) {
            twin.from()
                    .apply(after)
                    .forEach(each -> newItems.put(second.keyOf(each, scoping), second.toItem(each, scoping)));
        }
        boolean moved = oldKeys.size() == 1 && newItems.size() == 1;
        newItems.forEach((key, item) -> {
            Map<String, AttributeValue> oldKey =
                    moved ? oldKeys.iterator().next() : oldKeys.contains(key) ? key : null;
            Map<String, AttributeValue> whole = oldKey == null ? item : withUnknown(second, oldKey, item);
            actions.add(action(second, Action.put(context.nameOf(second), whole, "", new Expression()), place));
        });
        oldKeys.removeAll(newItems.keySet());
        oldKeys.forEach(oldKey -> actions.add(
                action(second, Action.delete(context.nameOf(second), oldKey, "", new Expression()), place)));
    }

    /**
     * What another program wrote on the second item moves with it; what the model knows is written anew. Nobody else writes the
     * support table, so that nothing has to be read there.
     */
    private Map<String, AttributeValue> withUnknown(
            Entity<?> second, Map<String, AttributeValue> oldKey, Map<String, AttributeValue> newItem) {
        Map<String, AttributeValue> old = context.isSupport(second) ? null : context.read(second, oldKey);
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
