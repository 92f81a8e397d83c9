package dev.trestle.engine.partiql;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes conditions of a WHERE clause as a ConditionExpression, FilterExpression or KeyConditionExpression. */
final class ConditionText {
    private static final Set<String> FUNCTIONS =
            Set.of("attribute_exists", "attribute_not_exists", "attribute_type", "begins_with", "contains", "size");
    private static final Value NULL = new Value.Null(true);

    private final ExpressionText text;

    ConditionText(ExpressionText text) {
        this.text = text;
    }

    /** All of the conditions; null if there are none. */
    @Nullable
    String all(List<Expr> conjuncts) {
        return conjuncts.isEmpty() ? null : condition(Where.joined(conjuncts));
    }

    String condition(Expr expr) {
        if (expr instanceof Expr.Junction junction) {
            return junction(junction);
        }
        if (expr instanceof Expr.Not not) {
            String inner = condition(not.condition());
            return "NOT " + (not.condition() instanceof Expr.Junction ? "(" + inner + ")" : inner);
        }
        if (expr instanceof Expr.Comparison comparison) {
            return operand(comparison.left()) + " " + comparison.operator() + " " + operand(comparison.right());
        }
        if (expr instanceof Expr.Between between) {
            return operand(between.operand()) + " BETWEEN " + operand(between.low()) + " AND "
                    + operand(between.high());
        }
        if (expr instanceof Expr.In in) {
            List<String> candidates =
                    in.candidates().stream().map(this::operand).toList();
            return operand(in.operand()) + " IN (" + String.join(", ", candidates) + ")";
        }
        if (expr instanceof Expr.Is is) {
            return is.missing()
                    ? "attribute_not_exists(" + operand(is.operand()) + ")"
                    : operand(is.operand()) + " = " + text.value(NULL);
        }
        if (expr instanceof Expr.Call call && !call.function().equals("size")) {
            return call(call);
        }
        throw EngineException.validation("The arguments to AND/OR must be Expressions");
    }

    private String junction(Expr.Junction junction) {
        List<String> parts = new ArrayList<>();
        for (Expr part : junction.parts()) {
            String inner = condition(part);
            // AND binds stronger, so only an OR inside it needs parentheses.
            boolean weaker = junction.and() && part instanceof Expr.Junction nested && !nested.and();
            parts.add(weaker ? "(" + inner + ")" : inner);
        }
        return String.join(junction.and() ? " AND " : " OR ", parts);
    }

    private String operand(Expr expr) {
        if (expr instanceof Expr.Path path) {
            return text.path(path);
        }
        if (expr instanceof Expr.Constant constant) {
            return text.value(constant.value());
        }
        if (expr instanceof Expr.Call call) {
            return call(call);
        }
        if (expr instanceof Expr.Missing) {
            throw EngineException.validation("MISSING must be compared using IS operator");
        }
        if (expr instanceof Expr.Arithmetic arithmetic) {
            throw EngineException.validation(
                    "Unsupported operator in Condition Expression. Operator: " + arithmetic.operator());
        }
        throw EngineException.validation("A condition cannot be an operand of another operator or function");
    }

    private String call(Expr.Call call) {
        if (!FUNCTIONS.contains(call.function())) {
            throw EngineException.validation("Unrecognized function: " + call.function());
        }
        List<String> operands = call.operands().stream().map(this::operand).toList();
        if (operands.isEmpty()) {
            throw EngineException.validation(
                    "Incorrect number of operands for operator or function; operator or function: " + call.function()
                            + ", number of operands: 0");
        }
        return call.function() + "(" + String.join(", ", operands) + ")";
    }
}
