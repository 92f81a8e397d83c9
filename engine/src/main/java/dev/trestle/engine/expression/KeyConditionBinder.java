package dev.trestle.engine.expression;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns a parsed condition into the terms of a key condition: comparisons of different top-level attributes with
 * constants, joined by AND.
 */
final class KeyConditionBinder {
    private final OperandBinder operands;
    private final List<KeyCondition.Term> terms = new ArrayList<>(2);

    private KeyConditionBinder(OperandBinder operands) {
        this.operands = operands;
    }

    /**
     * The tree must have been bound as a condition before, which finds the mistakes that are mistakes in any
     * condition.
     */
    static KeyCondition bind(Syntax tree, OperandBinder operands) {
        KeyConditionBinder binder = new KeyConditionBinder(operands);
        binder.visit(tree);
        return new KeyCondition(List.copyOf(binder.terms));
    }

    private void visit(Syntax node) {
        if (node instanceof Syntax.Junction junction) {
            if (!junction.and()) {
                throw invalidOperator("OR");
            }
            for (Syntax part : junction.parts()) {
                visit(part);
            }
        } else if (node instanceof Syntax.Not) {
            throw invalidOperator("NOT");
        } else if (node instanceof Syntax.In) {
            throw invalidOperator("IN");
        } else if (node instanceof Syntax.Comparison comparison) {
            comparison(comparison);
        } else if (node instanceof Syntax.Between between) {
            List<Syntax.Operand> all = List.of(between.operand(), between.low(), between.high());
            checkFlat(all);
            checkPathFirst("BETWEEN", between.operand());
            add(KeyCondition.Operator.BETWEEN, all);
        } else if (node instanceof Syntax.Call call) {
            if (!call.function().equals(Function.BEGINS_WITH.text())) {
                throw invalidOperator(call.function());
            }
            checkFlat(call.operands());
            checkPathFirst(call.function(), call.operands().get(0));
            add(KeyCondition.Operator.BEGINS_WITH, call.operands());
        } else {
            throw new IllegalStateException("not a condition: " + node);
        }
    }

    private void comparison(Syntax.Comparison comparison) {
        // ":v < a" says the same as "a > :v".
        boolean pathFirst = comparison.left() instanceof Syntax.Path;
        KeyCondition.Operator operator = switch (comparison.comparator()) {
            case EQUAL -> KeyCondition.Operator.EQUAL;
            case LESS -> pathFirst ? KeyCondition.Operator.LESS : KeyCondition.Operator.GREATER;
            case LESS_OR_EQUAL ->
                pathFirst ? KeyCondition.Operator.LESS_OR_EQUAL : KeyCondition.Operator.GREATER_OR_EQUAL;
            case GREATER -> pathFirst ? KeyCondition.Operator.GREATER : KeyCondition.Operator.LESS;
            case GREATER_OR_EQUAL ->
                pathFirst ? KeyCondition.Operator.GREATER_OR_EQUAL : KeyCondition.Operator.LESS_OR_EQUAL;
            case NOT_EQUAL -> throw invalidOperator("<>");
        };
        List<Syntax.Operand> all = List.of(comparison.left(), comparison.right());
        checkFlat(all);
        add(operator, all);
    }

    private static void checkFlat(List<Syntax.Operand> all) {
        for (Syntax.Operand operand : all) {
            if (operand instanceof Syntax.Call) {
                throw EngineException.validation("KeyConditionExpressions cannot contain nested operations");
            }
        }
    }

    private static void checkPathFirst(String operator, Syntax.Operand first) {
        if (!(first instanceof Syntax.Path)) {
            throw invalidCondition(operator + " operator must have the key attribute as its first operand");
        }
    }

    private void add(KeyCondition.Operator operator, List<Syntax.Operand> all) {
        List<Value> values = new ArrayList<>(2);
        DocumentPath path = null;
        for (Syntax.Operand operand : all) {
            if (operand instanceof Syntax.Placeholder placeholder) {
                values.add(operands.value(placeholder));
            } else if (path != null) {
                throw invalidCondition("Multiple attribute names used in one condition");
            } else {
                path = operands.path((Syntax.Path) operand);
            }
        }
        if (path == null) {
            throw invalidCondition("No key attribute specified");
        }
        if (!path.isTopLevel()) {
            throw EngineException.validation("KeyConditionExpressions cannot have conditions on nested attributes");
        }
        String attribute = path.attribute();
        if (terms.stream().anyMatch(term -> term.attribute().equals(attribute))) {
            throw EngineException.validation("KeyConditionExpressions must only contain one condition per key");
        }
        terms.add(new KeyCondition.Term(attribute, operator, List.copyOf(values)));
    }

    /** Refuses paths into a key attribute. */
    static void checkTopLevel(DocumentPath path) {
        if (!path.isTopLevel()) {
            throw EngineException.validation(
                    "Key attributes must be scalars; list random access '[]' and map lookup '.' are"
                            + " not allowed: Key: "
                            + path.attribute());
        }
    }

    private static EngineException invalidOperator(String operator) {
        return EngineException.validation("Invalid operator used in KeyConditionExpression: " + operator);
    }

    private static EngineException invalidCondition(String problem) {
        return EngineException.validation("Invalid condition in KeyConditionExpression: " + problem);
    }
}
