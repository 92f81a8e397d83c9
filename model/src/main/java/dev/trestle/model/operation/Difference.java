package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import dev.trestle.model.error.ModelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The write that makes a stored item that of another record. Only attributes that differ are written, index keys among them; what the
 * model does not know stays as it is.
 */
final class Difference<T extends Record> {
    private final WriteContext context;
    private final Entity<T> entity;
    private final Stored<T> before;
    private final T after;

    Difference(WriteContext context, Entity<T> entity, Stored<T> before, T after) {
        this.context = context;
        this.entity = entity;
        this.before = before;
        this.after = after;
    }

    /**
     * The writes, with those of guards and second items.
     *
     * @param callers what of the condition is the caller's own
     */
    List<Action> actions(Expect condition, Expect callers, int place) {
        Scoping scoping = context.scoping(entity);
        Map<String, AttributeValue> key = entity.keyOf(after, scoping);
        if (!before.item().entrySet().containsAll(key.entrySet())) {
            throw new ModelException(
                    "an update cannot give an item another key: delete it and create the other in one transaction",
                    ModelException.facts("entity", entity.name(), "key", key));
        }
        Map<String, @Nullable AttributeValue> changes = changes(entity.toItem(after, scoping));
        Expression expression = new Expression();
        String text = Expect.condition(condition, entity, expression, context.nowSeconds());
        List<Action> actions = new ArrayList<>();
        if (changes.isEmpty()) {
            actions.add(new Action(
                    Action.check(context.nameOf(entity), key, text, expression), place, entity, callers, null));
            return actions;
        }
        String update = UpdateText.of(changes, Map.of(), expression);
        actions.add(new Action(
                Action.update(context.nameOf(entity), key, update, text, expression), place, entity, callers, null));
        new Guards(context).change(entity, before.record(), after, key, place, actions);
        new Twins(context).change(entity, before.record(), after, place, actions);
        return actions;
    }

    /** The new value of each attribute that differs; null for those that go. */
    private Map<String, @Nullable AttributeValue> changes(Map<String, AttributeValue> item) {
        Map<String, @Nullable AttributeValue> changes = new TreeMap<>();
        KnownAttributes known = KnownAttributes.of(entity);
        String version = entity.version();
        before.item().keySet().stream()
                .filter(name -> known.knows(name) && !item.containsKey(name))
                .forEach(name -> changes.put(name, null));
        item.forEach((name, value) -> {
            if (!name.equals(version) && !value.equals(before.item().get(name))) {
                changes.put(name, value);
            }
        });
        if (version != null && !changes.isEmpty()) {
            Versions.raise(entity, before.record(), item);
            changes.put(version, item.get(version));
        }
        return changes;
    }
}
