package dev.trestle.model.operation;

import dev.trestle.model.Bound;
import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.mapping.Component;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A change of some attributes of one item, which has to be there.
 *
 * <pre>{@code
 * Session session = store.change(HEARTBEAT.of(userId)).set("lastHeartbeat", now).add("beats", 1).commit();
 * }</pre>
 *
 * <p>It is one request that reads nothing, unless a changed attribute is part of an index key, a unique value or a second item: then
 * the item is read, and all that depends on the attribute is written with it. For one thread, and for one commit.
 */
public final class Change<T extends Record> {
    private final Writes writes;
    private final Entity<T> entity;
    private final Scoping scoping;
    private final Map<String, AttributeValue> key;
    private final Map<String, @Nullable AttributeValue> values = new LinkedHashMap<>();
    private final Map<String, AttributeValue> amounts = new LinkedHashMap<>();
    private Expect expect = Expect.PRESENT;

    Change(Writes writes, Bound<T> bound) {
        this.writes = writes;
        this.entity = Transaction.entityOf(bound.pattern());
        this.scoping = writes.scoping(entity);
        this.key = WriteContext.keyOf(bound, scoping);
    }

    /** Gives an attribute a value; an entry of a prefixed map is named with its prefix, {@code md#colour}. */
    public Change<T> set(String attribute, Object value) {
        Component component = component(attribute);
        try {
            values.put(attribute, component.writeChecked(value));
        } catch (IllegalArgumentException e) {
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

    /** Adds to a number, which is 0 where there is none yet. If an answer is lost and the SDK sends the request again, it may add twice. */
    public Change<T> add(String attribute, long amount) {
        Component component = component(attribute);
        if (!component.typeName().startsWith("Number")) {
            throw problem("only a number can be added to", attribute);
        }
        amounts.put(attribute, AttributeValue.createN(Long.toString(amount)));
        return this;
    }

    /** Says what has to hold of the item, beyond that it is there. */
    public Change<T> expect(Expect expected) {
        expect = Expectations.both(expect, expected);
        return this;
    }

    /**
     * Carries it out.
     *
     * @return the record as it is stored now
     * @throws WriteRefusedException if the item is not there, or not as expected
     */
    public T commit() {
        ChangeOperation<T> operation = operation();
        return operation.stored(writes.run(List.of(operation)), scoping);
    }

    /**
     * Commits it, if the item is there and as expected.
     *
     * @return the record as it is stored now; empty if the item is not so, and nothing was changed
     */
    public Optional<T> tryCommit() {
        try {
            return Optional.of(commit());
        } catch (WriteRefusedException e) {
            if (e.failure().cause() == Cause.REJECTED) {
                throw e;
            }
            return Optional.empty();
        }
    }

    ChangeOperation<T> operation() {
        if (values.isEmpty() && amounts.isEmpty()) {
            throw problem("a change changes nothing", "");
        }
        return new ChangeOperation<>(entity, key, values, amounts, expect);
    }

    private Component component(String attribute) {
        if (values.containsKey(attribute) || amounts.containsKey(attribute)) {
            throw problem("an attribute is changed twice", attribute);
        }
        if (attribute.equals(entity.version())) {
            throw problem("a version is counted by the store alone", attribute);
        }
        Component component = entity.mapping().owner(attribute);
        if (component == null) {
            throw problem("a change names an attribute that the entity has not", attribute);
        }
        if (component.kind() == Component.Kind.KEY_ONLY) {
            throw problem("a part of the key cannot be changed", attribute);
        }
        return component;
    }

    private ModelException problem(String problem, String attribute) {
        return new ModelException(problem, ModelException.facts("entity", entity.name(), "attribute", attribute));
    }
}
