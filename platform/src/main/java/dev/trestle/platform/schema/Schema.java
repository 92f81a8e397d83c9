package dev.trestle.platform.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What JSON a value may be. One object serves the check at run time and the API document, so that the two cannot differ. Immutable once
 * {@link SchemaReader} has returned it.
 */
public sealed interface Schema
        permits Schema.Text, Schema.Whole, Schema.Decimal, Schema.Flag, Many, Entries, Fields, Schema.Anything {
    /** Adds what is wrong with a value that is not null. */
    void check(Object value, String place, Violations found);

    /** As JSON Schema 2020-12; objects are references into {@code definitions}. */
    Map<String, Object> describe(Definitions definitions);

    private static Map<String, Object> of(String type) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", type);
        return schema;
    }

    /**
     * A text.
     *
     * @param values the only ones that are allowed; empty for any
     * @param format of JSON Schema, for the document alone
     */
    record Text(
            int min,
            int max,
            @Nullable Pattern pattern,
            List<String> values,
            @Nullable String format) implements Schema {
        @Override
        public void check(Object value, String place, Violations found) {
            if (!(value instanceof String text)) {
                found.add(place, "must be a text");
                return;
            }
            int length = text.codePointCount(0, text.length());
            if (!values.isEmpty() && !values.contains(text)) {
                found.add(place, "must be one of: " + String.join(", ", values));
            } else if (length < min) {
                found.add(place, min == 1 ? "must not be empty" : "must have at least " + min + " characters");
            } else if (length > max) {
                found.add(place, "must have at most " + max + " characters");
            } else if (pattern != null && !pattern.matcher(text).matches()) {
                found.add(place, "must match " + pattern.pattern());
            }
        }

        @Override
        public Map<String, Object> describe(Definitions definitions) {
            Map<String, Object> schema = of("string");
            if (!values.isEmpty()) {
                schema.put("enum", values);
            }
            if (min > 0) {
                schema.put("minLength", min);
            }
            if (max < Integer.MAX_VALUE) {
                schema.put("maxLength", max);
            }
            if (pattern != null) {
                schema.put("pattern", "^(?:" + pattern.pattern() + ")$");
            }
            if (format != null) {
                schema.put("format", format);
            }
            return schema;
        }
    }

    /** A whole number. */
    record Whole(long min, long max) implements Schema {
        @Override
        public void check(Object value, String place, Violations found) {
            BigInteger number = whole(value);
            if (number == null) {
                found.add(place, "must be a whole number");
            } else if (number.compareTo(BigInteger.valueOf(min)) < 0 || number.compareTo(BigInteger.valueOf(max)) > 0) {
                found.add(place, "must be from " + min + " to " + max);
            }
        }

        /** {@code 3.0} is a whole number in JSON. */
        private static @Nullable BigInteger whole(Object value) {
            if (!(value instanceof Number number)) {
                return null;
            }
            BigDecimal exact = new BigDecimal(number.toString());
            // A number of a huge exponent must not be written out.
            if (exact.precision() - exact.scale() > 40) {
                return null;
            }
            try {
                return exact.toBigIntegerExact();
            } catch (ArithmeticException fraction) {
                return null;
            }
        }

        @Override
        public Map<String, Object> describe(Definitions definitions) {
            Map<String, Object> schema = of("integer");
            if (min > Integer.MIN_VALUE) {
                schema.put("minimum", min);
            }
            if (max != Long.MAX_VALUE && max != Integer.MAX_VALUE) {
                schema.put("maximum", max);
            }
            return schema;
        }
    }

    /**
     * A number with a fraction.
     *
     * @param min {@link Long#MIN_VALUE} for none
     * @param max {@link Long#MAX_VALUE} for none
     */
    record Decimal(long min, long max) implements Schema {
        @Override
        public void check(Object value, String place, Violations found) {
            if (!(value instanceof Number number)) {
                found.add(place, "must be a number");
                return;
            }
            BigDecimal exact = new BigDecimal(number.toString());
            // A double would become infinite, and the difference of two such is no number: every comparison with it
            // fails.
            if (Double.isInfinite(exact.doubleValue())) {
                found.add(place, "must be from " + -Double.MAX_VALUE + " to " + Double.MAX_VALUE);
            } else if (hasMin() && exact.compareTo(BigDecimal.valueOf(min)) < 0) {
                found.add(place, "must be at least " + min);
            } else if (hasMax() && exact.compareTo(BigDecimal.valueOf(max)) > 0) {
                found.add(place, "must be at most " + max);
            }
        }

        private boolean hasMin() {
            return min != Long.MIN_VALUE;
        }

        private boolean hasMax() {
            return max != Long.MAX_VALUE;
        }

        @Override
        public Map<String, Object> describe(Definitions definitions) {
            Map<String, Object> schema = of("number");
            if (hasMin()) {
                schema.put("minimum", min);
            }
            if (hasMax()) {
                schema.put("maximum", max);
            }
            return schema;
        }
    }

    /** True or false. */
    record Flag() implements Schema {
        @Override
        public void check(Object value, String place, Violations found) {
            if (!(value instanceof Boolean)) {
                found.add(place, "must be true or false");
            }
        }

        @Override
        public Map<String, Object> describe(Definitions definitions) {
            return of("boolean");
        }
    }

    /** Any JSON. */
    record Anything() implements Schema {
        @Override
        public void check(Object value, String place, Violations found) {
            // Whatever it is.
        }

        @Override
        public Map<String, Object> describe(Definitions definitions) {
            return new LinkedHashMap<>();
        }
    }
}
