package dev.trestle.engine.expression;

import dev.trestle.engine.expression.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Cuts an expression's text into tokens. Never fails: what no rule fits becomes a token of kind UNKNOWN. */
final class Lexer {
    private final String text;
    private int position;

    private Lexer(String text) {
        this.text = text;
    }

    /** The tokens, with one of kind END behind the last. */
    static List<Token> tokens(String text) {
        Lexer lexer = new Lexer(text);
        List<Token> tokens = new ArrayList<>(text.length() / 3 + 2);
        Token token;
        do {
            token = lexer.next();
            tokens.add(token);
        } while (token.kind() != Kind.END);
        return tokens;
    }

    /** Whether a text is one {@code #name} or {@code :value} placeholder, by its first character. */
    static boolean isPlaceholder(String text, char marker) {
        if (text.length() < 2 || text.charAt(0) != marker) {
            return false;
        }
        for (int i = 1; i < text.length(); i++) {
            if (!isWordPart(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private Token next() {
        while (position < text.length() && isSpace(text.charAt(position))) {
            position++;
        }
        if (position == text.length()) {
            return new Token(Kind.END, Token.END_TEXT, position, position);
        }
        char first = text.charAt(position);
        if (isLetter(first)) {
            String word = text.substring(position, wordEnd(position));
            return take(keyword(word), word.length());
        }
        if (first == '#' || first == ':') {
            int length = wordEnd(position + 1) - position;
            if (length > 1) {
                return take(first == '#' ? Kind.NAME_PLACEHOLDER : Kind.VALUE_PLACEHOLDER, length);
            }
            return take(Kind.UNKNOWN, 1);
        }
        if (isDigit(first)) {
            return take(Kind.INDEX, first == '0' ? 1 : digitsEnd(position) - position);
        }
        return symbol(first);
    }

    private Token symbol(char first) {
        char second = position + 1 < text.length() ? text.charAt(position + 1) : '\0';
        return switch (first) {
            case '=' -> take(Kind.EQUAL, 1);
            case '<' ->
                second == '='
                        ? take(Kind.LESS_OR_EQUAL, 2)
                        : second == '>' ? take(Kind.NOT_EQUAL, 2) : take(Kind.LESS, 1);
            case '>' -> second == '=' ? take(Kind.GREATER_OR_EQUAL, 2) : take(Kind.GREATER, 1);
            case '(' -> take(Kind.OPEN, 1);
            case ')' -> take(Kind.CLOSE, 1);
            case '[' -> take(Kind.OPEN_INDEX, 1);
            case ']' -> take(Kind.CLOSE_INDEX, 1);
            case '.' -> take(Kind.DOT, 1);
            case ',' -> take(Kind.COMMA, 1);
            case '+' -> take(Kind.PLUS, 1);
            case '-' -> take(Kind.MINUS, 1);
            default -> take(Kind.UNKNOWN, Character.charCount(text.codePointAt(position)));
        };
    }

    private Token take(Kind kind, int length) {
        int start = position;
        position += length;
        return new Token(kind, text.substring(start, position), start, position);
    }

    private static Kind keyword(String word) {
        if (word.length() > "BETWEEN".length()) {
            return Kind.NAME;
        }
        return switch (word.toUpperCase(Locale.ROOT)) {
            case "AND" -> Kind.AND;
            case "OR" -> Kind.OR;
            case "NOT" -> Kind.NOT;
            case "IN" -> Kind.IN;
            case "BETWEEN" -> Kind.BETWEEN;
            case "SET" -> Kind.SET;
            case "REMOVE" -> Kind.REMOVE;
            case "ADD" -> Kind.ADD;
            case "DELETE" -> Kind.DELETE;
            default -> Kind.NAME;
        };
    }

    private int wordEnd(int from) {
        int end = from;
        while (end < text.length() && isWordPart(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private int digitsEnd(int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWordPart(char c) {
        return isLetter(c) || isDigit(c) || c == '_';
    }
}
