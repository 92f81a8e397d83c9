package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Puts a record, with its guards and second items. */
record PutOperation<T extends Record>(Entity<T> entity, T record, Expect expect) implements Operation {
    @Override
    public List<Action> expand(WriteContext context, int place) {
        Scoping scoping = context.scoping(entity);
        Map<String, AttributeValue> item = entity.toItem(record, scoping);
        Versions.raise(entity, record, item);
        boolean alone = entity.uniques().isEmpty() && entity.twins().isEmpty();
        if (alone) {
            return List.of(put(context, item, expect, expect, place));
        }
        Map<String, AttributeValue> key = entity.keyOf(record, scoping);
        // What is there decides which guards and second items are to be given up; the condition holds it to that.
        Stored<T> before = expect instanceof Expect.Absent ? null : context.stored(entity, key);
        Expect asRead = before == null ? Expect.ABSENT : Expect.unchanged(before);
        List<Action> actions = new ArrayList<>();
        Expect both = expect instanceof Expect.Any ? asRead : Expect.all(expect, asRead);
        actions.add(put(context, item, both, expect, place));
        T old = before == null ? null : before.record();
        new Guards(context).change(entity, old, record, key, place, actions);
        new Twins(context).change(entity, old, record, place, actions);
        return actions;
    }

    private Action put(
            WriteContext context, Map<String, AttributeValue> item, Expect condition, Expect callers, int place) {
        Expression expression = new Expression();
        String text = Expect.condition(condition, entity, expression, context.nowSeconds());
        return new Action(Action.put(context.nameOf(entity), item, text, expression), place, entity, callers, null);
    }
}
