package dev.trestle.server.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.trestle.model.value.WireNames;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Problem.Violation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * How values of one Java type stand in a form: their JSON schema, JSON to Java, and Java to JSON. Immutable.
 *
 * @param schema as the form element reads it
 */
record ValueForm(Map<String, Object> schema, Reading reading, Function<Object, @Nullable Object> writing) {
    private static final String TYPE = "type";
    private static final String STRING = "string";
    private static final long SAFE_INTEGER_MAX = (1L << 53) - 1;
    private static final int DEPTH_MAX = 8;

    /** JSON to Java; null, with a violation added, if the value does not fit. */
    interface Reading {
        @Nullable
        Object read(JsonNode sent, String place, List<Violation> wrong);
    }

    /** What is wrong with a value that does not fit, with the code by which pages find their own words. */
    private record Refusal(String message, String code, Map<String, Object> values) {
        static Refusal of(String message, String code) {
            return new Refusal(message, code, Map.of());
        }

        @Nullable
        Object add(List<Violation> wrong, String place) {
            return refuse(wrong, new Violation(place, message).withCode(code, values));
        }
    }

    /** A text to Java; throws or gives null if it does not fit. */
    private interface Parsing {
        @Nullable
        Object parse(String text);
    }

    /**
     * The form of a type.
     *
     * @throws IllegalArgumentException if no form can hold such values
     */
    static ValueForm of(Type type, int depth) {
        if (depth > DEPTH_MAX) {
            throw new IllegalArgumentException("a type that is nested too deep for a form");
        }
        if (type instanceof ParameterizedType outer && outer.getRawType() instanceof Class<?> raw) {
            return parameterized(raw, outer.getActualTypeArguments(), depth);
        }
        if (!(type instanceof Class<?> plain)) {
            throw new IllegalArgumentException("no form holds a " + type);
        }
        if (plain.isRecord()) {
            return RecordForm.of(plain.asSubclass(Record.class), depth).value();
        }
        ValueForm number = number(plain);
        return number == null ? scalar(plain) : number;
    }

    private static ValueForm scalar(Class<?> type) {
        if (type == String.class) {
            return text(Map.of(TYPE, STRING), Refusal.of("must be text", "value-text"), text -> text, value -> value);
        }
        if (type.isEnum()) {
            WireNames names = WireNames.of(type);
            return text(
                    Map.of("enum", names.all()),
                    new Refusal(
                            "must be one of " + String.join(", ", names.all()),
                            "value-choice",
                            Map.of("values", String.join(", ", names.all()))),
                    names::constant,
                    names::name);
        }
        if (type == boolean.class || type == Boolean.class) {
            return new ValueForm(
                    Map.of(TYPE, "boolean"),
                    (sent, place, wrong) -> sent.isBoolean()
                            ? sent.booleanValue()
                            : Refusal.of("must be true or false", "value-truth").add(wrong, place),
                    value -> value);
        }
        if (type == Instant.class) {
            return formatted(
                    "date-time",
                    Refusal.of("must be a time such as 2026-01-31T09:30:00Z", "value-time"),
                    Instant::parse);
        }
        if (type == LocalDate.class) {
            return formatted("date", Refusal.of("must be a day such as 2026-01-31", "value-day"), LocalDate::parse);
        }
        if (type == UUID.class) {
            return formatted("uuid", Refusal.of("must be a UUID", "value-uuid"), UUID::fromString);
        }
        if (type == byte[].class || type == SdkBytes.class) {
            boolean raw = type == byte[].class;
            return text(
                    Map.of(TYPE, STRING, "contentEncoding", "base64"),
                    Refusal.of("must be bytes in Base64", "value-base64"),
                    text -> {
                        byte[] bytes = Base64.getDecoder().decode(text);
                        return raw ? bytes : SdkBytes.fromByteArray(bytes);
                    },
                    value -> Base64.getEncoder()
                            .encodeToString(raw ? (byte[]) value : ((SdkBytes) value).asByteArray()));
        }
        if (type == AttributeValue.class) {
            return new ValueForm(
                    Map.of(TYPE, "object"), ValueForm::attribute, value -> DynamoJson.of((AttributeValue) value));
        }
        throw new IllegalArgumentException("no form holds a " + type.getSimpleName());
    }

    private static @Nullable Object attribute(JsonNode sent, String place, List<Violation> wrong) {
        try {
            return DynamoJson.value(Json.mapper().convertValue(sent, Object.class), place);
        } catch (ApiException e) {
            wrong.addAll(e.problem().violations());
            return null;
        }
    }

    private static ValueForm formatted(String format, Refusal otherwise, Parsing parsing) {
        return text(Map.of(TYPE, STRING, "format", format), otherwise, parsing, Object::toString);
    }

