package dev.trestle.model.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Numbers as text whose order is that of the numbers, negative and fractional ones too.
 *
 * <p>Zero is {@code 1}. A positive number is {@code 1}, its exponent plus 500 in three digits, and its digits; a negative one is
 * {@code 0}, then the same with every digit taken from nine, and {@code ~}, so that of two that begin alike the longer is the smaller.
 */
public final class SortableNumber {
    private static final int EXPONENT_SHIFT = 500;
    private static final int EXPONENT_MAX = 499;
    private static final int DIGITS_MAX = 38;

    private SortableNumber() {}

    /**
     * The text of a number.
     *
     * @throws IllegalArgumentException if it has more than 38 digits, or is larger or smaller than any that DynamoDB stores
     */
    public static String encode(BigDecimal number) {
        if (number.signum() == 0) {
            return "1";
        }
        BigDecimal stripped = number.stripTrailingZeros();
        String digits = stripped.unscaledValue().abs().toString();
        long exponent = (long) digits.length() - stripped.scale();
        if (digits.length() > DIGITS_MAX || Math.abs(exponent) > EXPONENT_MAX) {
            throw new IllegalArgumentException("it has more than 38 digits, or too large an exponent");
        }
        String text = String.format("%03d", exponent + EXPONENT_SHIFT) + digits;
        return number.signum() > 0 ? "1" + text : "0" + complement(text) + "~";
    }

    /** The number of a text; null if no number has it. */
    public static @Nullable BigDecimal decode(String text) {
        if (text.equals("1")) {
            return BigDecimal.ZERO;
        }
        boolean negative = text.startsWith("0") && text.endsWith("~");
        if (!negative && !text.startsWith("1") || text.length() < (negative ? 6 : 5)) {
            return null;
        }
        String body = negative ? complement(text.substring(1, text.length() - 1)) : text.substring(1);
        if (!body.chars().allMatch(c -> c >= '0' && c <= '9') || body.length() > DIGITS_MAX + 3) {
            return null;
        }
        String digits = body.substring(3);
        int exponent = Integer.parseInt(body.substring(0, 3)) - EXPONENT_SHIFT;
        BigDecimal number = new BigDecimal(new BigInteger(digits), digits.length() - exponent);
        BigDecimal signed = negative ? number.negate() : number;
        return signed.signum() != 0 && encode(signed).equals(text) ? signed : null;
    }

    private static String complement(String digits) {
        StringBuilder complement = new StringBuilder(digits.length());
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            complement.append(c >= '0' && c <= '9' ? (char) ('9' - c + '0') : c);
        }
        return complement.toString();
    }
}
