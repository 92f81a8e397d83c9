package dev.trestle.model.mapping;

import dev.trestle.model.time.TimeFormat;
import dev.trestle.model.time.TimeLayout;
import dev.trestle.model.value.WireNames;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The codecs of values that hold no others. */
final class ValueCodecs {
    static final AttributeValue TRUE = AttributeValue.createBool(true);
    static final AttributeValue FALSE = AttributeValue.createBool(false);
    static final AttributeValue NULL = AttributeValue.createNul(true);

    /** As many digits as DynamoDB's numbers have. */
    private static final Pattern DIGITS = Pattern.compile("-?[0-9]{1,38}(\\.[0-9]{1,38})?");

    private static final int SMALL_MAX = 128;
    private static final AttributeValue[] SMALL = smallNumbers();

    private ValueCodecs() {}

    /** The codec of a type; null if it holds other values, or is none that an attribute can have. */
    static @Nullable ValueCodec of(Class<?> type, TimeFormat times) {
        if (type == String.class) {
            return new FrequentCodecs.Text();
        }
        if (type == int.class || type == Integer.class) {
            return new FrequentCodecs.Int();
        }
        if (type == long.class || type == Long.class) {
            return new FrequentCodecs.Whole();
        }
        if (type == Instant.class) {
            return time(times);
        }
        if (type == boolean.class || type == Boolean.class) {
            return new Simple(value -> (Boolean) value ? TRUE : FALSE, ValueCodecs::bool, "Boolean");
        }
        if (type.isEnum()) {
            WireNames names = WireNames.of(type);
            return new FrequentCodecs.Constant(names);
        }
        if (type == LocalDate.class) {
            return text(Object::toString, ValueCodecs::date, "String (yyyy-MM-dd)");
        }
        if (type == UUID.class) {
            return text(Object::toString, ValueCodecs::uuid, "String (UUID)");
        }
        if (type == AttributeValue.class) {
            return new Simple(value -> (AttributeValue) value, value -> value, "any");
        }
        if (type == byte[].class) {
            return new Simple(
                    value -> AttributeValue.createB(SdkBytes.fromByteArray((byte[]) value)),
                    value -> known(value.b(), "is not binary", value).asByteArray(),
                    "Binary");
        }
        if (type == SdkBytes.class) {
            return new Simple(
                    value -> AttributeValue.createB((SdkBytes) value),
                    value -> known(value.b(), "is not binary", value),
                    "Binary");
        }
        Function<String, Object> number = number(type);
        return number == null
                ? null
                : new Numeric(new Simple(ValueCodecs::number, value -> numberOf(value, number), "Number"));
    }

    /** A codec of numbers, which may be stored as text. */
    private record Numeric(ValueCodec exact) implements ValueCodec {
        @Override
        public @Nullable AttributeValue write(Object value) {
            return exact.write(value);
        }

        @Override
        public Object read(AttributeValue value) {
            return exact.read(value);
        }

        @Override
        public Object readLeniently(AttributeValue value) {
            return exact.read(asNumber(value));
        }

        @Override
        public String typeName() {
            return exact.typeName();
        }
    }

    private record Simple(
            Function<Object, AttributeValue> writer, Function<AttributeValue, Object> reader, String typeName)
            implements ValueCodec {
        @Override
        public AttributeValue write(Object value) {
            return writer.apply(value);
        }

        @Override
        public Object read(AttributeValue value) {
            return reader.apply(value);
        }
    }

    private static ValueCodec text(Function<Object, String> write, Function<String, Object> read, String typeName) {
        return new Simple(
                value -> AttributeValue.createS(write.apply(value)),
                value -> read.apply(known(value.s(), "is not a string", value)),
                typeName);
    }

    private static ValueCodec time(TimeFormat format) {
        TimeLayout layout = format.layout();
        if (layout != null) {
            return text(
                    value -> layout.format((Instant) value), text -> instant(layout, text), "String (" + layout + ")");
        }
        boolean millis = format == TimeFormat.EPOCH_MILLIS;
        return new Numeric(new Simple(
                value -> {
                    Instant instant = (Instant) value;
                    return number(millis ? instant.toEpochMilli() : instant.getEpochSecond());
                },
                value -> numberOf(value, text -> {
                    long count = new BigDecimal(text).longValue();
                    return millis ? Instant.ofEpochMilli(count) : Instant.ofEpochSecond(count);
                }),
                millis ? "Number (milliseconds)" : "Number (seconds)"));
    }

    /** Other programs may write a time with more or fewer digits; it is the same time. */
    private static Object instant(TimeLayout layout, String text) {
        Instant instant = layout.parse(text);
        if (instant != null) {
            return instant;
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new Mismatch("is not a time like " + layout, text);
        }
    }

    private static Object bool(AttributeValue value) {
        return known(value.bool(), "is not true or false", value);
    }

    private static Object date(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException e) {
            throw new Mismatch("is not a date like yyyy-MM-dd", text);
        }
    }

    private static Object uuid(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new Mismatch("is not a UUID", text);
        }
    }

    static <T> T known(@Nullable T value, String problem, Object found) {
        if (value == null) {
            throw new Mismatch(problem, found);
        }
        return value;
    }

    /** A number's attribute. */
    static AttributeValue number(Object value) {
        if (value instanceof Integer small && small >= 0 && small < SMALL_MAX) {
            return SMALL[small];
        }
        if (value instanceof Double number && !Double.isFinite(number)
                || value instanceof Float fraction && !Float.isFinite(fraction)) {
            throw new IllegalArgumentException("an attribute cannot hold the number " + value);
        }
        return AttributeValue.createN(value.toString());
    }

    static Object numberOf(AttributeValue value, Function<String, Object> parse) {
        String digits = known(value.n(), "is not a number", value);
        try {
            return parse.apply(digits);
        } catch (ArithmeticException | DateTimeException | NumberFormatException e) {
            throw unfit(digits);
        }
    }

    /** Text that is a decimal number, as that number; anything else as it is. */
    static AttributeValue asNumber(AttributeValue value) {
        String text = value.s();
        return text != null && DIGITS.matcher(text).matches() ? AttributeValue.createN(text) : value;
    }

    static Mismatch unfit(String digits) {
        return new Mismatch("is a number that its record cannot hold", digits);
    }

    /** How numbers of a type are read from their digits; null if the type is no number. */
    static @Nullable Function<String, Object> number(Class<?> type) {
        if (type == double.class || type == Double.class) {
            return Double::valueOf;
        }
        if (type == float.class || type == Float.class) {
            return Float::valueOf;
        }
        if (type == BigDecimal.class) {
            return BigDecimal::new;
        }
        if (type == BigInteger.class) {
            return digits -> new BigDecimal(digits).toBigIntegerExact();
        }
        return null;
    }

    static boolean isPlain(String digits) {
        return digits.indexOf('.') < 0 && digits.indexOf('E') < 0 && digits.indexOf('e') < 0;
    }

    private static AttributeValue[] smallNumbers() {
        AttributeValue[] numbers = new AttributeValue[SMALL_MAX];
        for (int i = 0; i < SMALL_MAX; i++) {
            numbers[i] = AttributeValue.createN(Integer.toString(i));
        }
        return numbers;
    }
}
