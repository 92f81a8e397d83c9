package dev.trestle.engine.partiql;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.partiql.Token.Kind;
import dev.trestle.engine.value.Value;
import java.util.List;

/** Walks through the tokens of a statement, gives each {@code ?} its value, and bounds how deep the parsers nest. */
final class TokenCursor {
    private static final int DEPTH_MAX = 128;
    private static final Value NO_PARAMETER = new Value.Null(true);

    private final List<Token> tokens;
    private final List<Value> parameters;
    private int position;
    private int parametersTaken;
    private int depth;

    TokenCursor(List<Token> tokens, List<Value> parameters) {
        this.tokens = tokens;
        this.parameters = parameters;
    }

    Token next() {
        return tokens.get(position);
    }

    Token afterNext() {
        return tokens.get(Math.min(position + 1, tokens.size() - 1));
    }

    Token take() {
        Token token = next();
        position = Math.min(position + 1, tokens.size() - 1);
        return token;
    }

    boolean takeWord(String keyword) {
        boolean found = next().isWord(keyword);
        if (found) {
            take();
        }
        return found;
    }

    void expectWord(String keyword) {
        if (!takeWord(keyword)) {
            throw unexpected();
        }
    }

    boolean takeSymbol(String symbol) {
        boolean found = next().isSymbol(symbol);
        if (found) {
            take();
        }
        return found;
    }

    void expectSymbol(String symbol) {
        if (!takeSymbol(symbol)) {
            throw unexpected();
        }
    }

    /** Whether a name is next: in quotes, or a word that is no keyword. */
    boolean atName() {
        Token token = next();
        return token.kind() == Kind.QUOTED || (token.kind() == Kind.WORD && !Keywords.contains(token.text()));
    }

    String name() {
        if (!atName()) {
            throw unexpected();
        }
        String name = take().text();
        if (name.isEmpty()) {
            throw EngineException.validation("Path component cannot be an empty string");
        }
        return name;
    }

    /** The value of the {@code ?} that is next. A missing one is found when the statement has been read. */
    Value parameter() {
        take();
        int number = parametersTaken++;
        return number < parameters.size() ? parameters.get(number) : NO_PARAMETER;
    }

    void expectEnd() {
        takeSymbol(";");
        if (next().kind() != Kind.END) {
            throw unexpected();
        }
    }

    void checkParameters() {
        if (parametersTaken != parameters.size()) {
            throw EngineException.validation("Number of parameters in request and statement don't match.");
        }
    }

    /** To be followed by {@link #leave} when what was entered has been read. */
    void enter() {
        if (++depth > DEPTH_MAX) {
            throw next().malformedHere("Nesting is deeper than " + DEPTH_MAX + " levels");
        }
    }

    void leave() {
        depth--;
    }

    EngineException unexpected() {
        Token token = next();
        if (token.kind() == Kind.END) {
            return token.malformedHere("Unexpected end of statement");
        }
        if (token.kind() == Kind.WORD && Keywords.contains(token.text())) {
            return Token.malformed("Unexpected keyword");
        }
        return token.malformedHere("Unexpected token");
    }
}
