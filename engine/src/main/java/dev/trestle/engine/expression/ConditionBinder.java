package dev.trestle.engine.expression;

import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns a parsed condition into one that can be tested.
 *
 * <p>A comparison with something that the item does not have is false, but for {@code <>}, which is then true.
 */
final class ConditionBinder {
    static final int CANDIDATES_MAX = 100;

    private final OperandBinder operands;

    ConditionBinder(OperandBinder operands) {
        this.operands = operands;
    }

    Condition bind(Syntax node) {
        if (node instanceof Syntax.Junction junction) {
            return junction(junction);
        }
        if (node instanceof Syntax.Not not) {
            Condition condition = bind(not.condition());
            return not.times() % 2 == 0 ? condition : item -> !condition.test(item);
        }
        if (node instanceof Syntax.Comparison comparison) {
            return comparison(comparison);
        }
        if (node instanceof Syntax.Between between) {
            return between(between);
        }
        if (node instanceof Syntax.In in) {
            return in(in);
        }
        if (node instanceof Syntax.Call call) {
            return new FunctionBinder(operands).bind(call);
        }
        throw new IllegalStateException("not a condition: " + node);
    }

    private Condition junction(Syntax.Junction junction) {
        List<Condition> bound = new ArrayList<>(junction.parts().size());
        for (Syntax part : junction.parts()) {
            bound.add(bind(part));
        }
        return joined(junction.and(), bound);
    }

    /** AND is decided by the first false, OR by the first true. */
    static Condition joined(boolean and, List<Condition> conditions) {
        Condition[] parts = conditions.toArray(new Condition[0]);
        boolean undecided = and;
        return item -> {
            for (Condition part : parts) {
                if (part.test(item) != undecided) {
                    return !undecided;
                }
            }
            return undecided;
        };
    }

    private Condition comparison(Syntax.Comparison comparison) {
        BoundOperand left = operands.operand(comparison.left());
        BoundOperand right = operands.operand(comparison.right());
        Syntax.Comparator comparator = comparison.comparator();
        operands.checkDistinct(comparator.symbol(), left, List.of(right));
        if (comparator.ordering()) {
            checkOrder(comparator.symbol(), List.of(left, right));
            return item -> {
                Value a = left.value(item);
                Value b = right.value(item);
                return a != null && b != null && Values.ordered(a, b) && comparator.accepts(Values.compare(a, b));
            };
        }
        boolean wanted = comparator == Syntax.Comparator.EQUAL;
        return item -> {
            Value a = left.value(item);
            boolean equal = a != null && a.equals(right.value(item));
            return equal == wanted;
        };
    }

    private void checkOrder(String operator, List<BoundOperand> compared) {
        for (BoundOperand operand : compared) {
            Value.Type type = operand.type();
            if (type != null && !Values.hasOrder(type)) {
                throw operands.incorrectType(operator, type.name());
            }
        }
    }

    private Condition between(Syntax.Between between) {
        BoundOperand operand = operands.operand(between.operand());
        BoundOperand low = operands.operand(between.low());
        BoundOperand high = operands.operand(between.high());
        operands.checkDistinct("BETWEEN", operand, List.of(low, high));
        checkOrder("BETWEEN", List.of(operand, low, high));
        if (low instanceof BoundOperand.Constant from && high instanceof BoundOperand.Constant to) {
            checkBounds(from.value(), to.value());
        }
        return item -> {
            Value value = operand.value(item);
            Value from = low.value(item);
            Value to = high.value(item);
            return value != null
                    && from != null
                    && to != null
                    && Values.ordered(value, from)
                    && Values.ordered(value, to)
                    && Values.compare(value, from) >= 0
                    && Values.compare(value, to) <= 0;
        };
    }

    private void checkBounds(Value low, Value high) {
        String problem = null;
        if (low.type() != high.type()) {
            problem = "same data type for lower and upper bounds";
        } else if (Values.compare(low, high) > 0) {
            problem = "upper bound to be greater than or equal to lower bound";
        }
        if (problem != null) {
            throw operands.kind()
                    .invalid("The BETWEEN operator requires " + problem
                            + "; lower bound operand: " + shown(low)
                            + ", upper bound operand: " + shown(high));
        }
    }

    /** A value that has an order, as the service's messages show it. */
    private static String shown(Value value) {
        Object content = value instanceof Value.S string
                ? string.value()
                : value instanceof Value.N number ? number.text() : ((Value.B) value).value();
        return "AttributeValue: {" + value.type() + ":" + content + "}";
    }

    private Condition in(Syntax.In in) {
        BoundOperand operand = operands.operand(in.operand());
        List<BoundOperand> bound = operands.operands(in.candidates());
        if (bound.size() > CANDIDATES_MAX) {
            throw operands.kind()
                    .invalid("The IN operator is provided with too many operands; number of operands: " + bound.size());
        }
        operands.checkDistinct("IN", operand, bound);
        return item -> {
            Value value = operand.value(item);
            if (value != null) {
                for (BoundOperand candidate : bound) {
                    if (value.equals(candidate.value(item))) {
                        return true;
                    }
                }
            }
            return false;
        };
    }
}
