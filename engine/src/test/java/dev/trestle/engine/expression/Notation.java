package dev.trestle.engine.expression;

import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Canonical values as short text, for tests: JSON, whose numbers are N, with {@code b"YQ=="} for B and {@code SS["a"]},
 * {@code NS[1,2]}, {@code BS[b"YQ=="]} for sets.
 */
final class Notation {
    private final String text;
    private int position;

    private Notation(String text) {
        this.text = text;
    }

    static Value value(String text) {
        Notation notation = new Notation(text);
        Value value = notation.value();
        if (notation.position != text.length()) {
            throw new IllegalArgumentException("text behind the value: " + text);
        }
        return value;
    }

    static Map<String, Value> map(String text) {
        return ((Value.M) value(text)).entries();
    }

    static String string(String text) {
        return ((Value.S) value(text)).value();
    }

    private Value value() {
        if (take("null")) {
            return new Value.Null(true);
        }
        if (take("true")) {
            return new Value.Bool(true);
        }
        if (take("false")) {
            return new Value.Bool(false);
        }
        if (take("SS")) {
            return new Value.SS(list(this::string));
        }
        if (take("NS")) {
            return new Value.NS(list(this::number));
        }
        if (take("BS")) {
            return new Value.BS(list(this::binary));
        }
        return switch (text.charAt(position)) {
            case '{' -> new Value.M(entries());
            case '[' -> new Value.L(list(this::value));
            case '"' -> new Value.S(string());
            case 'b' -> new Value.B(binary());
            default -> new Value.N(number());
        };
    }

    private Map<String, Value> entries() {
        Map<String, Value> entries = new LinkedHashMap<>();
        position++;
        while (!take("}")) {
            String name = string();
            if (!take(":")) {
                throw new IllegalArgumentException("no colon at " + position + ": " + text);
            }
            entries.put(name, value());
            take(",");
        }
        return entries;
    }

    private <T> List<T> list(Supplier<T> element) {
        List<T> elements = new ArrayList<>();
        position++;
        while (!take("]")) {
            elements.add(element.get());
            take(",");
        }
        return elements;
    }

    private String number() {
        int start = position;
        while (position < text.length() && "0123456789.-".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
        if (start == position) {
            throw new IllegalArgumentException("no value at " + position + ": " + text);
        }
        return text.substring(start, position);
    }

    private Bytes binary() {
        position++;
        return Bytes.of(Base64.getDecoder().decode(string()));
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        position++;
        while (text.charAt(position) != '"') {
            char c = text.charAt(position++);
            if (c == '\\') {
                c = escaped(text.charAt(position++));
            }
            string.append(c);
        }
        position++;
        return string.toString();
    }

    private char escaped(char c) {
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> {
                position += 4;
                yield (char) Integer.parseInt(text.substring(position - 4, position), 16);
            }
            default -> c;
        };
    }

    private boolean take(String expected) {
        boolean found = text.startsWith(expected, position);
        position += found ? expected.length() : 0;
        return found;
    }

    /** The text of a value; entries sorted by name. Strings must not need escapes. */
    static String show(Value value) {
        if (value instanceof Value.S string) {
            return '"' + string.value() + '"';
        } else if (value instanceof Value.N number) {
            return number.text();
        } else if (value instanceof Value.B binary) {
            return "b\"" + binary.value() + '"';
        } else if (value instanceof Value.Bool bool) {
            return Boolean.toString(bool.value());
        } else if (value instanceof Value.M map) {
            return show(map.entries());
        } else if (value instanceof Value.L list) {
            return list.elements().stream().map(Notation::show).collect(Collectors.joining(",", "[", "]"));
        } else if (value instanceof Value.SS set) {
            return set.values().stream().collect(Collectors.joining("\",\"", "SS[\"", "\"]"));
        } else if (value instanceof Value.NS set) {
            return String.join(",", set.texts()).transform(numbers -> "NS[" + numbers + "]");
        } else if (value instanceof Value.BS set) {
            return set.values().stream().map(Bytes::toString).collect(Collectors.joining("\",b\"", "BS[b\"", "\"]"));
        }
        return "null";
    }

    static String show(Map<String, Value> entries) {
        return entries.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> '"' + entry.getKey() + "\":" + show(entry.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }
}
