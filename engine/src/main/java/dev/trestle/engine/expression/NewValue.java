package dev.trestle.engine.expression;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Numbers;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.List;

/** The right-hand side of a SET with its placeholders resolved. */
@FunctionalInterface
interface NewValue {
    Value evaluate(AttributeSource oldItem);

    static NewValue constant(Value value) {
        return oldItem -> value;
    }

    static NewValue part(DocumentPath path) {
        return oldItem -> {
            Value value = path.find(oldItem);
            if (value == null) {
                throw EngineException.validation(
                        "The provided expression refers to an attribute that does not exist in the item");
            }
            return value;
        };
    }

    static NewValue arithmetic(boolean plus, NewValue left, NewValue right) {
        return oldItem -> {
            String a = number(left.evaluate(oldItem));
            String b = number(right.evaluate(oldItem));
            return new Value.N(plus ? Numbers.add(a, b) : Numbers.subtract(a, b));
        };
    }

    /** The service evaluates the other operand in any case: it must exist even if the path does. */
    static NewValue ifNotExists(DocumentPath path, NewValue other) {
        return oldItem -> {
            Value fallback = other.evaluate(oldItem);
            Value value = path.find(oldItem);
            return value == null ? fallback : value;
        };
    }

    static NewValue listAppend(NewValue first, NewValue second) {
        return oldItem -> {
            List<Value> start = list(first.evaluate(oldItem));
            List<Value> rest = list(second.evaluate(oldItem));
            List<Value> joined = new ArrayList<>(start.size() + rest.size());
            joined.addAll(start);
            joined.addAll(rest);
            return new Value.L(joined);
        };
    }

    private static String number(Value value) {
        if (value instanceof Value.N number) {
            return number.text();
        }
        throw incorrectType();
    }

    private static List<Value> list(Value value) {
        if (value instanceof Value.L list) {
            return list.elements();
        }
        throw incorrectType();
    }

    static EngineException incorrectType() {
        return EngineException.validation("An operand in the update expression has an incorrect data type");
    }
}
