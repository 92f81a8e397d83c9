package dev.trestle.engine.item;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Numbers;

/**
 * Writes numbers so that the order of the bytes, unsigned, is the order of the numbers.
 *
 * <pre>
 * zero      sign
 * positive  sign · exponent · pair+       of ±0.p₁p₂… · 100^exponent, p₁ and the last pair not 00
 * negative  the same with all bits of exponent and pairs turned
 * </pre>
 *
 * The exponent is biased to be positive. A pair of digits is written as twice its value, plus one if another follows: so 0.12
 * comes before 0.1201 and that before 0.13, and the last pair says that it is the last.
 */
final class NumberKeyCodec {
    private static final int NEGATIVE = 0x01;
    private static final int ZERO = 0x02;
    private static final int POSITIVE = 0x03;

    /** Makes the exponents of DynamoDB's range, -64 to 63, 1 to 128. */
    private static final int EXPONENT_BIAS = 65;

    /** 38 digits, of which the first may be alone in its pair. */
    private static final int PAIRS_MAX = 20;

    private static final int PAIR_VALUE_MAX = 99;

    private NumberKeyCodec() {}

    static void write(ByteWriter out, String canonical) {
        if (canonical.equals("0")) {
            out.writeByte(ZERO);
            return;
        }
        boolean negative = canonical.charAt(0) == '-';
        int turn = negative ? 0xFF : 0;
        int exponent = Numbers.exponent(canonical);
        out.writeByte(negative ? NEGATIVE : POSITIVE);
        out.writeByte((Math.floorDiv(exponent + 1, 2) + EXPONENT_BIAS) ^ turn);
        int digitsLeft = Numbers.significantDigits(canonical);
        int at = firstDigit(canonical);
        // With an odd exponent the first pair is 0d.
        boolean upperDone = (exponent & 1) != 0;
        int upper = 0;
        while (digitsLeft > 0) {
            char c = canonical.charAt(at++);
            if (c == '.') {
                continue;
            }
            digitsLeft--;
            int digit = c - '0';
            if (!upperDone && digitsLeft > 0) {
                upper = digit;
                upperDone = true;
                continue;
            }
            int pair = upperDone ? upper * 10 + digit : digit * 10;
            out.writeByte((pair * 2 + (digitsLeft > 0 ? 1 : 0)) ^ turn);
            upperDone = false;
        }
    }

    static int skip(byte[] key, int position) {
        int sign = byteAt(key, position);
        if (sign == ZERO) {
            return position + 1;
        }
        int turn = turn(sign);
        int at = position + 2;
        int limit = at + PAIRS_MAX;
        while (((byteAt(key, at++) ^ turn) & 1) != 0) {
            if (at >= limit) {
                throw new IllegalStateException("a number in a stored key has no end");
            }
        }
        return at;
    }

    static String read(byte[] key, int position) {
        int sign = byteAt(key, position);
        if (sign == ZERO) {
            return "0";
        }
        int turn = turn(sign);
        int exponent = ((byteAt(key, position + 1) ^ turn) - EXPONENT_BIAS) * 2;
        int end = skip(key, position);
        char[] digits = new char[PAIRS_MAX * 2];
        int count = 0;
        for (int at = position + 2; at < end; at++) {
            int pair = (byteAt(key, at) ^ turn) >> 1;
            if (pair > PAIR_VALUE_MAX) {
                throw new IllegalStateException("a number in a stored key has the digit pair " + pair);
            }
            if (pair < 10 && count == 0) {
                exponent--;
            } else {
                digits[count++] = (char) ('0' + pair / 10);
            }
            digits[count++] = (char) ('0' + pair % 10);
        }
        if (digits[0] == '0' || (count > 1 && digits[count - 1] == '0' && digits[count - 2] == '0')) {
            throw new IllegalStateException("a number in a stored key has zeros at an end");
        }
        try {
            return Numbers.plain(sign == NEGATIVE, digits, digits[count - 1] == '0' ? count - 1 : count, exponent);
        } catch (EngineException e) {
            throw new IllegalStateException("a number in a stored key is out of range", e);
        }
    }

    private static int firstDigit(String canonical) {
        int at = 0;
        while (canonical.charAt(at) < '1' || canonical.charAt(at) > '9') {
            at++;
        }
        return at;
    }

    private static int turn(int sign) {
        return switch (sign) {
            case POSITIVE -> 0;
            case NEGATIVE -> 0xFF;
            default -> throw new IllegalStateException("a number in a stored key has the sign " + sign);
        };
    }

    private static int byteAt(byte[] key, int at) {
        if (at >= key.length) {
            throw new IllegalStateException("a number in a stored key runs past the key's end");
        }
        return key[at] & 0xFF;
    }
}
