package dev.trestle.engine.partiql;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Numbers;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the SET and REMOVE clauses of an UPDATE as an UpdateExpression. */
final class UpdateText {
    private static final Set<String> FUNCTIONS = Set.of(
            "list_append",
            "if_not_exists",
            // Those of conditions, which the evaluator of updates refuses by name.
            "attribute_exists",
            "attribute_not_exists",
            "attribute_type",
            "begins_with",
            "contains",
            "size");

    private final ExpressionText text;
    private final Map<String, List<String>> sections = new LinkedHashMap<>();

    UpdateText(ExpressionText text) {
        this.text = text;
    }

    String update(Statement.Update update) {
        for (Statement.Assignment assignment : update.assignments()) {
            assign(assignment.target(), assignment.value());
        }
        for (Expr.Path path : update.removed()) {
            add("REMOVE", text.path(path));
        }
        List<String> written = new ArrayList<>();
        sections.forEach((keyword, actions) -> written.add(keyword + " " + String.join(", ", actions)));
        return String.join(" ", written);
    }

    private void add(String section, String action) {
        sections.computeIfAbsent(section, keyword -> new ArrayList<>()).add(action);
    }

    private void assign(Expr.Path target, Expr value) {
        if (value instanceof Expr.Call call && call.function().equals("set_add")) {
            add("ADD", text.path(target) + " " + setOperand(target, call));
        } else if (value instanceof Expr.Call call && call.function().equals("set_delete")) {
            add("DELETE", text.path(target) + " " + setOperand(target, call));
        } else {
            add("SET", text.path(target) + " = " + newValue(value));
        }
    }

    private String setOperand(Expr.Path target, Expr.Call call) {
        String function = call.function().toUpperCase(Locale.ROOT);
        if (call.operands().size() != 2) {
            throw EngineException.validation(
                    "Incorrect number of operands for operator or function; operator or function: " + call.function()
                            + ", number of operands: " + call.operands().size());
        }
        if (!call.operands().get(0).equals(target)) {
            throw EngineException.validation("The first argument to " + function + " must equal the assignment value");
        }
        Value set = call.operands().get(1) instanceof Expr.Constant constant ? constant.value() : null;
        if (!(set instanceof Value.SS) && !(set instanceof Value.NS) && !(set instanceof Value.BS)) {
            throw EngineException.validation("The second argument to " + function + " must be a value with type SET");
        }
        return text.value(set);
    }

    private String newValue(Expr expr) {
        if (expr instanceof Expr.Arithmetic arithmetic) {
            Sum sum = new Sum();
            sum.add(arithmetic, true);
            return sum.write();
        }
        return operand(expr);
    }

    private String operand(Expr expr) {
        if (expr instanceof Expr.Path path) {
            return text.path(path);
        }
        if (expr instanceof Expr.Constant constant) {
            return text.value(constant.value());
        }
        if (expr instanceof Expr.Call call && FUNCTIONS.contains(call.function())) {
            List<String> operands = call.operands().stream().map(this::operand).toList();
            if (operands.isEmpty()) {
                throw EngineException.validation(
                        "Incorrect number of operands for operator or function; operator or function: "
                                + call.function() + ", number of operands: 0");
            }
            return call.function() + "(" + String.join(", ", operands) + ")";
        }
        if (expr instanceof Expr.Call call) {
            throw EngineException.validation("Unrecognized function: " + call.function());
        }
        if (expr instanceof Expr.Missing) {
            throw EngineException.validation("MISSING must be compared using IS operator");
        }
        if (expr instanceof Expr.Arithmetic arithmetic) {
            throw EngineException.validation(
                    "Unsupported operator in Update Expression. Operator: " + arithmetic.operator());
        }
        throw EngineException.validation("The value that SET assigns cannot be a condition");
    }

    /**
     * A chain of sums and differences. UpdateExpressions have one operator per SET: the chain's numbers are added up beforehand, and
     * what is left must be two operands at most.
     */
    private final class Sum {
        private final List<String> added = new ArrayList<>();
        private final List<String> subtracted = new ArrayList<>();
        private @Nullable String number;

        void add(Expr expr, boolean plus) {
            if (expr instanceof Expr.Arithmetic arithmetic) {
                boolean sum = arithmetic.operator().equals("+");
                if (!sum && !arithmetic.operator().equals("-")) {
                    operand(arithmetic);
                }
                add(arithmetic.left(), plus);
                add(arithmetic.right(), sum == plus);
            } else if (expr instanceof Expr.Constant constant) {
                String known = number == null ? "0" : number;
                String operand = number(constant.value(), plus);
                number = plus ? Numbers.add(known, operand) : Numbers.subtract(known, operand);
            } else {
                (plus ? added : subtracted).add(operand(expr));
            }
        }

        private static String number(Value value, boolean plus) {
            if (value instanceof Value.N number) {
                return number.text();
            }
            throw EngineException.validation("Incorrect operand type for operator or function; operator or function: "
                    + (plus ? "+" : "-") + ", operand type: " + value.type());
        }

        String write() {
            int operands = added.size() + subtracted.size();
            if (operands == 0) {
                return text.value(new Value.N(number == null ? "0" : number));
            }
            if (operands > 2 || (operands == 2 && (number != null || added.isEmpty()))) {
                throw EngineException.validation(
                        "Unsupported arithmetic in Update Expression: a sum may have two attributes, or one attribute and"
                                + " numbers. Compute the rest beforehand and pass it as a parameter");
            }
            String constant = operands == 2 ? "" : text.value(new Value.N(number == null ? "0" : number));
            if (subtracted.isEmpty()) {
                return added.get(0) + " + " + (operands == 2 ? added.get(1) : constant);
            }
            return (operands == 2 ? added.get(0) : constant) + " - " + subtracted.get(0);
        }
    }
}
