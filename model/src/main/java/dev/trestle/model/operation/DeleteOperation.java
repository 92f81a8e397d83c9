package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Deletes a record by its key, with its guards and further items. */
record DeleteOperation<T extends Record>(Entity<T> entity, Map<String, AttributeValue> key, Expect expect)
        implements Operation {
    @Override
    public Action expand(WriteContext context, int place) {
        if (!entity.hasCompany()) {
            return delete(context, expect, place);
        }
        Stored<T> before = context.stored(entity, key);
        if (before != null) {
            context.changed(entity, before.record(), null, key, false, place);
        }
        return delete(context, Expectations.both(expect, Expectations.asRead(before)), place);
    }

    private Action delete(WriteContext context, Expect condition, int place) {
        Expression expression = new Expression();
        String text = Expectations.condition(condition, entity, expression, context.nowSeconds());
        return new Action(Write.delete(context.nameOf(entity), key, text, expression), place, entity, expect, null);
    }
}
