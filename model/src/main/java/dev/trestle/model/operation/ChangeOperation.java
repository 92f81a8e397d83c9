package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Index;
import dev.trestle.model.Scoping;
import dev.trestle.model.Table;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.mapping.Component;
import dev.trestle.model.mapping.Field;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Changes attributes of one item; see {@link Change}. */
final class ChangeOperation<T extends Record> implements Operation {
    private static final AttributeValue ONE = AttributeValue.createN("1");

    private final Entity<T> entity;
    private final Map<String, AttributeValue> key;
    private final Map<String, @Nullable AttributeValue> values;
    private final Map<String, AttributeValue> amounts;
    private final Expect expect;
    private final boolean needsItem;
    private @Nullable T stored;

    ChangeOperation(
            Entity<T> entity,
            Map<String, AttributeValue> key,
            Map<String, @Nullable AttributeValue> values,
            Map<String, AttributeValue> amounts,
            Expect expect) {
        this.entity = entity;
        this.key = key;
        this.values = values;
        this.amounts = amounts;
        this.expect = expect;
        Set<String> touched = new HashSet<>(values.keySet());
        touched.addAll(amounts.keySet());
        for (EntityKey shape : entity.keys()) {
            if (meets(shape.attributes(), touched)) {
                throw new ModelException(
                        "a change cannot give an item another key: delete it and create the other in one transaction",
                        ModelException.facts("entity", entity.name(), "attributes", touched));
            }
        }
        this.needsItem = needsItem(touched);
    }

    @Override
    public Action expand(WriteContext context, int place) {
        if (needsItem) {
            Scoping scoping = context.scoping(entity);
            Stored<T> before = context.expecting(entity, key, expect, place);
            T after = entity.toRecord(applied(before.item()), scoping);
            Difference<T> difference = new Difference<>(entity, before, after, scoping);
            stored = difference.stored();
            return difference.action(context, Expectations.both(expect, Expectations.asRead(before)), expect, place);
        }
        Map<String, AttributeValue> sums = new HashMap<>(amounts);
        if (entity.version() != null) {
            sums.put(entity.version(), ONE);
        }
        Expression expression = new Expression();
        String condition = Expectations.condition(expect, entity, expression, context.nowSeconds());
        String update = UpdateText.of(entity, values, sums, expression);
        Write write = Write.update(context.nameOf(entity), key, update, condition, expression);
        return new Action(write, place, entity, expect, null);
    }

    @Override
    public boolean goesByItsOwnRead() {
        return needsItem;
    }

    /**
     * The record as it is stored now.
     *
     * @param item the item, if it was not read before it was changed
     */
    T stored(Map<String, AttributeValue> item, Scoping scoping) {
        return needsItem ? Objects.requireNonNull(stored) : entity.toRecord(item, scoping);
    }

    /** Whether something else in the store depends on what is changed. */
    private boolean needsItem(Set<String> touched) {
        if (!entity.twins().isEmpty()) {
            return true;
        }
        for (EntityKey shape : entity.indexKeys()) {
            if (isWritten(shape) && meets(shape.attributes(), touched)) {
                return true;
            }
        }
        for (Component component : entity.attributes()) {
            String toldBy = component.toldBy();
            if (toldBy != null && (touched.contains(toldBy) || touched.contains(component.attribute()))) {
                return true;
            }
        }
        return entity.uniques().stream()
                .flatMap(unique -> unique.fields().stream())
                .map(name -> Objects.requireNonNull(entity.mapping().field(name)))
                .map(Field::attributes)
                .anyMatch(attributes -> meets(attributes, touched));
    }

    /** Whether an index has key attributes of its own, which no one but the model keeps right. */
    private boolean isWritten(EntityKey shape) {
        Index index = Objects.requireNonNull(shape.index());
        String sort = index.sort();
        return isOurs(index.partition()) || sort != null && isOurs(sort);
    }

    private boolean isOurs(String attribute) {
        Table table = entity.table();
        return entity.mapping().component(attribute) == null
                && !attribute.equals(table.partition())
                && !attribute.equals(table.sort());
    }

    private static boolean meets(Set<String> some, Set<String> others) {
        return some.stream().anyMatch(others::contains);
    }

    /** The item after the change. */
    private Map<String, AttributeValue> applied(Map<String, AttributeValue> item) {
        Map<String, AttributeValue> changed = new HashMap<>(item);
        values.forEach((name, value) -> {
            if (value == null) {
                changed.remove(name);
            } else {
                changed.put(name, value);
            }
        });
        amounts.forEach((name, amount) -> {
            AttributeValue old = item.get(name);
            if (old != null && old.n() == null) {
                throw new UnreadableItemException(
                        "a stored attribute is not a number",
                        entity.name(),
                        name,
                        old.type().name());
            }
            BigDecimal before = old == null ? BigDecimal.ZERO : new BigDecimal(old.n());
            changed.put(
                    name,
                    AttributeValue.createN(
                            before.add(new BigDecimal(amount.n())).toPlainString()));
        });
        return changed;
    }
}
