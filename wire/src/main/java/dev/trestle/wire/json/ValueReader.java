package dev.trestle.wire.json;

import com.fasterxml.jackson.core.JsonToken;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Attribute values, {@code {"S":"text"}}. Only a JSON type that does not fit is refused here; what is not exactly one value becomes
 * {@link Value.Malformed}, which the engine refuses at its place in the order of checks.
 */
final class ValueReader {
    private static final String STRUCTURE = "class com.amazonaws.dynamodb.v20120810.AttributeValue";
    private static final String MAP =
            "java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValue>";

    private ValueReader() {}

    static Value value(JsonInput in) throws IOException {
        return value(in, 1);
    }

    static Map<String, Value> item(JsonInput in) throws IOException {
        return entries(in, 1);
    }

    private static Map<String, Value> entries(JsonInput in, int depth) throws IOException {
        in.startObject(MAP);
        String name = in.nextName();
        if (name == null) {
            return Map.of(); // many empty maps take little to send, and so must take little to hold
        }
        Map<String, Value> entries = new LinkedHashMap<>();
        for (; name != null; name = in.nextName()) {
            entries.put(name, in.isNull() ? Value.Malformed.EMPTY : value(in, depth));
        }
        return entries;
    }

    private static Value value(JsonInput in, int depth) throws IOException {
        in.startObject(STRUCTURE);
        Value found = null;
        String foundType = "";
        boolean several = false;
        for (String type = in.nextName(); type != null; type = in.nextName()) {
            Value next = in.isNull() ? null : typed(in, type, depth);
            if (next != null) {
                several |= found != null && !foundType.equals(type);
                found = next;
                foundType = type;
            }
        }
        if (found == null) {
            return Value.Malformed.EMPTY;
        }
        return several ? Value.Malformed.AMBIGUOUS : found;
    }

    /** Null for a member that names no type, which the service does not mind. */
    private static @Nullable Value typed(JsonInput in, String type, int depth) throws IOException {
        switch (type) {
            case "S":
                return new Value.S(in.text());
            case "N":
                return new Value.N(in.text());
            case "B":
                return new Value.B(Bytes.of(in.binary()));
            case "BOOL":
                return new Value.Bool(in.flag());
            case "NULL":
                return new Value.Null(in.flag());
            case "M":
                return isTooDeep(in, depth) ? Value.Malformed.TOO_DEEP : new Value.M(entries(in, depth + 1));
            case "L":
                return isTooDeep(in, depth) ? Value.Malformed.TOO_DEEP : new Value.L(elements(in, depth + 1));
            case "SS":
                List<String> texts = texts(in);
                return texts == null ? Value.Malformed.NULL_IN_SET : new Value.SS(texts);
            case "NS":
                List<String> numbers = texts(in);
                return numbers == null ? Value.Malformed.NULL_IN_SET : new Value.NS(numbers);
            case "BS":
                List<Bytes> binaries = binaries(in);
                return binaries == null ? Value.Malformed.NULL_IN_SET : new Value.BS(binaries);
            default:
                in.skip();
                return null;
        }
    }

    /** Steps over what is too deep, without recursion. */
    private static boolean isTooDeep(JsonInput in, int depth) throws IOException {
        JsonToken token = in.token();
        boolean tooDeep = depth >= Value.Malformed.DEPTH_MAX
                && (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY);
        if (tooDeep) {
            in.skip();
        }
        return tooDeep;
    }

    private static List<Value> elements(JsonInput in, int depth) throws IOException {
        in.startList();
        List<Value> elements = new ArrayList<>();
        while (in.nextElement()) {
            elements.add(in.isNull() ? Value.Malformed.EMPTY : value(in, depth));
        }
        return elements;
    }

    private static @Nullable List<String> texts(JsonInput in) throws IOException {
        in.startList();
        List<String> texts = new ArrayList<>();
        boolean holdsNull = false;
        while (in.nextElement()) {
            if (in.isNull()) {
                holdsNull = true;
            } else {
                texts.add(in.text());
            }
        }
        return holdsNull ? null : texts;
    }

    private static @Nullable List<Bytes> binaries(JsonInput in) throws IOException {
        in.startList();
        List<Bytes> binaries = new ArrayList<>();
        boolean holdsNull = false;
        while (in.nextElement()) {
            if (in.isNull()) {
                holdsNull = true;
            } else {
                binaries.add(Bytes.of(in.binary()));
            }
        }
        return holdsNull ? null : binaries;
    }
}
