package dev.trestle.server.config;

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

/** How values are written. */
final class Values {
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})\\s*(ms|s|m|h|d)");
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})\\s*(B|KiB|MiB|GiB)?");
    private static final Pattern ORIGIN = Pattern.compile("https?://[^/?#\\s@]+");
    private static final Pattern URL = Pattern.compile(ORIGIN + "(/[^?#\\s]*)?");
    private static final Pattern NAMES = Pattern.compile("([A-Za-z0-9_.-]{3,255})=([A-Za-z0-9_.-]{3,255})");
    private static final Map<String, Long> UNITS = Map.of("B", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);

    private Values() {}

    static String text(String value) {
        return value;
    }

    /** Something, whatever it is. */
    static String some(String value) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("must not be empty");
        }
        return value;
    }

    /** The address of a server, or nothing. */
    static String url(String value) {
        if (!value.isEmpty() && !URL.matcher(value).matches()) {
            throw new IllegalArgumentException("must be a URL such as http://localhost:8000");
        }
        return value;
    }

    /** As {@link #url}, without a path. */
    static String origin(String value) {
        if (!value.isEmpty() && !ORIGIN.matcher(value).matches()) {
            throw new IllegalArgumentException("must be a URL without a path, such as https://trestle.example.org");
        }
        return value;
    }

    /** A regular expression, or nothing. */
    static String pattern(String value) {
        try {
            return Pattern.compile(value).pattern();
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("must be a regular expression: " + e.getDescription(), e);
        }
    }

    /** Secrets by their ids. */
    static Map<String, String> pairs(String value) {
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

    /** What access keys are limited to, by their ids. */
    static Map<String, AccessLimit> limits(String value) {
        Map<String, AccessLimit> limits = new LinkedHashMap<>();
        for (String entry : list(value)) {
            List<String> parts =
                    Arrays.stream(entry.split("\\|", -1)).map(String::strip).toList();
            if (parts.get(0).isEmpty() || parts.size() < 2) {
                throw new IllegalArgumentException("must be ids of access keys with what each is limited to, such as"
                        + " reports|read|table:unisync-*|bucket:media");
            }
            if (limits.put(parts.get(0), AccessLimit.of(parts.get(0), parts.subList(1, parts.size()))) != null) {
                throw new IllegalArgumentException("must have each access key once");
            }
        }
        return Collections.unmodifiableMap(limits);
    }

    static boolean flag(String value) {
        if (!value.equals("yes") && !value.equals("no")) {
            throw new IllegalArgumentException("must be yes or no");
        }
        return value.equals("yes");
    }

    /** Other names by the names that things have anyway. */
    static Map<String, String> names(String value) {
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

    static List<String> list(String value) {
        return Arrays.stream(value.split(","))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    static Function<String, Integer> number(int from, int to) {
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

    static BigDecimal decimal(String value) {
        if (!DECIMAL.matcher(value).matches()) {
            throw new IllegalArgumentException("must be a number such as 0.125");
        }
        return new BigDecimal(value);
    }

    static Duration duration(String value) {
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

    static long size(String value) {
        Matcher parts = SIZE.matcher(value);
        if (!parts.matches()) {
            throw new IllegalArgumentException("must be a size such as 4096, 64KiB, 10MiB or 1GiB");
        }
        String unit = parts.group(2) == null ? "B" : parts.group(2);
        return Long.parseLong(parts.group(1)) * UNITS.getOrDefault(unit, 1L);
    }

    /** One of an enumeration's constants, in lower case. */
    static <E extends Enum<E>> Function<String, E> oneOf(Class<E> type) {
        return value -> Arrays.stream(type.getEnumConstants())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(value))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("must be one of "
                        + Arrays.stream(type.getEnumConstants())
                                .map(each -> each.name().toLowerCase(Locale.ROOT))
                                .toList()));
    }
}
