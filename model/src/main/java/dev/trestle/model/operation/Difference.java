package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Index;
import dev.trestle.model.Scoping;
import dev.trestle.model.Unique;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.error.RefusedValueException;
import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.mapping.Component;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The write that makes a stored item that of another record. Only attributes that differ are written, index keys among them; what the
 * model does not know stays as it is.
 */
final class Difference<T extends Record> {
    private final Entity<T> entity;
    private final Stored<T> before;
    private final Map<String, AttributeValue> key;
    private final Map<String, @Nullable AttributeValue> changes = new TreeMap<>();
    private final T stored;

    Difference(Entity<T> entity, Stored<T> before, T after, Scoping scoping) {
        this.entity = entity;
        this.before = before;
        this.key = keyOf(after, scoping);
        if (!before.item().entrySet().containsAll(key.entrySet())) {
            if (key.equals(entity.keyOf(before.record(), scoping))) {
                throw contradiction();
            }
            throw new ModelException(
                    "an update cannot give an item another key: delete it and create the other in one transaction",
                    ModelException.facts("entity", entity.name(), "key", key));
        }
        Map<String, AttributeValue> item = entity.toItem(after, scoping);
        compare(item);
        String version = entity.version();
        if (version == null) {
            this.stored = after;
        } else if (changes.isEmpty()) {
            this.stored = before.record();
        } else {
            this.stored = Versions.raised(entity, before.record(), item, scoping);
            changes.put(version, item.get(version));
        }
    }

    /** The key of a record that was made of one that was read, which has none if what was read contradicts its own. */
    private Map<String, AttributeValue> keyOf(T after, Scoping scoping) {
        try {
            return entity.keyOf(after, scoping);
        } catch (RefusedValueException e) {
            throw e;
        } catch (ModelException e) {
            throw after.equals(before.record()) ? contradiction() : e;
        }
    }

    private UnreadableItemException contradiction() {
        return new UnreadableItemException(
                "a stored attribute contradicts the key", entity.name(), "", "another value");
    }

    /** Notes the new value of each attribute that differs, and null for those that go. */
    private void compare(Map<String, AttributeValue> item) {
        KnownAttributes known = KnownAttributes.of(entity);
        for (String name : before.item().keySet()) {
            if (!item.containsKey(name) && known.knows(name)) {
                changes.put(name, null);
            }
        }
        item.forEach((name, value) -> {
            if (!name.equals(entity.version())
                    && !Sameness.same(value, before.item().get(name))) {
                changes.put(name, value);
            }
        });
    }

    /** The record as it is stored then. */
    T stored() {
        return stored;
    }

    /**
     * That the attributes are still what they were from which index keys, guards and further items are made anew: a caller who names
     * fewer would leave keys behind that do not fit the item.
     */
    Expect grounds() {
        if (changes.isEmpty()) {
            return Expect.ANYTHING;
        }
        if (!entity.twins().isEmpty()) {
            return Expect.unchanged(before);
        }
        Set<String> attributes = new TreeSet<>();
        for (EntityKey shape : entity.indexKeys()) {
            Index index = Objects.requireNonNull(shape.index());
            String sort = index.sort();
            if (changes.containsKey(index.partition()) || sort != null && changes.containsKey(sort)) {
                attributes.addAll(shape.attributes());
            }
        }
        for (Unique unique : entity.uniques()) {
            Set<String> values = new TreeSet<>();
            for (String name : unique.fields()) {
                values.addAll(
                        Objects.requireNonNull(entity.mapping().field(name)).attributes());
            }
            if (values.stream().anyMatch(changes::containsKey)) {
                attributes.addAll(values);
            }
        }
        attributes.removeIf(name -> {
            Component component = entity.mapping().component(name);
            return component == null || component.kind() == Component.Kind.KEY_ONLY;
        });
        return attributes.isEmpty() ? Expect.ANYTHING : Expect.unchanged(before, attributes.toArray(new String[0]));
    }

    /**
     * The write; a check alone if nothing differs.
     *
     * @param callers what of the condition is the caller's own
     */
    Action action(WriteContext context, Expect condition, Expect callers, int place) {
        Expression expression = new Expression();
        String text = Expectations.condition(condition, entity, expression, context.nowSeconds());
        if (changes.isEmpty()) {
            Write check = Write.check(context.nameOf(entity), key, text, expression);
            return new Action(check, place, entity, callers, null);
        }
        context.changed(entity, before.record(), stored, key, false, place);
        String update = UpdateText.of(entity, changes, Map.of(), expression);
        Write write = Write.update(context.nameOf(entity), key, update, text, expression);
        return new Action(write, place, entity, callers, null);
    }
}
