package dev.trestle.conformance.cases;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;

/**
 * JSON as plain Java: {@code Map<String, Object>} in its order, {@code List<Object>}, {@code String}, {@code Boolean},
 * {@code Integer} or {@code BigDecimal}. Members that are null are left out: a request does not tell the two apart.
 */
public final class Json {
    private static final int LINE_MAX = 118;

    private Json() {}

    public static Map<String, Object> parse(String text) {
        return object(JsonNode.parser().parse(text));
    }

    private static Map<String, Object> object(JsonNode node) {
        Map<String, Object> members = new LinkedHashMap<>();
        node.asObject().forEach((name, member) -> {
            if (!member.isNull()) {
                members.put(name, value(member));
            }
        });
        return members;
    }

    private static Object value(JsonNode node) {
        if (node.isObject()) {
            return object(node);
        }
        if (node.isArray()) {
            return new ArrayList<>(node.asArray().stream()
                    .filter(e -> !e.isNull())
                    .map(Json::value)
                    .toList());
        }
        if (node.isBoolean()) {
            return node.asBoolean();
        }
        if (node.isNumber()) {
            BigDecimal number = new BigDecimal(node.asNumber());
            return number.scale() <= 0 && number.precision() < 10 ? (Object) number.intValueExact() : number;
        }
        return node.asString();
    }

    /** An object of these names and values in turn. */
    public static Map<String, Object> of(Object... namesAndValues) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            members.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return members;
    }

    /** The member as an object, or an empty one that belongs to nobody. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> objectIn(Map<String, Object> parent, String name) {
        return parent.get(name) instanceof Map<?, ?> found ? (Map<String, Object>) found : new LinkedHashMap<>();
    }

    /** The member's objects, or an empty list that belongs to nobody. */
    @SuppressWarnings("unchecked")
    public static List<Map<String, Object>> objectsIn(Map<String, Object> parent, String name) {
        return parent.get(name) instanceof List<?> found ? (List<Map<String, Object>>) found : new ArrayList<>();
    }

    public static @Nullable String stringIn(Map<String, Object> parent, String name) {
        return parent.get(name) instanceof String found ? found : null;
    }

    public static int intIn(Map<String, Object> parent, String name) {
        return parent.get(name) instanceof Number found ? found.intValue() : 0;
    }

    /** A copy of everything in it that could be changed. */
    @SuppressWarnings("unchecked")
    public static <T> T copy(T value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((name, member) -> copy.put((String) name, copy((Object) member)));
            return (T) copy;
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(element -> copy.add(copy((Object) element)));
            return (T) copy;
        }
        return value;
    }

    /** On one line. */
    public static String write(Object value) {
        StringBuilder out = new StringBuilder();
        flat(value, out);
        return out.toString();
    }

    /** On as many lines as it takes for none to be long. */
    public static String writePretty(Object value) {
        StringBuilder out = new StringBuilder();
        pretty(value, "", out);
        return out.append('\n').toString();
    }

    private static void pretty(Object value, String indent, StringBuilder out) {
        String flat = write(value);
        boolean empty = flat.length() <= 2;
        if (flat.length() + indent.length() <= LINE_MAX || empty || !(value instanceof Map || value instanceof List)) {
            out.append(flat);
            return;
        }
        String inner = indent + "  ";
        if (value instanceof Map<?, ?> map) {
            String before = "{\n";
            for (Map.Entry<?, ?> member : map.entrySet()) {
                out.append(before).append(inner);
                string((String) member.getKey(), out);
                out.append(": ");
                pretty(member.getValue(), inner, out);
                before = ",\n";
            }
            out.append('\n').append(indent).append('}');
        } else {
            String before = "[\n";
            for (Object element : (List<?>) value) {
                out.append(before).append(inner);
                pretty(element, inner, out);
                before = ",\n";
            }
            out.append('\n').append(indent).append(']');
        }
    }

    private static void flat(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            String before = "{";
            for (Map.Entry<?, ?> member : map.entrySet()) {
                out.append(before);
                string((String) member.getKey(), out);
                out.append(": ");
                flat(member.getValue(), out);
                before = ", ";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            String before = "[";
            for (Object element : list) {
                out.append(before);
                flat(element, out);
                before = ", ";
            }
            out.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof String text) {
            string(text, out);
        } else {
            out.append(value);
        }
    }

    private static void string(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c) || c == 0x7f) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
