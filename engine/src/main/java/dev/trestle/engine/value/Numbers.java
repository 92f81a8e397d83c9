package dev.trestle.engine.value;

import dev.trestle.engine.EngineException;
import java.math.BigDecimal;

/**
 * DynamoDB's number type: exact decimals of up to {@value #DIGITS_MAX} significant digits, zero or with a first digit between
 * 1E-130 and 9E+125, of either sign.
 *
 * <p>The <em>canonical</em> text of a number is its plain notation: no exponent, no plus sign, no zeros that could be left out,
 * and no minus before zero. Every method but {@link #canonical} takes canonical text and relies on it.
 */
public final class Numbers {
    static final int DIGITS_MAX = 38;

    /** Bounds of {@link #exponent}: 9E+125 = 0.9 · 10^126 and 1E-130 = 0.1 · 10^-129. */
    static final int EXPONENT_MAX = 126;

    static final int EXPONENT_MIN = -129;

    /** So many digits, and the sum of two such numbers, fit a long. */
    private static final int LONG_DIGITS = 18;

    private static final String OVERFLOW =
            "Number overflow. Attempting to store a number with magnitude larger than supported range";
    private static final String UNDERFLOW =
            "Number underflow. Attempting to store a number with magnitude smaller than supported range";
    private static final String TOO_PRECISE =
            "Attempting to store more than " + DIGITS_MAX + " significant digits in a Number";

    private Numbers() {}

    /** The canonical text of a number as a client wrote it, the same object if that is canonical already. */
    public static String canonical(String text) {
        return isShortInteger(text) ? text : DecimalScanner.canonical(text);
    }

    public static int compare(String a, String b) {
        boolean negative = isNegative(a);
        if (negative != isNegative(b)) {
            return negative ? -1 : 1;
        }
        return negative ? compareMagnitudes(b, a, 1) : compareMagnitudes(a, b, 0);
    }

    public static String add(String a, String b) {
        if (isShortInteger(a) && isShortInteger(b)) {
            return Long.toString(Long.parseLong(a) + Long.parseLong(b));
        }
        return result(new BigDecimal(a).add(new BigDecimal(b)));
    }

    public static String subtract(String a, String b) {
        if (isShortInteger(a) && isShortInteger(b)) {
            return Long.toString(Long.parseLong(a) - Long.parseLong(b));
        }
        return result(new BigDecimal(a).subtract(new BigDecimal(b)));
    }

    /** What has too many digits to be exact is too large for the service, whatever its magnitude. */
    private static String result(BigDecimal exact) {
        if (exact.stripTrailingZeros().precision() > DIGITS_MAX) {
            throw EngineException.validation(OVERFLOW);
        }
        return canonical(exact.toPlainString());
    }

    /** How many digits there are from the first to the last that is not zero; 1 for zero itself. */
    public static int significantDigits(String canonical) {
        int first = -1;
        int last = -1;
        int digits = 0;
        for (int at = isNegative(canonical) ? 1 : 0; at < canonical.length(); at++) {
            char c = canonical.charAt(at);
            if (c == '.') {
                continue;
            }
            if (c != '0') {
                first = first < 0 ? digits : first;
                last = digits;
            }
            digits++;
        }
        return last - first + 1;
    }

    /** The e of the number written as ±0.d₁d₂… · 10^e with d₁ not zero; 0 for zero. */
    public static int exponent(String canonical) {
        int start = isNegative(canonical) ? 1 : 0;
        int point = canonical.indexOf('.');
        if (canonical.charAt(start) != '0') {
            return (point < 0 ? canonical.length() : point) - start;
        }
        if (point < 0) {
            return 0;
        }
        int firstDigit = point + 1;
        while (canonical.charAt(firstDigit) == '0') {
            firstDigit++;
        }
        return point + 1 - firstDigit;
    }

    /**
     * The canonical text of ±0.d₁d₂… · 10^exponent, the inverse of {@link #exponent} and the significant digits. The first and
     * the last of the {@code count} digits, given as characters, are not zero.
     *
     * @throws EngineException if the number is out of DynamoDB's range
     */
    public static String plain(boolean negative, char[] digits, int count, long exponent) {
        checkRange(count, exponent);
        StringBuilder text = new StringBuilder(Math.abs((int) exponent) + count + 3);
        if (negative) {
            text.append('-');
        }
        if (exponent <= 0) {
            text.append("0.");
            appendZeros(text, (int) -exponent).append(digits, 0, count);
        } else if (exponent >= count) {
            appendZeros(text.append(digits, 0, count), (int) exponent - count);
        } else {
            int whole = (int) exponent;
            text.append(digits, 0, whole).append('.').append(digits, whole, count - whole);
        }
        return text.toString();
    }

    static boolean isNegative(String canonical) {
        return canonical.charAt(0) == '-';
    }

    static void checkRange(int digitCount, long exponent) {
        if (exponent > EXPONENT_MAX) {
            throw EngineException.validation(OVERFLOW);
        }
        if (exponent < EXPONENT_MIN) {
            throw EngineException.validation(UNDERFLOW);
        }
        if (digitCount > DIGITS_MAX) {
            throw EngineException.validation(TOO_PRECISE);
        }
    }

    /** Whether the text is a canonical integer of at most {@value #LONG_DIGITS} digits; true of most numbers that are stored. */
    private static boolean isShortInteger(String text) {
        int length = text.length();
        int start = length > 0 && text.charAt(0) == '-' ? 1 : 0;
        if (length == start || length - start > LONG_DIGITS) {
            return false;
        }
        char first = text.charAt(start);
        if (first == '0') {
            return length == 1;
        }
        for (int at = start; at < length; at++) {
            char c = text.charAt(at);
            if (c < '0' || c > '9') {
                return false;
            }
        }
        return true;
    }

    /** Of two numbers with whole parts of one length the points stand at one place, so the characters decide. */
    private static int compareMagnitudes(String a, String b, int start) {
        int byWhole = Integer.compare(wholeEnd(a), wholeEnd(b));
        if (byWhole != 0) {
            return byWhole;
        }
        int common = Math.min(a.length(), b.length());
        for (int at = start; at < common; at++) {
            int difference = a.charAt(at) - b.charAt(at);
            if (difference != 0) {
                return difference;
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    private static int wholeEnd(String canonical) {
        int point = canonical.indexOf('.');
        return point < 0 ? canonical.length() : point;
    }

    private static StringBuilder appendZeros(StringBuilder text, int count) {
        for (int i = 0; i < count; i++) {
            text.append('0');
        }
        return text;
    }
}
