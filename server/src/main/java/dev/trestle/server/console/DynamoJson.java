package dev.trestle.server.console;

import dev.trestle.platform.api.ApiException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The SDK's objects as DynamoDB writes them in JSON, and attribute values back. */
final class DynamoJson {
    /** As deep as DynamoDB lets items be. */
    private static final int DEPTH_MAX = 32;

    private DynamoJson() {}

    /** A request, a value or any other object of the SDK, by the names that it has on the wire; what is not set is left out. */
    static Map<String, Object> of(SdkPojo object) {
        Map<String, Object> all = new LinkedHashMap<>();
        for (SdkField<?> field : object.sdkFields()) {
            Object value = field.getValueOrDefault(object);
            if (value != null
                    && !(value instanceof SdkAutoConstructList<?>)
                    && !(value instanceof SdkAutoConstructMap<?, ?>)) {
                all.put(field.locationName(), plain(value));
            }
        }
        return all;
    }

    private static Object plain(Object value) {
        if (value instanceof SdkPojo object) {
            return of(object);
        }
        if (value instanceof SdkBytes bytes) {
            return Base64.getEncoder().encodeToString(bytes.asByteArrayUnsafe());
        }
        if (value instanceof List<?> list) {
            return list.stream().map(DynamoJson::plain).toList();
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> plain = new TreeMap<>();
            map.forEach((name, each) -> plain.put(String.valueOf(name), plain(each)));
            return plain;
        }
        return value;
    }

    /** An item. */
    static Map<String, Object> ofItem(Map<String, AttributeValue> item) {
        Map<String, Object> plain = new TreeMap<>();
        item.forEach((name, value) -> plain.put(name, of(value)));
        return plain;
    }

    /** Some attributes of an item; those that it lacks are left out. */
    static Map<String, Object> shown(Map<String, AttributeValue> item, Set<String> names) {
        Map<String, AttributeValue> some = new TreeMap<>(item);
        some.keySet().retainAll(names);
        return ofItem(some);
    }

    /**
     * An item that somebody sent.
     *
     * @param place what messages call it
     */
    static Map<String, AttributeValue> item(Map<String, Object> sent, String place) {
        Map<String, AttributeValue> item = new LinkedHashMap<>();
        sent.forEach((name, value) -> item.put(name, value(value, place + "/" + name, 0)));
        return item;
    }

    /** A value that somebody sent: {@code {"S": "text"}}. */
    static AttributeValue value(@Nullable Object sent, String place) {
        return value(sent, place, 0);
    }

    private static AttributeValue value(@Nullable Object sent, String place, int depth) {
        if (!(sent instanceof Map<?, ?> map) || map.size() != 1 || depth > DEPTH_MAX) {
            throw ApiException.invalid(place, "must be one value of DynamoDB, such as {\"S\": \"text\"}")
                    .withCode("value-dynamodb");
        }
        Map.Entry<?, ?> only = map.entrySet().iterator().next();
        String type = String.valueOf(only.getKey());
        Object value = only.getValue();
        return switch (type) {
            case "S" -> AttributeValue.fromS(text(value, place));
            case "N" -> AttributeValue.fromN(text(value, place));
            case "B" -> AttributeValue.fromB(bytes(value, place));
            case "BOOL" -> AttributeValue.fromBool(flag(value, place));
            case "NULL" -> AttributeValue.fromNul(flag(value, place));
            case "SS" ->
                AttributeValue.fromSs(list(value, place).stream()
                        .map(each -> text(each, place))
                        .toList());
            case "NS" ->
                AttributeValue.fromNs(list(value, place).stream()
                        .map(each -> text(each, place))
                        .toList());
            case "BS" ->
                AttributeValue.fromBs(list(value, place).stream()
                        .map(each -> bytes(each, place))
                        .toList());
            case "L" -> AttributeValue.fromL(values(list(value, place), place, depth));
            case "M" -> AttributeValue.fromM(fields(value, place, depth));
            default ->
                throw ApiException.invalid(place, "DynamoDB has no type " + type)
                        .withCode("value-type", Map.of("type", type));
        };
    }

    private static List<AttributeValue> values(List<?> sent, String place, int depth) {
        List<AttributeValue> all = new ArrayList<>();
        for (int i = 0; i < sent.size(); i++) {
            all.add(value(sent.get(i), place + "/" + i, depth + 1));
        }
        return all;
    }

    private static Map<String, AttributeValue> fields(@Nullable Object sent, String place, int depth) {
        if (!(sent instanceof Map<?, ?> map)) {
            throw ApiException.invalid(place, "must be an object").withCode("value-object");
        }
        Map<String, AttributeValue> all = new LinkedHashMap<>();
        map.forEach((name, each) -> all.put(String.valueOf(name), value(each, place + "/" + name, depth + 1)));
        return all;
    }

    private static String text(@Nullable Object value, String place) {
        if (value instanceof String text) {
            return text;
        }
        throw ApiException.invalid(place, "must be text").withCode("value-text");
    }

    private static boolean flag(@Nullable Object value, String place) {
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw ApiException.invalid(place, "must be true or false").withCode("value-truth");
    }

    private static List<?> list(@Nullable Object value, String place) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw ApiException.invalid(place, "must be a list").withCode("value-list");
    }

    private static SdkBytes bytes(@Nullable Object value, String place) {
        try {
            return SdkBytes.fromByteArray(Base64.getDecoder().decode(text(value, place)));
        } catch (IllegalArgumentException e) {
            throw ApiException.invalid(place, "must be bytes in Base64").withCode("value-base64");
        }
    }
}
