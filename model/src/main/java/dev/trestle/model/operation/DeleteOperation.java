package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Deletes a record by its key, with its guards and second items. */
record DeleteOperation<T extends Record>(Entity<T> entity, Map<String, AttributeValue> key, Expect expect)
        implements Operation {
    @Override
    public List<Action> expand(WriteContext context, int place) {
        boolean alone = entity.uniques().isEmpty() && entity.twins().isEmpty();
        Stored<T> before = alone ? null : context.stored(entity, key);
        if (before == null) {
            return List.of(delete(context, expect, place));
        }
        List<Action> actions = new ArrayList<>();
        Expect asRead = Expect.unchanged(before);
        actions.add(delete(context, expect instanceof Expect.Any ? asRead : Expect.all(expect, asRead), place));
        new Guards(context).change(entity, before.record(), null, key, place, actions);
        new Twins(context).change(entity, before.record(), null, place, actions);
        return actions;
    }

    private Action delete(WriteContext context, Expect condition, int place) {
        Expression expression = new Expression();
        String text = Expect.condition(condition, entity, expression, context.nowSeconds());
        return new Action(Action.delete(context.nameOf(entity), key, text, expression), place, entity, expect, null);
    }
}