    private static ValueForm text(
            Map<String, Object> schema,
            Refusal otherwise,
            Parsing parsing,
            Function<Object, @Nullable Object> writing) {
        return new ValueForm(
                schema,
                (sent, place, wrong) -> {
                    Object value = sent.isTextual() ? parsed(parsing, sent.textValue()) : null;
                    return value == null ? otherwise.add(wrong, place) : value;
                },
                writing);
    }

    private static @Nullable Object parsed(Parsing parsing, String text) {
        try {
            return parsing.parse(text);
        } catch (DateTimeException | IllegalArgumentException | ArithmeticException e) {
            return null;
        }
    }

    private static @Nullable ValueForm number(Class<?> type) {
        if (type == int.class || type == Integer.class) {
            return number(
                    Map.of(TYPE, "integer", "minimum", Integer.MIN_VALUE, "maximum", Integer.MAX_VALUE),
                    text -> new BigDecimal(text).intValueExact());
        }
        if (type == long.class || type == Long.class) {
            return number(Map.of(TYPE, "integer"), text -> new BigDecimal(text).longValueExact());
        }
        if (type == BigInteger.class) {
            return number(Map.of(TYPE, "integer"), text -> new BigDecimal(text).toBigIntegerExact());
        }
        if (type == double.class || type == Double.class) {
            return number(Map.of(TYPE, "number"), Double::valueOf);
        }
        if (type == float.class || type == Float.class) {
            return number(Map.of(TYPE, "number"), Float::valueOf);
        }
        return type == BigDecimal.class ? number(Map.of(TYPE, "number"), BigDecimal::new) : null;
    }

    /** Numbers also as texts, since a browser has no more than 53 bits for one. */
    private static ValueForm number(Map<String, Object> schema, Parsing parsing) {
        Refusal otherwise = "integer".equals(schema.get(TYPE))
                ? Refusal.of("must be a whole number", "value-whole")
                : Refusal.of("must be a number", "value-number");
        return new ValueForm(
                schema,
                (sent, place, wrong) -> {
                    boolean written = sent.isNumber()
                            || sent.isTextual() && sent.textValue().length() <= 64;
                    Object value = written ? parsed(parsing, sent.asText()) : null;
                    return value == null ? otherwise.add(wrong, place) : value;
                },
                value -> {
                    BigDecimal exact = new BigDecimal(value.toString());
                    return exact.abs().compareTo(BigDecimal.valueOf(SAFE_INTEGER_MAX)) > 0 ? value.toString() : value;
                });
    }

    private static ValueForm parameterized(Class<?> raw, Type[] arguments, int depth) {
        if (raw == Optional.class) {
            return of(arguments[0], depth);
        }
        if (raw == List.class || raw == Set.class || raw == Collection.class) {
            return list(raw == Set.class, of(arguments[0], depth + 1));
        }
        if (raw == Map.class) {
            return map(of(arguments[0], depth + 1), of(arguments[1], depth + 1));
        }
        throw new IllegalArgumentException("no form holds a " + raw.getSimpleName());
    }

    private static ValueForm list(boolean isSet, ValueForm element) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put(TYPE, "array");
        schema.put("items", element.schema());
        if (isSet) {
            schema.put("uniqueItems", true);
        }
        return new ValueForm(
                schema,
                (sent, place, wrong) -> {
                    if (!sent.isArray()) {
                        return Refusal.of("must be a list", "value-list").add(wrong, place);
                    }
                    Collection<Object> all = isSet ? new LinkedHashSet<>() : new ArrayList<>();
                    for (int i = 0; i < sent.size(); i++) {
                        Object value = element.reading().read(sent.get(i), place + "/" + i, wrong);
                        if (value != null) {
                            all.add(value);
                        }
                    }
                    return all;
                },
                value -> ((Collection<?>) value).stream().map(element.writing()).toList());
    }

    private static ValueForm map(ValueForm key, ValueForm element) {
        return new ValueForm(
                Map.of(TYPE, "object", "additionalProperties", element.schema()),
                (sent, place, wrong) -> {
                    if (!sent.isObject()) {
                        return Refusal.of("must be an object", "value-object").add(wrong, place);
                    }
                    Map<Object, Object> all = new LinkedHashMap<>();
                    sent.properties().forEach(entry -> {
                        String inside = place + "/" + entry.getKey();
                        Object name = key.reading().read(TextNode.valueOf(entry.getKey()), inside, wrong);
                        Object value = element.reading().read(entry.getValue(), inside, wrong);
                        if (name != null && value != null) {
                            all.put(name, value);
                        }
                    });
                    return all;
                },
                value -> {
                    Map<String, @Nullable Object> all = new LinkedHashMap<>();
                    ((Map<?, ?>) value)
                            .forEach((name, each) -> all.put(
                                    String.valueOf(key.writing().apply(name)),
                                    element.writing().apply(each)));
                    return all;
                });
    }

    static @Nullable Object refuse(List<Violation> wrong, Violation violation) {
        wrong.add(violation);
        return null;
    }
}
