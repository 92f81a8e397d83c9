package dev.trestle.platform.settings;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** How values of the configuration are written. Each method throws an {@link IllegalArgumentException} with what a value must be. */
public final class Values {
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})\\s*(ms|s|m|h|d)");
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})\\s*(B|KiB|MiB|GiB)?");
    private static final Pattern ORIGIN = Pattern.compile("https?://[^/?#\\s@]+");
    private static final Pattern URL = Pattern.compile(ORIGIN + "(/[^?#\\s]*)?");
    private static final Pattern NAMES = Pattern.compile("([A-Za-z0-9_.-]{3,255})=([A-Za-z0-9_.-]{3,255})");
    private static final Map<String, Long> UNITS = Map.of("B", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);

    private Values() {}

    public static String text(String value) {
        return value;
    }

    /** Something, whatever it is. */
    public static String some(String value) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("must not be empty");
        }
        return value;
    }

    /** The address of a server, or nothing. */
    public static String url(String value) {
        if (!value.isEmpty() && !URL.matcher(value).matches()) {
            throw new IllegalArgumentException("must be a URL such as http://localhost:8000");
        }
        return value;
    }

    /** As {@link #url}, without a path. */
    public static String origin(String value) {
        if (!value.isEmpty() && !ORIGIN.matcher(value).matches()) {
            throw new IllegalArgumentException("must be a URL without a path, such as https://trestle.example.org");
        }
        return value;
    }

    /** A regular expression, or nothing. */
    public static String pattern(String value) {
        try {
            return Pattern.compile(value).pattern();
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("must be a regular expression: " + e.getDescription(), e);
        }
    }

    /** Secrets by their ids. */
    public static Map<String, String> pairs(String value) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String pair : list(value)) {
            int colon = pair.indexOf(':');
            if (colon < 1
                    || colon == pair.length() - 1
                    || pair.substring(0, colon).contains("/")) {
                throw new IllegalArgumentException("must be an id, a colon and a secret, such as admin:s3cr3t");
            }
            pairs.put(pair.substring(0, colon), pair.substring(colon + 1));
        }
        return Collections.unmodifiableMap(pairs);
    }

    public static boolean flag(String value) {
        if (!value.equals("yes") && !value.equals("no")) {
            throw new IllegalArgumentException("must be yes or no");
        }
        return value.equals("yes");
    }

    /** Other names by the names that things have anyway. */
    public static Map<String, String> names(String value) {
        Map<String, String> names = new LinkedHashMap<>();
        for (String pair : list(value)) {
            Matcher parts = NAMES.matcher(pair);
            if (!parts.matches() || names.put(parts.group(1), parts.group(2)) != null) {
                throw new IllegalArgumentException(
                        "must be pairs of names of tables, such as unisync-users=prod-users");
            }
        }
        if (names.values().stream().distinct().count() < names.size()) {
            throw new IllegalArgumentException("must not give two tables the same name");
        }
        return Collections.unmodifiableMap(names);
    }

    public static List<String> list(String value) {
        return Arrays.stream(value.split(","))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    public static Function<String, Integer> number(int from, int to) {
        return value -> {
            try {
                int number = Integer.parseInt(value);
                if (number >= from && number <= to) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // said below
            }
            throw new IllegalArgumentException("must be a whole number from " + from + " to " + to);
        };
    }

    public static BigDecimal decimal(String value) {
        if (!DECIMAL.matcher(value).matches()) {
            throw new IllegalArgumentException("must be a number such as 0.125");
        }
        return new BigDecimal(value);
    }

    public static Duration duration(String value) {
        Matcher parts = DURATION.matcher(value);
        if (!parts.matches()) {
            throw new IllegalArgumentException("must be a time such as 500ms, 30s, 15m, 12h or 30d");
        }
        long count = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }

    public static long size(String value) {
        Matcher parts = SIZE.matcher(value);
        if (!parts.matches()) {
            throw new IllegalArgumentException("must be a size such as 4096, 64KiB, 10MiB or 1GiB");
        }
        String unit = parts.group(2) == null ? "B" : parts.group(2);
        return Long.parseLong(parts.group(1)) * UNITS.getOrDefault(unit, 1L);
    }

    /** One of an enumeration's constants, in lower case, with hyphens. */
    public static <E extends Enum<E>> Function<String, E> oneOf(Class<E> type) {
        return value -> type.cast(oneOfConstants(type).apply(value));
    }

    /** The same for a type that is known to be an enumeration. */
    static Function<String, Object> oneOfConstants(Class<?> type) {
        Map<String, Object> constants = new LinkedHashMap<>();
        for (Object each : type.getEnumConstants()) {
            constants.put(((Enum<?>) each).name().toLowerCase(Locale.ROOT).replace('_', '-'), each);
        }
        return value -> {
            Object constant = constants.get(value);
            if (constant == null) {
                throw new IllegalArgumentException("must be one of " + constants.keySet());
            }
            return constant;
        };
    }
}
