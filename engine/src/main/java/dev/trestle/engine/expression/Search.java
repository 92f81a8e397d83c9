package dev.trestle.engine.expression;

import java.util.function.IntUnaryOperator;

/**
 * Looks for one string or binary within another, in time linear in both: the plain way takes the product of their
 * lengths, which is seconds for two values of some hundred kilobytes that were made for it. Knuth, Morris and Pratt's
 * algorithm.
 */
final class Search {
    /** Up to here the plain way is fast enough whatever the content. */
    private static final int SHORT_LENGTH = 64;

    private Search() {}

    static boolean contains(String whole, String part) {
        return part.length() <= SHORT_LENGTH
                ? whole.contains(part)
                : contains(whole.length(), whole::charAt, part.length(), part::charAt);
    }

    static boolean contains(byte[] whole, byte[] part) {
        return contains(whole.length, i -> whole[i], part.length, i -> part[i]);
    }

    private static boolean contains(int wholeLength, IntUnaryOperator whole, int partLength, IntUnaryOperator part) {
        if (partLength == 0) {
            return true;
        }
        if (partLength > wholeLength) {
            return false;
        }
        int[] borders = borders(partLength, part);
        int matched = 0;
        for (int i = 0; i < wholeLength; i++) {
            int unit = whole.applyAsInt(i);
            while (matched > 0 && unit != part.applyAsInt(matched)) {
                matched = borders[matched - 1];
            }
            if (unit == part.applyAsInt(matched) && ++matched == partLength) {
                return true;
            }
        }
        return false;
    }

    /** For each start of the part: how long its longest proper start is that it also ends with. */
    private static int[] borders(int length, IntUnaryOperator part) {
        int[] borders = new int[length];
        int border = 0;
        for (int i = 1; i < length; i++) {
            while (border > 0 && part.applyAsInt(i) != part.applyAsInt(border)) {
                border = borders[border - 1];
            }
            if (part.applyAsInt(i) == part.applyAsInt(border)) {
                border++;
            }
            borders[i] = border;
        }
        return borders;
    }
}
