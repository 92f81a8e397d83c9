package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.error.ModelException;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Holds a transaction to what an item is, without writing it. */
record CheckOperation<T extends Record>(Entity<T> entity, Map<String, AttributeValue> key, Expect expect)
        implements Operation {
    @Override
    public Action expand(WriteContext context, int place) {
        Expression expression = new Expression();
        String condition = Expectations.condition(expect, entity, expression, context.nowSeconds());
        if (condition.isEmpty()) {
            throw new ModelException("a check expects nothing", ModelException.facts("entity", entity.name()));
        }
        Write check = Write.check(context.nameOf(entity), key, condition, expression);
        return new Action(check, place, entity, expect, null);
    }
}
