package dev.trestle.engine.expression;

import dev.trestle.engine.expression.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parses conditions by recursive descent: OR binds weaker than AND, AND weaker than NOT.
 *
 * <p>An opening parenthesis may start a condition, {@code (a = b)}, or an operand, {@code (a) = b}. Which one shows
 * only behind the closing one, so a {@link Group} carries either until then.
 */
final class ConditionParser {
    private final TokenCursor cursor;
    private final OperandParser operands;

    private ConditionParser(TokenCursor cursor) {
        this.cursor = cursor;
        this.operands = new OperandParser(cursor);
    }

    static Syntax parse(TokenCursor cursor) {
        Group whole = new ConditionParser(cursor).disjunction(false);
        if (cursor.next() != Kind.END) {
            throw cursor.syntaxError();
        }
        return whole.content;
    }

    /** What was parsed and how many pairs of parentheses stand around it. */
    private record Group(Syntax content, int pairs) {
        /** A path or a value: no condition unless something is compared with it. */
        boolean isPlainOperand() {
            return content instanceof Syntax.Path || content instanceof Syntax.Placeholder;
        }
    }

    /**
     * Conditions joined by OR, of conditions joined by AND. Two methods make up one level of nesting, so that the
     * deepest expression fits a small stack.
     *
     * @param inGroup directly behind an opening parenthesis, where a plain operand may be all there is
     */
    private Group disjunction(boolean inGroup) {
        Group first = negation(inGroup);
        if (cursor.next() != Kind.AND && cursor.next() != Kind.OR) {
            return first;
        }
        List<Syntax> disjuncts = new ArrayList<>();
        List<Syntax> conjuncts = new ArrayList<>();
        conjuncts.add(first.content);
        while (cursor.next() == Kind.AND || cursor.next() == Kind.OR) {
            if (cursor.take().kind() == Kind.OR) {
                disjuncts.add(joined(true, conjuncts));
                conjuncts.clear();
            }
            conjuncts.add(negation(false).content);
        }
        disjuncts.add(joined(true, conjuncts));
        return new Group(joined(false, disjuncts), 0);
    }

    private static Syntax joined(boolean and, List<Syntax> parts) {
        return parts.size() == 1 ? parts.get(0) : new Syntax.Junction(and, List.copyOf(parts));
    }

    private Group negation(boolean inGroup) {
        int times = 0;
        while (cursor.takeIf(Kind.NOT)) {
            times++;
        }
        Group first;
        if (cursor.next() == Kind.OPEN) {
            cursor.open();
            Group inner = disjunction(true);
            cursor.close();
            first = new Group(inner.content, inner.pairs + 1);
        } else {
            first = new Group(operands.bare(), 0);
        }
        Group condition = compared(first, inGroup && times == 0);
        return times == 0 ? condition : new Group(new Syntax.Not(times, condition.content), 0);
    }

    /** Completes the comparison that a group may be the first operand of. */
    private Group compared(Group first, boolean inGroup) {
        if (first.content instanceof Syntax.Operand operand) {
            Syntax comparison = comparison(operand, first.pairs);
            if (comparison != null) {
                return new Group(comparison, 0);
            }
            if (first.isPlainOperand() && !(inGroup && cursor.next() == Kind.CLOSE)) {
                throw cursor.syntaxError();
            }
        }
        if (first.pairs > 1 && !first.isPlainOperand()) {
            throw cursor.redundantParentheses();
        }
        return first;
    }

    /** The comparison whose first operand has just been parsed; null if none follows. */
    private @Nullable Syntax comparison(Syntax.Operand first, int pairs) {
        Syntax.Comparator comparator = comparator(cursor.next());
        if (comparator == null && cursor.next() != Kind.BETWEEN && cursor.next() != Kind.IN) {
            return null;
        }
        if (pairs > 1) {
            throw cursor.redundantParentheses();
        }
        Kind keyword = cursor.take().kind();
        if (comparator != null) {
            return new Syntax.Comparison(comparator, first, operands.operand());
        }
        if (keyword == Kind.IN) {
            return new Syntax.In(first, operands.list());
        }
        Syntax.Operand low = operands.operand();
        cursor.expect(Kind.AND);
        return new Syntax.Between(first, low, operands.operand());
    }

    private static Syntax.@Nullable Comparator comparator(Kind kind) {
        return switch (kind) {
            case EQUAL -> Syntax.Comparator.EQUAL;
            case NOT_EQUAL -> Syntax.Comparator.NOT_EQUAL;
            case LESS -> Syntax.Comparator.LESS;
            case LESS_OR_EQUAL -> Syntax.Comparator.LESS_OR_EQUAL;
            case GREATER -> Syntax.Comparator.GREATER;
            case GREATER_OR_EQUAL -> Syntax.Comparator.GREATER_OR_EQUAL;
            default -> null;
        };
    }
}
