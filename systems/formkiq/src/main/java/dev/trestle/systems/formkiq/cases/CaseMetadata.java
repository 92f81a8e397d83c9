package dev.trestle.systems.formkiq.cases;

import dev.trestle.platform.api.Json;
import dev.trestle.systems.formkiq.api.Refusals;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What programs keep with a case under keys of their own: any JSON value that is no null. A change merges by key, and an
 * empty text takes its key away.
 */
final class CaseMetadata {
    private static final int KEYS_MAX = 25;
    private static final int KEY_LENGTH_MAX = 200;
    private static final int VALUE_BYTES_MAX = 1000;
    /** What a number of the tables holds. */
    private static final MathContext DIGITS = new MathContext(38);

    private static final int EXPONENT_MAX = 125;
    private static final int DEPTH_MAX = 20;

    private CaseMetadata() {}

    /** What a case has after a change. Adds what is wrong with the change. */
    static Map<String, AttributeValue> merged(
            @Nullable Map<String, AttributeValue> before, @Nullable Map<String, Object> given, Refusals refusals) {
        Map<String, AttributeValue> after = new LinkedHashMap<>(before == null ? Map.of() : before);
        if (given == null || given.isEmpty()) {
            return after;
        }
        given.forEach((key, value) -> {
            boolean isKey = !key.isEmpty() && key.length() <= KEY_LENGTH_MAX;
            String wrong = isKey ? wrong(value, 0) : "a key must have 1 to " + KEY_LENGTH_MAX + " characters";
            if (wrong != null) {
                refusals.add(isKey ? key : "metadata", wrong);
                return;
            }
            AttributeValue stored = "".equals(value) ? null : stored(value);
            if (stored == null) {
                after.remove(key);
            } else {
                after.put(key, stored);
            }
        });
        refusals.addIf(after.size() > KEYS_MAX, "metadata", "maximum number is " + KEYS_MAX);
        return after;
    }

    /** What keeps a value from being stored; null if nothing does. */
    private static @Nullable String wrong(@Nullable Object value, int depth) {
        if (depth > DEPTH_MAX) {
            return "value is nested too deeply";
        }
        if (value instanceof Number number) {
            BigDecimal decimal = decimal(number);
            int exponent = decimal.precision() - decimal.scale() - 1;
            return decimal.signum() == 0 || Math.abs(exponent) <= EXPONENT_MAX ? null : "number is out of range";
        }
        List<Object> inside = new ArrayList<>();
        if (value instanceof Map<?, ?> map) {
            if (map.containsKey("")) {
                return "a key must have 1 to " + KEY_LENGTH_MAX + " characters";
            }
            inside.addAll(map.values());
        } else if (value instanceof List<?> list) {
            inside.addAll(list);
        }
        for (Object each : inside) {
            String wrong = wrong(each, depth + 1);
            if (wrong != null) {
                return wrong;
            }
        }
        return depth == 0 && isLong(value) ? "value cannot exceed " + VALUE_BYTES_MAX : null;
    }

    private static boolean isLong(@Nullable Object value) {
        return value instanceof String text
                ? text.length() > VALUE_BYTES_MAX
                : value != null && Json.bytes(value).length > VALUE_BYTES_MAX;
    }

    private static BigDecimal decimal(Number number) {
        return new BigDecimal(number.toString()).round(DIGITS);
    }

    /** Null for what is no value. */
    private static @Nullable AttributeValue stored(@Nullable Object value) {
        if (value instanceof Boolean flag) {
            return AttributeValue.fromBool(flag);
        }
        if (value instanceof Number number) {
            return AttributeValue.fromN(decimal(number).stripTrailingZeros().toString());
        }
        if (value instanceof List<?> list) {
            List<AttributeValue> each = new ArrayList<>();
            for (Object item : list) {
                AttributeValue stored = stored(item);
                if (stored != null) {
                    each.add(stored);
                }
            }
            return AttributeValue.fromL(each);
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, AttributeValue> members = new LinkedHashMap<>();
            map.forEach((key, member) -> {
                AttributeValue stored = stored(member);
                if (stored != null) {
                    members.put(String.valueOf(key), stored);
                }
            });
            return AttributeValue.fromM(members);
        }
        return value == null ? null : AttributeValue.fromS(value.toString());
    }

    /** As the API shows it, with what other programs may have stored; null if there is none. */
    static @Nullable Map<String, Object> shown(@Nullable Map<String, AttributeValue> stored) {
        Map<String, Object> shown = members(stored == null ? Map.of() : stored);
        return shown.isEmpty() ? null : shown;
    }

    private static Map<String, Object> members(Map<String, AttributeValue> stored) {
        Map<String, Object> shown = new LinkedHashMap<>();
        stored.forEach((key, value) -> {
            Object one = shown(value);
            if (one != null) {
                shown.put(key, one);
            }
        });
        return shown;
    }

    private static @Nullable Object shown(AttributeValue value) {
        return switch (value.type()) {
            case S -> value.s();
            case N -> number(value.n());
            case BOOL -> value.bool();
            case L ->
                value.l().stream()
                        .map(CaseMetadata::shown)
                        .filter(Objects::nonNull)
                        .toList();
            case M -> members(value.m());
            case SS -> List.copyOf(value.ss());
            case NS -> value.ns().stream().map(CaseMetadata::number).toList();
            case B -> Base64.getEncoder().encodeToString(value.b().asByteArray());
            default -> null;
        };
    }

    private static Object number(String text) {
        BigDecimal number = new BigDecimal(text).stripTrailingZeros();
        boolean isWhole = number.scale() <= 0 && number.precision() - number.scale() <= 18;
        return isWhole ? (Object) number.longValueExact() : number;
    }
}
