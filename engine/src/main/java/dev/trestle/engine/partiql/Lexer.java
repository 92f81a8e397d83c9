package dev.trestle.engine.partiql;

import dev.trestle.engine.partiql.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Cuts a statement into tokens; comments and space are left out. */
final class Lexer {
    private static final List<String> SYMBOLS = List.of(
            "<<", ">>", "<>", "<=", ">=", "!=", "||", "=", "<", ">", "(", ")", "[", "]", "{", "}", ",", ".", ":", "*",
            "+", "-", "/", "%", ";");

    private final String text;
    private int position;
    private int line = 1;
    private int lineStart;

    private Lexer(String text) {
        this.text = text;
    }

    /** The tokens, with one of kind END behind the last. */
    static List<Token> tokens(String text) {
        Lexer lexer = new Lexer(text);
        List<Token> tokens = new ArrayList<>(text.length() / 4 + 2);
        Token token;
        do {
            token = lexer.next();
            tokens.add(token);
        } while (token.kind() != Kind.END);
        return tokens;
    }

    private Token next() {
        skipSpace();
        if (position == text.length()) {
            return token(Kind.END, "", 0);
        }
        char first = text.charAt(position);
        if (isWordStart(first)) {
            int end = position;
            while (end < text.length() && isWordPart(text.charAt(end))) {
                end++;
            }
            return take(Kind.WORD, end);
        }
        if (isDigit(first) || (first == '.' && isDigit(at(position + 1)))) {
            return number();
        }
        if (first == '\'' || first == '"') {
            return quoted(first);
        }
        if (first == '?') {
            return take(Kind.PARAMETER, position + 1);
        }
        for (String symbol : SYMBOLS) {
            if (text.startsWith(symbol, position)) {
                return take(Kind.SYMBOL, position + symbol.length());
            }
        }
        throw token(Kind.SYMBOL, "", 1).malformedHere("Invalid character");
    }

    private Token number() {
        int end = digitsEnd(position);
        if (at(end) == '.') {
            end = digitsEnd(end + 1);
        }
        if (at(end) == 'e' || at(end) == 'E') {
            int digits = at(end + 1) == '+' || at(end + 1) == '-' ? end + 2 : end + 1;
            if (isDigit(at(digits))) {
                end = digitsEnd(digits);
            }
        }
        if (isWordPart(at(end))) {
            throw token(Kind.NUMBER, "", end + 1 - position).malformedHere("Invalid number");
        }
        return take(Kind.NUMBER, end);
    }

    /** Between two equal quotes, of which each inside is doubled. */
    private Token quoted(char quote) {
        StringBuilder content = new StringBuilder();
        int at = position + 1;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == quote && at(at + 1) != quote) {
                Token token = token(quote == '"' ? Kind.QUOTED : Kind.STRING, content.toString(), at + 1 - position);
                advance(at + 1);
                return token;
            }
            content.append(c);
            at += c == quote ? 2 : 1;
        }
        throw token(Kind.STRING, "", text.length() - position).malformedHere("Unclosed quotation mark");
    }

    private void skipSpace() {
        while (position < text.length()) {
            if (Character.isWhitespace(text.charAt(position))) {
                advance(position + 1);
            } else if (text.startsWith("--", position)) {
                int end = text.indexOf('\n', position);
                advance(end < 0 ? text.length() : end);
            } else if (text.startsWith("/*", position)) {
                int end = text.indexOf("*/", position + 2);
                if (end < 0) {
                    throw token(Kind.SYMBOL, "", text.length() - position).malformedHere("Unclosed comment");
                }
                advance(end + 2);
            } else {
                return;
            }
        }
    }

    private void advance(int to) {
        for (; position < to; position++) {
            if (text.charAt(position) == '\n') {
                line++;
                lineStart = position + 1;
            }
        }
    }

    private Token take(Kind kind, int end) {
        Token token = token(kind, text.substring(position, end), end - position);
        position = end;
        return token;
    }

    private Token token(Kind kind, String content, int length) {
        return new Token(kind, content, line, position - lineStart + 1, length);
    }

    private char at(int index) {
        return index < text.length() ? text.charAt(index) : '\0';
    }

    private int digitsEnd(int from) {
        int end = from;
        while (isDigit(at(end))) {
            end++;
        }
        return end;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWordStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
    }

    private static boolean isWordPart(char c) {
        return isWordStart(c) || isDigit(c);
    }
}
