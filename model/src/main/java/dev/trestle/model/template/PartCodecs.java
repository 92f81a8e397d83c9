package dev.trestle.model.template;

import dev.trestle.model.time.TimeLayout;
import dev.trestle.model.value.CutText;
import dev.trestle.model.value.SortableNumber;
import dev.trestle.model.value.WireNames;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The ways to write a part, by the type of its values and the format that the template gives. */
public final class PartCodecs {
    /** The format of text that is cut off where it would make a key too long: {@code {value:cut}}. */
    public static final String CUT = "cut";

    /** The format of numbers whose text sorts as they do: {@code {value:sortable}}. */
    public static final String SORTABLE = "sortable";

    private PartCodecs() {}

    /**
     * The codec for values of a type.
     *
     * @param layout how an instant is written when the template says nothing
     * @throws IllegalArgumentException if the type cannot stand in a key, or not in this format
     */
    public static PartCodec of(Class<?> type, @Nullable String format, TimeLayout layout) {
        if (type == Instant.class) {
            return time(format == null ? layout : TimeLayout.of(format));
        }
        if (type == LocalDate.class) {
            return date(TimeLayout.of(format == null ? "yyyy-MM-dd" : format));
        }
        if (type == String.class && CUT.equals(format)) {
            return codec(type, "text cut at 900 bytes", 0, value -> CutText.of((String) value), text -> text);
        }
        if (SORTABLE.equals(format) && (Number.class.isAssignableFrom(type) || type.isPrimitive())) {
            return codec(
                    type,
                    "number that sorts as text",
                    ORDERED,
                    value -> SortableNumber.encode(new BigDecimal(value.toString())),
                    SortableNumber::decode);
        }
        if (isInteger(type)) {
            return format == null ? integer(type) : padded(type, format);
        }
        if (format != null) {
            throw new IllegalArgumentException("a " + type.getSimpleName() + " has no format " + format);
        }
        if (type == String.class) {
            return new FreeText();
        }
        if (type.isEnum()) {
            WireNames names = WireNames.of(type);
            return codec(type, String.join(" | ", names.all()), REVERSIBLE, names::name, names::constant);
        }
        if (type == boolean.class || type == Boolean.class) {
            return codec(
                    type,
                    "true | false",
                    REVERSIBLE,
                    Object::toString,
                    text -> text.equals("true") ? Boolean.TRUE : text.equals("false") ? Boolean.FALSE : null);
        }
        if (type == UUID.class) {
            return codec(type, "UUID", REVERSIBLE | FIXED | ORDERED, Object::toString, PartCodecs::uuid);
        }
        throw new IllegalArgumentException("a " + type.getSimpleName() + " cannot stand in a key");
    }

    private static PartCodec time(TimeLayout layout) {
        int traits = FIXED | REVERSIBLE | (layout.ordered() ? ORDERED : 0);
        return codec(Instant.class, layout.pattern(), traits, value -> layout.format(instant(value)), layout::parse);
    }

    private static PartCodec date(TimeLayout layout) {
        int traits = FIXED | REVERSIBLE | (layout.ordered() ? ORDERED : 0);
        return codec(LocalDate.class, layout.pattern(), traits, value -> layout.format(instant(value)), text -> {
            Instant start = layout.parse(text);
            return start == null ? null : LocalDate.ofInstant(start, ZoneOffset.UTC);
        });
    }

    /** A day stands for its first moment, so that a partition of a day can be named by it. */
    private static Instant instant(Object value) {
        return value instanceof LocalDate day ? day.atStartOfDay(ZoneOffset.UTC).toInstant() : (Instant) value;
    }

    private static boolean isInteger(Class<?> type) {
        return type == int.class || type == Integer.class || type == long.class || type == Long.class;
    }

    private static PartCodec integer(Class<?> type) {
        return codec(type, "number", REVERSIBLE, Object::toString, text -> integerOf(type, text, text));
    }

    private static PartCodec padded(Class<?> type, String format) {
        if (!format.chars().allMatch(c -> c == '0')) {
            throw new IllegalArgumentException("an integer's format is as many zeros as it has digits, or sortable");
        }
        int width = format.length();
        return codec(
                type,
                "number of " + width + " digits",
                FIXED | ORDERED | REVERSIBLE,
                value -> {
                    String digits = value.toString();
                    if (digits.length() > width || digits.startsWith("-")) {
                        throw new IllegalArgumentException("it has more than " + width + " digits, or a sign");
                    }
                    return "0".repeat(width - digits.length()) + digits;
                },
                text -> {
                    String stripped = text.length() == width ? text.replaceFirst("^0+(?=.)", "") : "";
                    return integerOf(type, stripped, stripped);
                });
    }

    /** The number that is written just so; null for a text that another number, or none, would have. */
    private static @Nullable Object integerOf(Class<?> type, String digits, String canonical) {
        if (digits.isEmpty() || digits.length() > 20) {
            return null;
        }
        try {
            long number = Long.parseLong(digits);
            if (!Long.toString(number).equals(canonical)) {
                return null;
            }
            boolean isInt = type == int.class || type == Integer.class;
            return isInt ? (Object) Math.toIntExact(number) : (Object) number;
        } catch (NumberFormatException | ArithmeticException e) {
            return null;
        }
    }

    private static @Nullable Object uuid(String text) {
        try {
            UUID uuid = UUID.fromString(text);
            return uuid.toString().equals(text) ? uuid : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static final int FIXED = 1;
    private static final int ORDERED = 2;
    private static final int REVERSIBLE = 4;

    private static PartCodec codec(
            Class<?> type,
            String description,
            int traits,
            Function<Object, String> encode,
            Function<String, @Nullable Object> decode) {
        return new Typed(type, description, traits, encode, decode);
    }

    private record Typed(
            Class<?> type,
            String description,
            int traits,
            Function<Object, String> encoder,
            Function<String, @Nullable Object> decoder)
            implements PartCodec {
        @Override
        public String encode(Object value) {
            boolean fits = isInteger(type)
                    ? isInteger(value.getClass())
                    : type == Instant.class || type == LocalDate.class
                            ? value instanceof Instant || value instanceof LocalDate
                            : type.isPrimitive() || Number.class.isAssignableFrom(type)
                                    ? value instanceof Number || value instanceof Boolean
                                    : type.isInstance(value);
            if (!fits) {
                throw new IllegalArgumentException(
                        "it is a " + value.getClass().getSimpleName() + ", not a " + type.getSimpleName());
            }
            return encoder.apply(value);
        }

        @Override
        public @Nullable Object decode(String text) {
            return decoder.apply(text);
        }

        @Override
        public boolean fixedWidth() {
            return (traits & FIXED) != 0;
        }

        @Override
        public boolean ordered() {
            return (traits & ORDERED) != 0;
        }

        @Override
        public boolean reversible() {
            return (traits & REVERSIBLE) != 0;
        }

        @Override
        public boolean freeText() {
            return type == String.class;
        }
    }

    private record FreeText() implements PartCodec {
        @Override
        public String encode(Object value) {
            if (value instanceof String text) {
                return text;
            }
            throw new IllegalArgumentException("it is a " + value.getClass().getSimpleName() + ", not a String");
        }

        @Override
        public String decode(String text) {
            return text;
        }

        @Override
        public Class<?> type() {
            return String.class;
        }

        @Override
        public String description() {
            return "text";
        }

        @Override
        public boolean fixedWidth() {
            return false;
        }

        @Override
        public boolean ordered() {
            return true;
        }

        @Override
        public boolean reversible() {
            return true;
        }

        @Override
        public boolean freeText() {
            return true;
        }
    }
}
