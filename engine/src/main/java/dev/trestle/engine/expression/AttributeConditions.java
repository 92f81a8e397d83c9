package dev.trestle.engine.expression;

import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Conditions on whole attributes, for requests that state them without an expression's text. They are bound as parsed ones are, so
 * that both mean the same. The values must be canonical, and of types that the operator takes.
 */
public final class AttributeConditions {
    private static final Syntax.Path ATTRIBUTE = new Syntax.Path(List.of(new Syntax.Name("#attribute")));

    private AttributeConditions() {}

    public static Condition exists(String attribute) {
        return call(Function.ATTRIBUTE_EXISTS, attribute, List.of());
    }

    public static Condition notExists(String attribute) {
        return call(Function.ATTRIBUTE_NOT_EXISTS, attribute, List.of());
    }

    public static Condition equal(String attribute, Value value) {
        return comparison(Syntax.Comparator.EQUAL, attribute, value);
    }

    /** As {@code <>}, true of an item without the attribute. */
    public static Condition notEqual(String attribute, Value value) {
        return comparison(Syntax.Comparator.NOT_EQUAL, attribute, value);
    }

    /** A comparison as a key condition may have it. */
    public static Condition of(KeyCondition.Term term) {
        String attribute = term.attribute();
        Value first = term.operands().get(0);
        return switch (term.operator()) {
            case EQUAL -> equal(attribute, first);
            case LESS -> comparison(Syntax.Comparator.LESS, attribute, first);
            case LESS_OR_EQUAL -> comparison(Syntax.Comparator.LESS_OR_EQUAL, attribute, first);
            case GREATER -> comparison(Syntax.Comparator.GREATER, attribute, first);
            case GREATER_OR_EQUAL -> comparison(Syntax.Comparator.GREATER_OR_EQUAL, attribute, first);
            case BEGINS_WITH -> call(Function.BEGINS_WITH, attribute, term.operands());
            case NOT_INDEXABLE -> throw new IllegalArgumentException("a term without a meaning of its own: " + term);
            case BETWEEN -> {
                Binding binding = new Binding(attribute, term.operands());
                yield binding.bind(new Syntax.Between(ATTRIBUTE, binding.operands.get(0), binding.operands.get(1)));
            }
        };
    }

    /** Unlike an expression, it takes any number of candidates. */
    public static Condition in(String attribute, List<Value> candidates) {
        List<Condition> parts = new ArrayList<>();
        for (int from = 0; from < candidates.size(); from += ConditionBinder.CANDIDATES_MAX) {
            int to = Math.min(candidates.size(), from + ConditionBinder.CANDIDATES_MAX);
            Binding binding = new Binding(attribute, candidates.subList(from, to));
            parts.add(binding.bind(new Syntax.In(ATTRIBUTE, binding.operands)));
        }
        return parts.size() == 1 ? parts.get(0) : any(parts);
    }

    public static Condition contains(String attribute, Value value) {
        return call(Function.CONTAINS, attribute, List.of(value));
    }

    public static Condition all(List<Condition> parts) {
        return ConditionBinder.joined(true, parts);
    }

    public static Condition any(List<Condition> parts) {
        return ConditionBinder.joined(false, parts);
    }

    /** The order of two values of the same type, which is S, N or B. */
    public static int order(Value first, Value second) {
        return Values.compare(first, second);
    }

    private static Condition comparison(Syntax.Comparator comparator, String attribute, Value value) {
        Binding binding = new Binding(attribute, List.of(value));
        return binding.bind(new Syntax.Comparison(comparator, ATTRIBUTE, binding.operands.get(0)));
    }

    private static Condition call(Function function, String attribute, List<Value> values) {
        Binding binding = new Binding(attribute, values);
        List<Syntax.Operand> operands = new ArrayList<>();
        operands.add(ATTRIBUTE);
        operands.addAll(binding.operands);
        return binding.bind(new Syntax.Call(function.text(), operands));
    }

    /** The attribute and the values behind the placeholders of one small tree. */
    private static final class Binding {
        final List<Syntax.Operand> operands = new ArrayList<>();
        private final OperandBinder binder;

        Binding(String attribute, List<Value> values) {
            Map<String, Value> byName = new HashMap<>();
            for (Value value : values) {
                String name = ":" + byName.size();
                byName.put(name, value);
                operands.add(new Syntax.Placeholder(name));
            }
            binder = new OperandBinder(
                    ExpressionKind.CONDITION, new Placeholders(Map.of("#attribute", attribute), byName));
        }

        Condition bind(Syntax tree) {
            return new ConditionBinder(binder).bind(tree);
        }
    }
}
