package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Index;
import dev.trestle.model.Table;
import dev.trestle.model.error.ModelException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Changes attributes of one item; see {@link Change}. */
record ChangeOperation<T extends Record>(
        Entity<T> entity,
        Map<String, AttributeValue> key,
        Map<String, @Nullable AttributeValue> values,
        Map<String, AttributeValue> amounts,
        Expect expect)
        implements Operation {
    @Override
    public List<Action> expand(WriteContext context, int place) {
        Set<String> touched = new HashSet<>(values.keySet());
        touched.addAll(amounts.keySet());
        if (entity.keys().stream().anyMatch(shape -> meets(shape.attributes(), touched))) {
            throw new ModelException(
                    "a change cannot give an item another key: delete it and create the other in one transaction",
                    ModelException.facts("entity", entity.name(), "attributes", touched));
        }
        if (needsItem(touched)) {
            Stored<T> before = context.expecting(entity, key, expect, place);
            T after = entity.toRecord(Change.applied(before.item(), values, amounts), context.scoping(entity));
            return new Difference<>(context, entity, before, after)
                    .actions(Expect.all(expect, Expect.unchanged(before)), expect, place);
        }
        Expression expression = new Expression();
        String condition = Expect.condition(expect, entity, expression, context.nowSeconds());
        String update = UpdateText.of(values, amounts, expression);
        return List.of(new Action(
                Action.update(context.nameOf(entity), key, update, condition, expression),
                place,
                entity,
                expect,
                null));
    }

    /** Whether something else in the store depends on what is changed. */
    private boolean needsItem(Set<String> touched) {
        return !entity.twins().isEmpty()
                || entity.version() != null
                || entity.uniques().stream()
                        .flatMap(unique -> unique.fields().stream())
                        .map(name -> Objects.requireNonNull(entity.mapping().field(name)))
                        .anyMatch(field -> meets(field.attributes(), touched))
                || entity.indexKeys().stream().anyMatch(shape -> isWritten(shape) && meets(shape.attributes(), touched));
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
}
