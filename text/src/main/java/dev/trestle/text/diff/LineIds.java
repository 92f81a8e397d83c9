package dev.trestle.text.diff;

import java.util.Arrays;

/** Numbers for the lines of a part of two texts, the same for the same line: what is compared from then on are numbers. */
final class LineIds {
    final int[] left;
    final int[] right;
    final int distinct;

    private LineIds(int[] left, int[] right, int distinct) {
        this.left = left;
        this.right = right;
        this.distinct = distinct;
    }

    /** Of the lines from {@code first} up to the ends, which are not included. */
    static LineIds of(TextLines leftText, int leftEnd, TextLines rightText, int rightEnd, int first) {
        int leftCount = leftEnd - first;
        int rightCount = rightEnd - first;
        int slots = Integer.highestOneBit(Math.max(16, leftCount + rightCount)) * 4;
        int[] table = new int[slots];
        Arrays.fill(table, -1);
        int[] owners = new int[leftCount + rightCount];
        int[] left = new int[leftCount];
        int[] right = new int[rightCount];
        int distinct = 0;
        for (int i = 0; i < leftCount + rightCount; i++) {
            boolean isLeft = i < leftCount;
            TextLines text = isLeft ? leftText : rightText;
            int line = first + (isLeft ? i : i - leftCount);
            int slot = text.hash(line) & (slots - 1);
            while (table[slot] >= 0) {
                int owner = owners[table[slot]];
                boolean ownerIsLeft = owner < leftCount;
                TextLines ownerText = ownerIsLeft ? leftText : rightText;
                if (text.isSame(line, ownerText, first + (ownerIsLeft ? owner : owner - leftCount))) {
                    break;
                }
                slot = (slot + 1) & (slots - 1);
            }
            if (table[slot] < 0) {
                owners[distinct] = i;
                table[slot] = distinct++;
            }
            if (isLeft) {
                left[i] = table[slot];
            } else {
                right[i - leftCount] = table[slot];
            }
        }
        return new LineIds(left, right, distinct);
    }
}
