package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Holds a transaction to what an item is, without writing it. */
record CheckOperation<T extends Record>(Entity<T> entity, Map<String, AttributeValue> key, Expect expect)
        implements Operation {
    @Override
    public List<Action> expand(WriteContext context, int place) {
        Expression expression = new Expression();
        String text = Expect.condition(expect, entity, expression, context.nowSeconds());
        return List.of(
                new Action(Action.check(context.nameOf(entity), key, text, expression), place, entity, expect, null));
    }
}
