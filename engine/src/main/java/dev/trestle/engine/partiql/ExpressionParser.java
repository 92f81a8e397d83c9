package dev.trestle.engine.partiql;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.partiql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Parses expressions by recursive descent: OR binds weakest, then AND, NOT, comparisons, sums, products. */
final class ExpressionParser {
    private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "<", "<=", ">", ">=");
    private static final Set<String> SUMS = Set.of("+", "-", "||");
    private static final Set<String> PRODUCTS = Set.of("*", "/", "%");
    private static final int INDEX_DIGITS_MAX = 10;
    private static final int ARITHMETIC_MAX = 300;
    private static final String NO_CANDIDATES =
            "IN operator must have a left hand argument of type Variable Reference and right hand argument of type Seq"
                    + " with at least one member";

    private final TokenCursor cursor;
    private final ValueParser values;
    private int arithmetic;

    ExpressionParser(TokenCursor cursor) {
        this.cursor = cursor;
        this.values = new ValueParser(cursor);
    }

    Expr expression() {
        List<Expr> disjuncts = new ArrayList<>();
        do {
            List<Expr> conjuncts = new ArrayList<>();
            do {
                conjuncts.add(negation());
            } while (cursor.takeWord("AND"));
            disjuncts.add(joined(true, conjuncts));
        } while (cursor.takeWord("OR"));
        return joined(false, disjuncts);
    }

    private static Expr joined(boolean and, List<Expr> parts) {
        return parts.size() == 1 ? parts.get(0) : new Expr.Junction(and, parts);
    }

    private Expr negation() {
        boolean negated = false;
        boolean any = false;
        while (cursor.takeWord("NOT")) {
            negated = !negated;
            any = true;
        }
        Expr condition = predicate();
        if (any && !condition.isCondition()) {
            throw EngineException.validation("The argument to NOT must be an Expression");
        }
        return negated ? new Expr.Not(condition) : condition;
    }

    private Expr predicate() {
        Expr operand = sum();
        Token operator = cursor.next();
        if (operator.kind() == Kind.SYMBOL && COMPARISONS.contains(operator.text())) {
            cursor.take();
            String text = operator.text().equals("!=") ? "<>" : operator.text();
            return new Expr.Comparison(text, operand, sum());
        }
        if (cursor.takeWord("IS")) {
            return is(operand);
        }
        boolean negated = cursor.next().isWord("NOT");
        Token keyword = negated ? cursor.afterNext() : cursor.next();
        if (!keyword.isWord("BETWEEN") && !keyword.isWord("IN") && !keyword.isWord("LIKE")) {
            return operand;
        }
        cursor.takeWord("NOT");
        cursor.take();
        if (keyword.isWord("LIKE")) {
            throw EngineException.validation("Unsupported operator in Condition Expression. Operator: like");
        }
        Expr condition = keyword.isWord("IN") ? in(operand) : between(operand);
        return negated ? new Expr.Not(condition) : condition;
    }

    private Expr is(Expr operand) {
        boolean negated = cursor.takeWord("NOT");
        Token what = cursor.next();
        if (!what.isWord("MISSING") && !what.isWord("NULL")) {
            throw what.kind() == Kind.WORD
                    ? what.unsupportedHere("Unsupported data type in IS expression: " + what.text())
                    : cursor.unexpected();
        }
        cursor.take();
        if (!(operand instanceof Expr.Path)) {
            throw EngineException.validation("IS operator must have a left hand argument of type Variable Reference");
        }
        Expr condition = new Expr.Is(operand, what.isWord("MISSING"));
        return negated ? new Expr.Not(condition) : condition;
    }

    private Expr between(Expr operand) {
        Expr low = sum();
        cursor.expectWord("AND");
        return new Expr.Between(operand, low, sum());
    }

    private Expr in(Expr operand) {
        String close = cursor.next().isSymbol("[") ? "]" : ")";
        if (!(operand instanceof Expr.Path)
                || (!cursor.takeSymbol("[") && !cursor.takeSymbol("("))
                || cursor.next().isSymbol(close)) {
            throw EngineException.validation(NO_CANDIDATES);
        }
        List<Expr> candidates = new ArrayList<>();
        do {
            candidates.add(sum());
        } while (cursor.takeSymbol(","));
        cursor.expectSymbol(close);
        return new Expr.In(operand, candidates);
    }

    Expr sum() {
        Expr sum = product();
        while (isNext(SUMS)) {
            sum = new Expr.Arithmetic(operator(), sum, product());
        }
        return sum;
    }

    private Expr product() {
        Expr product = primary();
        while (isNext(PRODUCTS)) {
            product = new Expr.Arithmetic(operator(), product, primary());
        }
        return product;
    }

    /** A chain of operators becomes as deep a tree, so their number is bounded. */
    private String operator() {
        if (++arithmetic > ARITHMETIC_MAX) {
            throw EngineException.validation(
                    "The expression contains too many operators; operator count: " + arithmetic);
        }
        return cursor.take().text();
    }

    private boolean isNext(Set<String> operators) {
        return cursor.next().kind() == Kind.SYMBOL
                && operators.contains(cursor.next().text());
    }

    private Expr primary() {
        Token token = cursor.next();
        if (values.isNext()) {
            return new Expr.Constant(values.value());
        }
        if (token.isSymbol("(")) {
            return inParentheses();
        }
        if (token.isSymbol("-") || token.isSymbol("+")) {
            throw EngineException.validation(
                    "Incorrect number of operands for operator or function; operator or function: " + token.text()
                            + ", number of operands: 1");
        }
        if (cursor.takeWord("MISSING")) {
            return new Expr.Missing();
        }
        if (token.isWord("SELECT")) {
            throw token.unsupportedHere("Unsupported token in expression: SELECT");
        }
        boolean callable = cursor.atName() || token.isWord("SIZE") || token.isWord("EXISTS");
        if (token.kind() == Kind.WORD && callable && cursor.afterNext().isSymbol("(")) {
            return call();
        }
        return path();
    }

    private Expr inParentheses() {
        cursor.enter();
        cursor.expectSymbol("(");
        Expr inner = expression();
        cursor.expectSymbol(")");
        cursor.leave();
        return inner;
    }

    private Expr call() {
        String function = cursor.take().text().toLowerCase(Locale.ROOT);
        cursor.enter();
        cursor.expectSymbol("(");
        List<Expr> operands = new ArrayList<>();
        if (!cursor.next().isSymbol(")")) {
            do {
                operands.add(expression());
            } while (cursor.takeSymbol(","));
        }
        cursor.expectSymbol(")");
        cursor.leave();
        return new Expr.Call(function, operands);
    }

    Expr.Path path() {
        List<Expr.Step> steps = new ArrayList<>();
        steps.add(new Expr.Field(cursor.name()));
        while (true) {
            if (cursor.takeSymbol(".")) {
                steps.add(new Expr.Field(cursor.name()));
            } else if (cursor.takeSymbol("[")) {
                steps.add(step());
                cursor.expectSymbol("]");
            } else {
                return new Expr.Path(steps);
            }
        }
    }

    /** Between brackets: an index of a list, or a name as a string. */
    private Expr.Step step() {
        Token token = cursor.next();
        if (token.kind() == Kind.STRING && !token.text().isEmpty()) {
            return new Expr.Field(cursor.take().text());
        }
        if (token.kind() != Kind.NUMBER || !token.text().chars().allMatch(Character::isDigit)) {
            throw token.kind() == Kind.END ? cursor.unexpected() : token.unsupportedHere("Unexpected path component");
        }
        String digits = cursor.take().text();
        if (digits.length() > INDEX_DIGITS_MAX || Long.parseLong(digits) > Integer.MAX_VALUE) {
            throw EngineException.validation("List index is not within the allowable range; index: [" + digits + "]");
        }
        return new Expr.Element(Integer.parseInt(digits));
    }
}
