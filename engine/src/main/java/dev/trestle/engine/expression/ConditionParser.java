package dev.trestle.engine.expression;

import dev.trestle.engine.expression.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parses conditions by recursive descent: OR binds weaker than AND, AND weaker than NOT.
 *
 * <p>An opening parenthesis may start a condition, {@code (a = b)}, or an operand, {@code (a) = b}. Which one shows only
 * behind the closing one, so a {@link Group} carries either until then.
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

    /** {@code inGroup}: directly behind an opening parenthesis, where a plain operand may be all there is. */
    private Group disjunction(boolean inGroup) {
        return junction(Kind.OR, inGroup);
    }

    private Group junction(Kind keyword, boolean inGroup) {
        Group first = keyword == Kind.OR ? junction(Kind.AND, inGroup) : negation(inGroup);
        if (cursor.next() != keyword) {
            return first;
        }
        List<Syntax> parts = new ArrayList<>();
        parts.add(first.content);
        while (cursor.takeIf(keyword)) {
            parts.add((keyword == Kind.OR ? junction(Kind.AND, false) : negation(false)).content);
        }
        return new Group(new Syntax.Junction(keyword == Kind.AND, List.copyOf(parts)), 0);
    }

    private Group negation(boolean inGroup) {
        int times = 0;
        while (cursor.takeIf(Kind.NOT)) {
            times++;
        }
        if (times == 0) {
            return primary(inGroup);
        }
        return new Group(new Syntax.Not(times, primary(false).content), 0);
    }

    private Group primary(boolean inGroup) {
        Group first = cursor.next() == Kind.OPEN ? group() : new Group(operands.bare(), 0);
        if (first.content instanceof Syntax.Operand operand) {
            Syntax compared = comparison(operand, first.pairs);
            if (compared != null) {
                return new Group(compared, 0);
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

    private Group group() {
        cursor.open();
        Group inner = disjunction(true);
        cursor.close();
        return new Group(inner.content, inner.pairs + 1);
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
