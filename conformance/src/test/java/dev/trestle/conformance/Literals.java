package dev.trestle.conformance;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Items written as text, so that tables of cases stay readable.
 *
 * <pre>
 * {pk: 'a', n: -1.5, b: x'00ff', yes: true, nothing: null, list: [1, 'b'], map: {k: 1},
 *  ss: &lt;'a', 'b'&gt;, ns: &lt;1, 2&gt;, bs: &lt;x'00'&gt;}
 * </pre>
 *
 * Names may begin with {@code #} or {@code :}. {@link #show} writes the same form with names and set members sorted, so
 * that two equal items give equal text.
 */
public final class Literals {
    private static final String NAME_END = ":, }";

    private final String text;
    private int at;

    private Literals(String text) {
        this.text = text;
    }

    public static Map<String, AttributeValue> item(String text) {
        return value(text).m();
    }

    static AttributeValue value(String text) {
        Literals parser = new Literals(text);
        AttributeValue value = parser.value();
        parser.skipSpace();
        if (parser.at != text.length()) {
            throw parser.bad("end");
        }
        return value;
    }

    static AttributeValue s(String value) {
        return AttributeValue.fromS(value);
    }

    static AttributeValue n(String value) {
        return AttributeValue.fromN(value);
    }

    static AttributeValue n(long value) {
        return AttributeValue.fromN(Long.toString(value));
    }

    static AttributeValue b(int... bytes) {
        byte[] array = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            array[i] = (byte) bytes[i];
        }
        return AttributeValue.fromB(SdkBytes.fromByteArray(array));
    }

    /** The item with one attribute added or replaced. */
    static Map<String, AttributeValue> with(Map<String, AttributeValue> item, String name, AttributeValue value) {
        Map<String, AttributeValue> changed = new LinkedHashMap<>(item);
        changed.put(name, value);
        return changed;
    }

    public static String show(Map<String, AttributeValue> item) {
        return new TreeMap<>(item)
                .entrySet().stream()
                        .map(e -> e.getKey() + ": " + show(e.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
    }

    static String show(AttributeValue value) {
        return switch (value.type()) {
            case S -> "'" + value.s() + "'";
            case N -> value.n();
            case B -> show(value.b());
            case BOOL -> value.bool().toString();
            case NUL -> "null";
            case L -> value.l().stream().map(Literals::show).collect(Collectors.joining(", ", "[", "]"));
            case M -> show(value.m());
            case SS -> showSet(value.ss().stream().map(s -> "'" + s + "'").toList());
            case NS -> showSet(value.ns());
            case BS -> showSet(value.bs().stream().map(Literals::show).toList());
            case UNKNOWN_TO_SDK_VERSION -> throw new AssertionError("a value without a type: " + value);
        };
    }

    private static String show(SdkBytes bytes) {
        return "x'" + HexFormat.of().formatHex(bytes.asByteArrayUnsafe()) + "'";
    }

    private static String showSet(List<String> members) {
        return members.stream().sorted().collect(Collectors.joining(", ", "<", ">"));
    }

    private AttributeValue value() {
        skipSpace();
        char c = text.charAt(at);
        if (c == '\'') {
            return AttributeValue.fromS(quoted());
        }
        if (c == 'x') {
            return AttributeValue.fromB(bytes());
        }
        if (c == '{') {
            return AttributeValue.fromM(map());
        }
        if (c == '[') {
            return AttributeValue.fromL(elements('[', ']'));
        }
        if (c == '<') {
            return set(elements('<', '>'));
        }
        String word = word(",]}> ");
        return switch (word) {
            case "true" -> AttributeValue.fromBool(true);
            case "false" -> AttributeValue.fromBool(false);
            case "null" -> AttributeValue.fromNul(true);
            default -> AttributeValue.fromN(word);
        };
    }

    private Map<String, AttributeValue> map() {
        Map<String, AttributeValue> entries = new LinkedHashMap<>();
        expect('{');
        while (!accept('}')) {
            skipSpace();
            int start = at;
            // A name may itself begin with a colon, as expression values do.
            at++;
            String name = text.substring(start, start + 1) + word(NAME_END);
            expect(':');
            entries.put(name, value());
            accept(',');
        }
        return entries;
    }

    private List<AttributeValue> elements(char open, char close) {
        List<AttributeValue> elements = new ArrayList<>();
        expect(open);
        while (!accept(close)) {
            elements.add(value());
            accept(',');
        }
        return elements;
    }

    private static AttributeValue set(List<AttributeValue> members) {
        return switch (members.get(0).type()) {
            case S ->
                AttributeValue.fromSs(members.stream().map(AttributeValue::s).toList());
            case N ->
                AttributeValue.fromNs(members.stream().map(AttributeValue::n).toList());
            case B ->
                AttributeValue.fromBs(members.stream().map(AttributeValue::b).toList());
            default -> throw new IllegalArgumentException("no such set: " + members);
        };
    }

    private String quoted() {
        int end = text.indexOf('\'', at + 1);
        if (end < 0) {
            throw bad("a closing quote");
        }
        String quoted = text.substring(at + 1, end);
        at = end + 1;
        return quoted;
    }

    private SdkBytes bytes() {
        expect('x');
        return SdkBytes.fromByteArray(HexFormat.of().parseHex(quoted()));
    }

    private String word(String ends) {
        int start = at;
        while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at);
    }

    private boolean accept(char expected) {
        skipSpace();
        if (at < text.length() && text.charAt(at) == expected) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char expected) {
        if (!accept(expected)) {
            throw bad("'" + expected + "'");
        }
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException bad(String expected) {
        return new IllegalArgumentException("expected " + expected + " at " + at + " in " + text);
    }
}
