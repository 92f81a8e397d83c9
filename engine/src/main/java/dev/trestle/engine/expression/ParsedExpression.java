package dev.trestle.engine.expression;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Utf8;

/** A syntactically valid expression: its tree and how many operators and functions it has. Immutable. */
record ParsedExpression(Syntax tree, int operators) {
    static final int BYTES_MAX = 4096;
    static final int OPERATORS_MAX = 300;

    private static final ParseCache CACHE = new ParseCache();

    /** The tree of a text, from the cache if it was parsed before. */
    static ParsedExpression of(ExpressionKind kind, String text) {
        ParsedExpression known = CACHE.get(kind.grammar(), text);
        if (known != null) {
            return known;
        }
        ParsedExpression parsed = parse(kind, text);
        CACHE.put(kind.grammar(), text, parsed);
        return parsed;
    }

    static ParsedExpression parse(ExpressionKind kind, String text) {
        if (text.isEmpty()) {
            throw kind.invalid("The expression can not be empty;");
        }
        int bytes = Utf8.length(text);
        if (bytes > BYTES_MAX) {
            throw kind.invalid("Expression size has exceeded the maximum allowed size; expression size: " + bytes);
        }
        TokenCursor cursor = new TokenCursor(kind, text);
        Syntax tree = switch (kind.grammar()) {
            case CONDITION -> ConditionParser.parse(cursor);
            case PROJECTION -> UpdateParser.parsePaths(cursor);
            case UPDATE -> UpdateParser.parseUpdate(cursor);
        };
        return new ParsedExpression(tree, SyntaxCheck.operators(kind, tree));
    }

    /** To be called when everything is bound: the service reports other mistakes first. */
    void checkOperators(ExpressionKind kind) {
        if (operators > OPERATORS_MAX) {
            throw tooManyOperators(kind);
        }
    }

    /** The service stops counting at the first operator too many. */
    static EngineException tooManyOperators(ExpressionKind kind) {
        return kind.invalid("The expression contains too many operators; operator count: " + (OPERATORS_MAX + 1));
    }
}
