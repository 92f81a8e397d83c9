package dev.trestle.engine.expression;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Collects changes of whole attributes, at most one for each, into an update, for requests that state them without an expression's
 * text. The values must be canonical.
 */
public final class AttributeUpdates {
    private final PathTree tree = new PathTree(ExpressionKind.UPDATE);
    private final List<BoundUpdate.Action> actions = new ArrayList<>();
    private boolean takesAwayOnly = true;

    public void put(String attribute, Value value) {
        takesAwayOnly = false;
        change(attribute, source -> new Change.Put(value));
    }

    public void remove(String attribute) {
        change(attribute, source -> new Change.Remove());
    }

    /** Adds to a number or set, or appends to a list, which an expression's ADD cannot do. */
    public void add(String attribute, Value operand) {
        takesAwayOnly = false;
        change(attribute, source -> {
            Value present = source.attribute(attribute);
            return present == null
                    ? new Change.Put(operand)
                    : sameType(present, operand, (a, b) -> new Change.Put(sum(a, b)));
        });
    }

    /** Takes elements out of a set. */
    public void delete(String attribute, Value operand) {
        change(attribute, source -> {
            Value present = source.attribute(attribute);
            return present == null ? new Change.Keep() : sameType(present, operand, SetArithmetic::delete);
        });
    }

    /** An update that only takes away makes no item where there is none; one without any change does. */
    public Update build() {
        return new BoundUpdate(tree, List.copyOf(actions), !takesAwayOnly || actions.isEmpty());
    }

    private void change(String attribute, java.util.function.Function<AttributeSource, Change> change) {
        DocumentPath target = new DocumentPath(attribute, List.of());
        tree.add(target, actions.size());
        actions.add(new BoundUpdate.Action(target, change));
    }

    private static Change sameType(Value present, Value operand, BiFunction<Value, Value, Change> change) {
        if (present.type() != operand.type()) {
            throw EngineException.validation("Type mismatch for attribute to update");
        }
        return change.apply(present, operand);
    }

    private static Value sum(Value present, Value operand) {
        if (present instanceof Value.L start && operand instanceof Value.L rest) {
            return NewValue.listAppend(NewValue.constant(start), NewValue.constant(rest))
                    .evaluate(name -> null);
        }
        return SetArithmetic.add(present, operand);
    }
}
