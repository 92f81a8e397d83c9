package dev.trestle.engine.value;

import java.util.List;
import java.util.Map;

/**
 * Sizes as DynamoDB counts them for its limits and its capacity units, in bytes.
 *
 * <p>Names and strings count in UTF-8, binaries as they are, BOOL and NULL one byte, sets the sum of their elements, maps and
 * lists three bytes and one more per element. A number counts one byte, one per pair of digits and one if it is negative; the
 * pairs are aligned to the decimal point, so that 1.5 has two. Sizes beyond the range of an int are given as its maximum.
 */
public final class ItemSize {
    private static final int CONTAINER_OVERHEAD = 3;
    private static final int ELEMENT_OVERHEAD = 1;

    private ItemSize() {}

    public static int ofItem(Map<String, Value> canonical) {
        return bounded(entries(canonical, 0));
    }

    /** Without the attribute's name. */
    public static int ofValue(Value canonical) {
        return bounded(value(canonical));
    }

    private static long value(Value value) {
        return switch (value.type()) {
            case S -> Utf8.length(((Value.S) value).value());
            case N -> number(((Value.N) value).text());
            case B -> ((Value.B) value).value().length();
            case BOOL, NULL -> 1;
            case M -> CONTAINER_OVERHEAD + entries(((Value.M) value).entries(), ELEMENT_OVERHEAD);
            case L -> CONTAINER_OVERHEAD + elements(((Value.L) value).elements());
            case SS -> strings(((Value.SS) value).values());
            case NS -> numbers(((Value.NS) value).texts());
            case BS -> binaries(((Value.BS) value).values());
            case MALFORMED -> throw new IllegalStateException("a malformed value passed validation");
        };
    }

    private static long entries(Map<String, Value> entries, int overhead) {
        long size = 0;
        for (Map.Entry<String, Value> entry : entries.entrySet()) {
            size += overhead + Utf8.length(entry.getKey()) + value(entry.getValue());
        }
        return size;
    }

    private static long elements(List<Value> elements) {
        long size = 0;
        for (Value element : elements) {
            size += ELEMENT_OVERHEAD + value(element);
        }
        return size;
    }

    private static long strings(List<String> strings) {
        long size = 0;
        for (String string : strings) {
            size += Utf8.length(string);
        }
        return size;
    }

    private static long numbers(List<String> numbers) {
        long size = 0;
        for (String number : numbers) {
            size += number(number);
        }
        return size;
    }

    private static long binaries(List<Bytes> binaries) {
        long size = 0;
        for (Bytes binary : binaries) {
            size += binary.length();
        }
        return size;
    }

    private static int number(String canonical) {
        if (canonical.equals("0")) {
            return 1;
        }
        // An odd exponent leaves the first digit as the lower half of its pair.
        int halves = Numbers.significantDigits(canonical) + (Numbers.exponent(canonical) & 1);
        return 1 + (halves + 1) / 2 + (Numbers.isNegative(canonical) ? 1 : 0);
    }

    private static int bounded(long size) {
        return (int) Math.min(size, Integer.MAX_VALUE);
    }
}
