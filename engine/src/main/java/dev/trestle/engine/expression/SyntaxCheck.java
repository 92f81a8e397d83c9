package dev.trestle.engine.expression;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the mistakes that show in the tree alone, whatever the placeholders stand for: reserved words, list indexes out
 * of range, functions that do not exist or are out of place, sections given twice. In the order of the text, a function
 * before its operands. Counts the operators on its way.
 */
final class SyntaxCheck {
    private static final int INDEX_DIGITS_MAX = 10;

    private final ExpressionKind kind;
    private int operators;

    private SyntaxCheck(ExpressionKind kind) {
        this.kind = kind;
    }

    /** How many operators and functions a tree has. Throws at the first mistake. */
    static int operators(ExpressionKind kind, Syntax tree) {
        SyntaxCheck check = new SyntaxCheck(kind);
        if (tree instanceof Syntax.PathList list) {
            list.paths().forEach(check::path);
        } else if (tree instanceof Syntax.Sections update) {
            check.sections(update.sections());
        } else {
            check.condition(tree);
        }
        return check.operators;
    }

    private void condition(Syntax node) {
        if (node instanceof Syntax.Junction junction) {
            operators += junction.parts().size() - 1;
            for (Syntax part : junction.parts()) {
                condition(part);
            }
        } else if (node instanceof Syntax.Not not) {
            operators += not.times();
            condition(not.condition());
        } else if (node instanceof Syntax.Comparison comparison) {
            operators++;
            operand(comparison.left());
            operand(comparison.right());
        } else if (node instanceof Syntax.Between between) {
            operators++;
            operand(between.operand());
            operand(between.low());
            operand(between.high());
        } else if (node instanceof Syntax.In in) {
            operators++;
            operand(in.operand());
            operands(in.candidates());
        } else if (node instanceof Syntax.Call call) {
            call(call, Function.Place.CONDITION);
        } else {
            throw new IllegalStateException("not a condition: " + node);
        }
    }

    private void operand(Syntax.Operand operand) {
        if (operand instanceof Syntax.Path path) {
            path(path);
        } else if (operand instanceof Syntax.Call call) {
            call(call, Function.Place.OPERAND);
        }
    }

    private void call(Syntax.Call call, Function.Place place) {
        operators++;
        Function function = Function.named(call.function());
        if (function == null) {
            throw kind.invalid("Invalid function name; function: " + call.function());
        }
        boolean inUpdate = kind == ExpressionKind.UPDATE;
        if (function.inUpdate() != inUpdate) {
            throw kind.invalid("The function is not allowed in "
                    + (inUpdate ? "an update" : "a condition")
                    + " expression; function: "
                    + call.function());
        }
        if (!function.allowedAs(place)) {
            throw kind.invalid(
                    "The function is not allowed to be used this way in an expression; function: " + call.function());
        }
        operands(call.operands());
    }

    private void operands(List<Syntax.Operand> operands) {
        for (Syntax.Operand operand : operands) {
            operand(operand);
        }
    }

    private void path(Syntax.Path path) {
        for (Syntax.Step step : path.steps()) {
            if (step instanceof Syntax.Name name) {
                if (ReservedWords.contains(name.text())) {
                    throw kind.invalid("Attribute name is a reserved keyword; reserved keyword: " + name.text());
                }
            } else if (step instanceof Syntax.Index index && !isInRange(index.digits())) {
                throw kind.invalid("List index is not within the allowable range; index: [" + index.digits() + "]");
            }
        }
    }

    private static boolean isInRange(String digits) {
        return digits.length() <= INDEX_DIGITS_MAX && Long.parseLong(digits) <= Integer.MAX_VALUE;
    }

    private void sections(List<Syntax.Section> sections) {
        for (Syntax.Section section : sections) {
            for (Syntax.Action action : section.actions()) {
                path(action.target());
                action.operands().forEach(this::newValue);
            }
        }
        Set<Syntax.Keyword> seen = EnumSet.noneOf(Syntax.Keyword.class);
        for (Syntax.Section section : sections) {
            if (!seen.add(section.keyword())) {
                throw kind.invalid(
                        "The \"" + section.keyword() + "\" section can only be used once in an update expression;");
            }
        }
    }

    private void newValue(Syntax.Operand value) {
        if (value instanceof Syntax.Arithmetic arithmetic) {
            operators++;
            operand(arithmetic.left());
            operand(arithmetic.right());
        } else if (value instanceof Syntax.Call call) {
            call(call, Function.Place.NEW_VALUE);
        } else {
            operand(value);
        }
    }
}
