package dev.trestle.sdk;

import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Turns the SDK's values into the engine's. Never throws: what is not a value becomes {@link Value.Malformed}, which the engine
 * refuses at its place in the order of checks.
 */
final class RequestValues {
    private static final Value NULL_NAME =
            new Value.Malformed("One or more parameter values were invalid: An attribute name may not be null");

    private RequestValues() {}

    /** Null for a map that the client left out. */
    static @Nullable Map<String, Value> map(@Nullable Map<String, AttributeValue> attributes) {
        return attributes == null || attributes instanceof SdkAutoConstructMap ? null : entries(attributes, 1);
    }

    /** Null for a list that the client left out. */
    static @Nullable List<Value> list(@Nullable List<AttributeValue> attributes) {
        return attributes == null || attributes instanceof SdkAutoConstructList ? null : elements(attributes, 1);
    }

    static ExpressionAttributes expression(
            @Nullable Map<String, String> names, @Nullable Map<String, AttributeValue> values) {
        Map<String, String> givenNames = names(names);
        Map<String, Value> givenValues = map(values);
        return givenNames == null && givenValues == null
                ? ExpressionAttributes.NONE
                : new ExpressionAttributes(givenNames, givenValues);
    }

    /** Null for a map that the client left out. A null inside becomes an empty name, which the engine refuses. */
    static @Nullable Map<String, String> names(@Nullable Map<String, String> names) {
        if (names == null || names instanceof SdkAutoConstructMap) {
            return null;
        }
        Map<String, String> given = new LinkedHashMap<>(names.size() * 2);
        names.forEach((alias, name) -> given.put(orEmpty(alias), orEmpty(name)));
        return given;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static Map<String, Value> entries(Map<String, AttributeValue> attributes, int depth) {
        Map<String, Value> entries = new LinkedHashMap<>(attributes.size() * 2);
        attributes.forEach((name, attribute) -> {
            if (name == null) {
                entries.put("", NULL_NAME);
            } else {
                entries.put(name, value(attribute, depth));
            }
        });
        return entries;
    }

    static Value value(@Nullable AttributeValue attribute) {
        return value(attribute, 1);
    }

    private static Value value(@Nullable AttributeValue attribute, int depth) {
        if (attribute == null) {
            return Value.Malformed.EMPTY;
        }
        AttributeValue.Type type = attribute.type();
        if (type == null || type == AttributeValue.Type.UNKNOWN_TO_SDK_VERSION) {
            return isEmpty(attribute) ? Value.Malformed.EMPTY : Value.Malformed.AMBIGUOUS;
        }
        return switch (type) {
            case S -> new Value.S(attribute.s());
            case N -> new Value.N(attribute.n());
            case B -> new Value.B(bytes(attribute.b()));
            case BOOL -> new Value.Bool(attribute.bool());
            case NUL -> new Value.Null(attribute.nul());
            case M ->
                depth >= Value.Malformed.DEPTH_MAX
                        ? Value.Malformed.TOO_DEEP
                        : new Value.M(entries(attribute.m(), depth + 1));
            case L ->
                depth >= Value.Malformed.DEPTH_MAX
                        ? Value.Malformed.TOO_DEEP
                        : new Value.L(elements(attribute.l(), depth + 1));
            case SS -> hasNull(attribute.ss()) ? Value.Malformed.NULL_IN_SET : new Value.SS(attribute.ss());
            case NS -> hasNull(attribute.ns()) ? Value.Malformed.NULL_IN_SET : new Value.NS(attribute.ns());
            case BS -> hasNull(attribute.bs()) ? Value.Malformed.NULL_IN_SET : new Value.BS(binaries(attribute.bs()));
            case UNKNOWN_TO_SDK_VERSION -> Value.Malformed.EMPTY;
        };
    }

    private static List<Value> elements(List<AttributeValue> attributes, int depth) {
        List<Value> elements = new ArrayList<>(attributes.size());
        for (AttributeValue attribute : attributes) {
            elements.add(value(attribute, depth));
        }
        return elements;
    }

    private static List<Bytes> binaries(List<SdkBytes> binaries) {
        List<Bytes> copied = new ArrayList<>(binaries.size());
        for (SdkBytes binary : binaries) {
            copied.add(bytes(binary));
        }
        return copied;
    }

    private static Bytes bytes(SdkBytes binary) {
        return Bytes.of(binary.asByteArrayUnsafe());
    }

    private static boolean hasNull(List<?> elements) {
        for (Object element : elements) {
            if (element == null) {
                return true;
            }
        }
        return false;
    }

    private static boolean isEmpty(AttributeValue attribute) {
        return attribute.s() == null
                && attribute.n() == null
                && attribute.b() == null
                && attribute.bool() == null
                && attribute.nul() == null
                && !attribute.hasM()
                && !attribute.hasL()
                && !attribute.hasSs()
                && !attribute.hasNs()
                && !attribute.hasBs();
    }
}
