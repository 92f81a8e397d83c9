package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Puts a record, with its guards and further items. */
final class PutOperation<T extends Record> implements Operation {
    private final Entity<T> entity;
    private final T record;
    private final Expect expect;
    private final Map<String, AttributeValue> carried;
    private @Nullable T stored;

    PutOperation(Entity<T> entity, T record, Expect expect) {
        this(entity, record, expect, Map.of());
    }

    /** {@code carried} are attributes that the model does not know. */
    PutOperation(Entity<T> entity, T record, Expect expect, Map<String, AttributeValue> carried) {
        this.entity = entity;
        this.record = record;
        this.expect = Versions.expected(entity, record, expect);
        this.carried = carried;
    }

    @Override
    public Action expand(WriteContext context, int place) {
        Scoping scoping = context.scoping(entity);
        Map<String, AttributeValue> item = entity.toItem(record, scoping);
        if (!carried.isEmpty()) {
            item = new HashMap<>(item);
            carried.forEach(item::putIfAbsent);
        }
        T next = Versions.raised(entity, record, item, scoping);
        stored = next;
        if (!entity.hasCompany()) {
            return put(context, item, expect, place);
        }
        Map<String, AttributeValue> key = entity.keyOf(record, scoping);
        // What is there decides which guards and further items are given up; the condition holds it to that. Where
        // nothing may be
        // there, an item that has expired can be all the same.
        boolean none = expect instanceof Expect.Absent && entity.table().expiry() == null;
        Stored<T> before = none ? null : context.stored(entity, key);
        context.changed(entity, before == null ? null : before.record(), next, key, true, place);
        return put(context, item, Expectations.both(expect, Expectations.asRead(before)), place);
    }

    private Action put(WriteContext context, Map<String, AttributeValue> item, Expect condition, int place) {
        if (condition instanceof Expect.Any) {
            Write plain = Write.put(context.nameOf(entity), item, "", Expression.NONE);
            return new Action(plain, place, entity, expect, null);
        }
        Expression expression = new Expression();
        String text = Expectations.condition(condition, entity, expression, context.nowSeconds());
        return new Action(Write.put(context.nameOf(entity), item, text, expression), place, entity, expect, null);
    }

    /** The record as it was written last. */
    T stored() {
        return Objects.requireNonNull(stored);
    }
}
