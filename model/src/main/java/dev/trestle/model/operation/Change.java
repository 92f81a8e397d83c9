package dev.trestle.model.operation;

import dev.trestle.model.Bound;
import dev.trestle.model.Entity;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.mapping.Component;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A change of some attributes of one item, which has to be there.
 *
 * <pre>{@code
 * store.change(HEARTBEAT.of(userId)).set("lastHeartbeat", now).add("beats", 1).commit();
 * }</pre>
 *
 * <p>It is one request that reads nothing, unless a changed attribute is part of an index key, a unique value or a second item: then
 * the item is read, and all that depends on the attribute is written with it. For one thread, and for one commit.
 */
public final class Change<T extends Record> {
    private final Writes writes;
    private final Entity<T> entity;
    private final Map<String, AttributeValue> key;
    private final Map<String, @Nullable AttributeValue> values = new LinkedHashMap<>();
    private final Map<String, AttributeValue> amounts = new LinkedHashMap<>();
    private Expect expect = Expect.PRESENT;

    Change(Writes writes, Bound<T> bound) {
        this.writes = writes;
        this.entity = Transaction.entityOf(bound.pattern());
        this.key = WriteContext.keyOf(bound, writes.context().scoping(entity));
    }

    /** Gives an attribute a value; an entry of a prefixed map is named with its prefix, {@code md#colour}. */
    public Change<T> set(String attribute, Object value) {
        Component component = component(attribute);
        try {
            values.put(attribute, component.write(value));
        } catch (ClassCastException | IllegalArgumentException e) {
            throw new ModelException(
                    "an attribute cannot have such a value",
                    ModelException.facts(
                            "entity",
                            entity.name(),
                            "attribute",
                            attribute,
                            "is a",
                            component.typeName(),
                            "given",
                            value.getClass().getSimpleName()),
                    e);
        }
        return this;
    }

    /** Takes an attribute away. */
    public Change<T> remove(String attribute) {
        Component component = component(attribute);
        boolean entry = component.kind() == Component.Kind.PREFIXED;
        if (!entry && !component.nullable()) {
            throw problem("an attribute that every item has cannot be removed", attribute);
        }
        values.put(attribute, entry ? null : component.write(null));
        return this;
    }

    /** Adds to a number, which is 0 where there is none yet. */
    public Change<T> add(String attribute, long amount) {
        component(attribute);
        amounts.put(attribute, AttributeValue.fromN(Long.toString(amount)));
        return this;
    }

    /** Says what has to hold of the item, beyond that it is there. */
    public Change<T> expect(Expect expected) {
        expect = Expect.all(Expect.PRESENT, expected);
        return this;
    }

    /**
     * Carries it out.
     *
     * @throws WriteRefusedException if the item is not there, or not as expected
     */
    public void commit() {
        writes.run(List.of(operation()));
    }

    Operation operation() {
        if (values.isEmpty() && amounts.isEmpty()) {
            throw problem("a change changes nothing", "");
        }
        return new ChangeOperation<>(entity, key, values, amounts, expect);
    }

    private Component component(String attribute) {
        if (values.containsKey(attribute) || amounts.containsKey(attribute)) {
            throw problem("an attribute is changed twice", attribute);
        }
        Component own = entity.mapping().component(attribute);
        if (own != null && own.kind() != Component.Kind.PREFIXED) {
            if (own.kind() == Component.Kind.KEY_ONLY) {
                throw problem("a part of the key cannot be changed", attribute);
            }
            return own;
        }
        for (Component component : entity.attributes()) {
            if (component.kind() == Component.Kind.PREFIXED
                    && attribute.startsWith(component.attribute())
                    && attribute.length() > component.attribute().length()) {
                return component;
            }
        }
        throw problem("a change names an attribute that the entity has not", attribute);
    }

    private ModelException problem(String problem, String attribute) {
        return new ModelException(problem, ModelException.facts("entity", entity.name(), "attribute", attribute));
    }

    /** The item after the change. */
    static Map<String, AttributeValue> applied(
            Map<String, AttributeValue> item,
            Map<String, @Nullable AttributeValue> values,
            Map<String, AttributeValue> amounts) {
        Map<String, AttributeValue> changed = new LinkedHashMap<>(item);
        values.forEach((name, value) -> {
            if (value == null) {
                changed.remove(name);
            } else {
                changed.put(name, value);
            }
        });
        amounts.forEach((name, amount) -> {
            AttributeValue old = item.get(name);
            BigDecimal sum = new BigDecimal(amount.n()).add(old == null ? BigDecimal.ZERO : new BigDecimal(old.n()));
            changed.put(name, AttributeValue.fromN(sum.toPlainString()));
        });
        return changed;
    }
}
