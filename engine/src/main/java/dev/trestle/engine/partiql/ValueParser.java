package dev.trestle.engine.partiql;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.partiql.Token.Kind;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parses literals: strings, numbers, booleans, NULL, lists, maps and sets, with parameters inside. */
final class ValueParser {
    private static final String IN_BAG =
            "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags";
    private static final String ROOT = "root";

    private final TokenCursor cursor;

    ValueParser(TokenCursor cursor) {
        this.cursor = cursor;
    }

    /** Whether a literal or parameter is next. A sign belongs to a number only directly before it. */
    boolean isNext() {
        Token token = cursor.next();
        return switch (token.kind()) {
            case STRING, NUMBER, PARAMETER -> true;
            case WORD -> token.isWord("TRUE") || token.isWord("FALSE") || token.isWord("NULL");
            case SYMBOL -> token.isSymbol("[") || token.isSymbol("{") || token.isSymbol("<<") || isSignedNumber();
            case QUOTED, END -> false;
        };
    }

    private boolean isSignedNumber() {
        Token token = cursor.next();
        return (token.isSymbol("-") || token.isSymbol("+"))
                && cursor.afterNext().kind() == Kind.NUMBER;
    }

    Value value() {
        return Canonical.value(raw(ROOT));
    }

    /** The item of an INSERT. */
    Map<String, Value> item() {
        Token start = cursor.next();
        if (!start.isSymbol("{")) {
            throw start.unsupportedHere("Unsupported format in item expression. Please use struct format {...} to"
                    + " express item values for insert statement.");
        }
        return Canonical.item(entries(""));
    }

    private Value raw(String parent) {
        Token token = cursor.next();
        if (!isNext()) {
            throw token.kind() == Kind.END
                    ? cursor.unexpected()
                    : token.unsupportedHere("Unsupported data type: " + token.text() + " under key " + parent);
        }
        if (token.kind() == Kind.PARAMETER) {
            return cursor.parameter();
        }
        if (token.isSymbol("{")) {
            return new Value.M(entries(parent));
        }
        if (token.isSymbol("[")) {
            return list(parent);
        }
        if (token.isSymbol("<<")) {
            return bag();
        }
        if (token.kind() == Kind.WORD) {
            cursor.take();
            return token.isWord("NULL") ? new Value.Null(true) : new Value.Bool(token.isWord("TRUE"));
        }
        return scalar();
    }

    private Value scalar() {
        boolean negative = cursor.takeSymbol("-");
        cursor.takeSymbol("+");
        Token token = cursor.take();
        return token.kind() == Kind.STRING
                ? new Value.S(token.text())
                : new Value.N(negative ? "-" + token.text() : token.text());
    }

    private Value list(String parent) {
        cursor.enter();
        cursor.expectSymbol("[");
        List<Value> elements = new ArrayList<>();
        while (!cursor.takeSymbol("]")) {
            if (!elements.isEmpty()) {
                cursor.expectSymbol(",");
            }
            elements.add(raw(parent));
        }
        cursor.leave();
        return new Value.L(elements);
    }

    /** {@code parent} is empty for the item itself, of which the messages speak as the root. */
    private Map<String, Value> entries(String parent) {
        cursor.enter();
        cursor.expectSymbol("{");
        Map<String, Value> entries = new LinkedHashMap<>();
        while (!cursor.takeSymbol("}")) {
            if (!entries.isEmpty()) {
                cursor.expectSymbol(",");
            }
            Token key = cursor.next();
            String name = key();
            cursor.expectSymbol(":");
            if (entries.put(name, raw(parent.isEmpty() ? ROOT : ROOT + "." + name)) != null) {
                throw key.unsupportedHere("Duplicate keys in tuple. Key: " + name + " under " + ROOT);
            }
            if (!cursor.next().isSymbol(",") && !cursor.next().isSymbol("}")) {
                throw unfinished();
            }
        }
        cursor.leave();
        return entries;
    }

    private EngineException unfinished() {
        Token token = cursor.next();
        boolean operator = token.isSymbol("+") || token.isSymbol("-") || token.isSymbol("*") || token.isSymbol("/");
        return operator
                ? token.unsupportedHere("Unsupported data type: " + token.text() + " under key " + ROOT)
                : cursor.unexpected();
    }

    private String key() {
        Token key = cursor.next();
        switch (key.kind()) {
            case STRING -> {
                cursor.take();
                if (key.text().isEmpty()) {
                    throw EngineException.validation("Path component cannot be an empty string");
                }
                return key.text();
            }
            case END -> throw cursor.unexpected();
            default -> {
                String actual =
                        key.kind() == Kind.PARAMETER ? "Parameter" : cursor.atName() ? "VariableReference" : key.text();
                throw key.unsupportedHere(
                        "Tuple keys must be of type String. Actual type: " + actual + " under " + ROOT);
            }
        }
    }

    private Value bag() {
        Token start = cursor.take();
        List<Value> elements = new ArrayList<>();
        while (!cursor.takeSymbol(">>")) {
            if (!elements.isEmpty()) {
                cursor.expectSymbol(",");
            }
            Token token = cursor.next();
            if (token.kind() != Kind.STRING && token.kind() != Kind.NUMBER && !isSignedNumber()) {
                throw token.kind() == Kind.END ? cursor.unexpected() : token.unsupportedHere(IN_BAG);
            }
            elements.add(scalar());
        }
        if (elements.isEmpty()) {
            throw start.unsupportedHere("Empty bags are not supported");
        }
        return set(elements);
    }

    private static Value set(List<Value> elements) {
        List<String> texts = new ArrayList<>();
        boolean strings = elements.get(0) instanceof Value.S;
        for (Value element : elements) {
            if (element instanceof Value.S string && strings) {
                texts.add(string.value());
            } else if (element instanceof Value.N number && !strings) {
                texts.add(number.text());
            } else {
                throw EngineException.validation(IN_BAG);
            }
        }
        return strings ? new Value.SS(texts) : new Value.NS(texts);
    }
}
