package dev.trestle.engine.expression;

import dev.trestle.engine.expression.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Parses operands: paths, values and function calls, each perhaps in one pair of parentheses. */
final class OperandParser {
    private final TokenCursor cursor;

    OperandParser(TokenCursor cursor) {
        this.cursor = cursor;
    }

    Syntax.Operand operand() {
        if (cursor.next() != Kind.OPEN) {
            return bare();
        }
        cursor.open();
        boolean doubled = cursor.next() == Kind.OPEN;
        Syntax.Operand inner = operand();
        cursor.close();
        if (doubled) {
            throw cursor.redundantParentheses();
        }
        return inner;
    }

    /** An operand without parentheses around it. */
    Syntax.Operand bare() {
        if (cursor.next() == Kind.VALUE_PLACEHOLDER) {
            return new Syntax.Placeholder(cursor.take().text());
        }
        if (cursor.next() == Kind.NAME && cursor.afterNext() == Kind.OPEN) {
            String function = cursor.take().text();
            return new Syntax.Call(function, list());
        }
        return cursor.path();
    }

    /** One or more operands in parentheses. */
    List<Syntax.Operand> list() {
        cursor.open();
        List<Syntax.Operand> operands = new ArrayList<>(2);
        do {
            operands.add(operand());
        } while (cursor.takeIf(Kind.COMMA));
        cursor.close();
        return List.copyOf(operands);
    }
}
