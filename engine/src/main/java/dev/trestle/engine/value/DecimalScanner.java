package dev.trestle.engine.value;

import dev.trestle.engine.EngineException;

/**
 * Reads a number as a client may write it: a sign, digits with at most one point among or around them, an exponent.
 *
 * <p>One pass over the text, and never more than {@link Numbers#DIGITS_MAX} digits in hand: neither a huge exponent nor a
 * megabyte of digits costs more than reading it.
 */
final class DecimalScanner {
    private static final String NOT_NUMERIC = "The parameter cannot be converted to a numeric value";

    /** How much of a wrong number the message repeats. */
    private static final int ECHO_MAX = 1024;

    private final String text;
    private int at;
    private boolean negative;

    /** The digits from the first that is not zero, as far as they may be significant. */
    private final char[] digits = new char[Numbers.DIGITS_MAX];

    private int digitCount;
    private int firstNonZero = -1;
    private int lastNonZero = -1;
    private int digitsBeforePoint = -1;
    private long exponent;

    private DecimalScanner(String text) {
        this.text = text;
    }

    static String canonical(String text) {
        DecimalScanner scanner = new DecimalScanner(text);
        scanner.scan();
        String canonical = scanner.result();
        return canonical.equals(text) ? text : canonical;
    }

    private void scan() {
        negative = scanSign();
        while (at < text.length() && scanDigitOrPoint(text.charAt(at))) {
            at++;
        }
        if (digitCount == 0) {
            throw notNumeric();
        }
        if (at < text.length()) {
            scanExponent();
        }
    }

    private boolean scanSign() {
        if (at < text.length()) {
            char c = text.charAt(at);
            if (c == '-' || c == '+') {
                at++;
                return c == '-';
            }
        }
        return false;
    }

    private boolean scanDigitOrPoint(char c) {
        if (c == '.') {
            if (digitsBeforePoint >= 0) {
                throw notNumeric();
            }
            digitsBeforePoint = digitCount;
            return true;
        }
        // The digits of every script count, as they do for the service.
        int digit = Character.digit(c, 10);
        if (digit < 0) {
            return false;
        }
        if (digit != 0) {
            firstNonZero = firstNonZero < 0 ? digitCount : firstNonZero;
            lastNonZero = digitCount;
        }
        if (firstNonZero >= 0 && digitCount - firstNonZero < digits.length) {
            digits[digitCount - firstNonZero] = (char) ('0' + digit);
        }
        digitCount++;
        return true;
    }

    private void scanExponent() {
        char mark = text.charAt(at++);
        if (mark != 'e' && mark != 'E') {
            throw notNumeric();
        }
        boolean below = scanSign();
        if (at == text.length()) {
            throw notNumeric();
        }
        long magnitude = 0;
        for (; at < text.length(); at++) {
            int digit = Character.digit(text.charAt(at), 10);
            if (digit < 0) {
                throw notNumeric();
            }
            magnitude = magnitude * 10 + digit;
            if (magnitude > Integer.MAX_VALUE) {
                throw notNumeric();
            }
        }
        exponent = below ? -magnitude : magnitude;
    }

    private String result() {
        if (firstNonZero < 0) {
            return "0";
        }
        int before = digitsBeforePoint < 0 ? digitCount : digitsBeforePoint;
        return Numbers.plain(negative, digits, lastNonZero - firstNonZero + 1, before - firstNonZero + exponent);
    }

    private EngineException notNumeric() {
        if (text.isEmpty()) {
            return EngineException.validation(NOT_NUMERIC);
        }
        String echo = text.length() <= ECHO_MAX ? text : text.substring(0, ECHO_MAX) + "...";
        return EngineException.validation(NOT_NUMERIC + ": " + echo);
    }
}
