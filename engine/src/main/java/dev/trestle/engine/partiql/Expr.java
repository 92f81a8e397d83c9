package dev.trestle.engine.partiql;

import dev.trestle.engine.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression of a statement, its parameters put in. Immutable. */
sealed interface Expr {

    /** A part of an item, such as {@code a.b[0]}; the first step is a name. */
    record Path(List<Step> steps) implements Expr {
        String attribute() {
            return ((Field) steps.get(0)).name();
        }

        boolean isTopLevel() {
            return steps.size() == 1;
        }

        /** The value it leads to from its attribute's; null if there is none. */
        @Nullable
        Value find(@Nullable Value attribute) {
            Value value = attribute;
            for (int i = 1; i < steps.size() && value != null; i++) {
                value = steps.get(i).into(value);
            }
            return value;
        }
    }

    /** A step into a map or into a list. */
    sealed interface Step {
        @Nullable
        Value into(Value value);
    }

    record Field(String name) implements Step {
        @Override
        public @Nullable Value into(Value value) {
            return value instanceof Value.M map ? map.entries().get(name) : null;
        }
    }

    record Element(int index) implements Step {
        @Override
        public @Nullable Value into(Value value) {
            return value instanceof Value.L list && index < list.elements().size()
                    ? list.elements().get(index)
                    : null;
        }
    }

    /** A literal or a parameter: canonical. */
    record Constant(Value value) implements Expr {}

    /** A function's call, its name in lower case; the function need not exist. */
    record Call(String function, List<Expr> operands) implements Expr {}

    /** {@code + - * / % ||}: only the first two exist in DynamoDB. */
    record Arithmetic(String operator, Expr left, Expr right) implements Expr {}

    /** {@code = <> < <= > >=}. */
    record Comparison(String operator, Expr left, Expr right) implements Expr {}

    record Between(Expr operand, Expr low, Expr high) implements Expr {}

    record In(Expr operand, List<Expr> candidates) implements Expr {}

    /** {@code IS MISSING}, or {@code IS NULL} if not {@code missing}. */
    record Is(Expr operand, boolean missing) implements Expr {}

    record Not(Expr condition) implements Expr {}

    /** Two or more conditions joined by AND, or by OR. */
    record Junction(boolean and, List<Expr> parts) implements Expr {}

    /** The word MISSING where a value should be. */
    record Missing() implements Expr {}

    default boolean isCondition() {
        return this instanceof Comparison
                || this instanceof Between
                || this instanceof In
                || this instanceof Is
                || this instanceof Not
                || this instanceof Junction
                || (this instanceof Call call && !call.function().equals("size"));
    }
}
