package dev.trestle.engine.expression;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.expression.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** The place in a row of tokens that a parser has come to, and what all expressions' grammars share: document paths. */
final class TokenCursor {
    /**
     * How deep parentheses and calls may nest. In a condition each level, but for one pair of parentheses around an
     * operand, costs one of its 300 operators; in an update the size of its text is the tighter bound. What nests
     * deeper is invalid in any case and refused before it can exhaust the stack.
     */
    private static final int CONDITION_DEPTH_MAX = ParsedExpression.OPERATORS_MAX + 5;

    private static final int UPDATE_DEPTH_MAX = 500;

    private final ExpressionKind kind;
    private final String text;
    private final List<Token> tokens;
    private int position;
    private final int depthMax;
    private int depth;

    TokenCursor(ExpressionKind kind, String text) {
        this.kind = kind;
        this.text = text;
        this.tokens = Lexer.tokens(text);
        this.depthMax = kind.grammar() == ExpressionKind.Grammar.UPDATE ? UPDATE_DEPTH_MAX : CONDITION_DEPTH_MAX;
    }

    Kind next() {
        return tokens.get(position).kind();
    }

    Kind afterNext() {
        return tokens.get(Math.min(position + 1, tokens.size() - 1)).kind();
    }

    Token take() {
        Token token = tokens.get(position);
        if (token.kind() != Kind.END) {
            position++;
        }
        return token;
    }

    boolean takeIf(Kind expected) {
        if (next() != expected) {
            return false;
        }
        take();
        return true;
    }

    Token expect(Kind expected) {
        if (next() != expected) {
            throw syntaxError();
        }
        return take();
    }

    /** Takes an opening parenthesis; {@link #close} takes the one that belongs to it. */
    void open() {
        expect(Kind.OPEN);
        if (++depth > depthMax) {
            throw next() == Kind.OPEN ? redundantParentheses() : ParsedExpression.tooManyOperators(kind);
        }
    }

    void close() {
        expect(Kind.CLOSE);
        depth--;
    }

    Syntax.Path path() {
        List<Syntax.Step> steps = new ArrayList<>(2);
        steps.add(name());
        while (true) {
            if (takeIf(Kind.DOT)) {
                steps.add(name());
            } else if (takeIf(Kind.OPEN_INDEX)) {
                steps.add(new Syntax.Index(expect(Kind.INDEX).text()));
                expect(Kind.CLOSE_INDEX);
            } else {
                return new Syntax.Path(List.copyOf(steps));
            }
        }
    }

    private Syntax.Name name() {
        if (next() != Kind.NAME && next() != Kind.NAME_PLACEHOLDER) {
            throw syntaxError();
        }
        return new Syntax.Name(take().text());
    }

    /** The error at the next token, shown with its neighbours. */
    EngineException syntaxError() {
        Token token = tokens.get(position);
        int from = position == 0 ? 0 : tokens.get(position - 1).start();
        Token following = tokens.get(Math.min(position + 1, tokens.size() - 1));
        String near = text.substring(from, following.end());
        return kind.invalid("Syntax error; token: \"" + token.text() + "\", near: \"" + near + "\"");
    }

    EngineException redundantParentheses() {
        return kind.invalid("The expression has redundant parentheses;");
    }
}
