package dev.trestle.text.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * What differs between two texts, line by line, in bounded time and memory.
 *
 * <p>What both begin and end with is left out first. What lies between is compared by {@link Myers}, which is exact, as long as there are
 * few differences; beyond that, lines that stand once in either text hold the two together, and what lies between these is compared
 * alike. What has no such lines, or comes when all the work that is allowed has been done, is shown as one piece replaced by another:
 * right, if not the shortest.
 */
final class LineDiff {
    private static final int LINES_MAX = 2_000_000;
    private static final int DIFFERENCES_MAX = 600;
    private static final int DEPTH_MAX = 10;
    private static final long WORK_MAX = 60_000_000;

    private final LineIds ids;
    private final Myers myers;
    private final List<int[]> matches = new ArrayList<>();
    private long workLeft = WORK_MAX;

    private LineDiff(LineIds ids) {
        this.ids = ids;
        this.myers = new Myers(ids.left, ids.right);
    }

    /** The differences in order; none touches the next. */
    static List<Edit> of(TextLines left, TextLines right) {
        int shorter = Math.min(left.count(), right.count());
        int first = 0;
        while (first < shorter && left.isSame(first, right, first)) {
            first++;
        }
        int leftEnd = left.count();
        int rightEnd = right.count();
        while (leftEnd > first && rightEnd > first && left.isSame(leftEnd - 1, right, rightEnd - 1)) {
            leftEnd--;
            rightEnd--;
        }
        if (leftEnd == first && rightEnd == first) {
            return List.of();
        }
        Edit whole = new Edit(first, leftEnd, first, rightEnd);
        if (leftEnd == first || rightEnd == first || (long) whole.leftCount() + whole.rightCount() > LINES_MAX) {
            return List.of(whole);
        }
        LineDiff diff = new LineDiff(LineIds.of(left, leftEnd, right, rightEnd, first));
        diff.compare(0, whole.leftCount(), 0, whole.rightCount(), 0);
        return diff.edits(first, whole);
    }

    private void compare(int leftFrom, int leftTo, int rightFrom, int rightTo, int depth) {
        int a = leftFrom;
        int b = rightFrom;
        while (a < leftTo && b < rightTo && ids.left[a] == ids.right[b]) {
            matches.add(new int[] {a++, b++});
        }
        int aEnd = leftTo;
        int bEnd = rightTo;
        while (aEnd > a && bEnd > b && ids.left[aEnd - 1] == ids.right[bEnd - 1]) {
            aEnd--;
            bEnd--;
        }
        if (aEnd > a && bEnd > b) {
            between(a, aEnd, b, bEnd, depth);
        }
        for (int i = 0; i < leftTo - aEnd; i++) {
            matches.add(new int[] {aEnd + i, bEnd + i});
        }
    }

    private void between(int leftFrom, int leftTo, int rightFrom, int rightTo, int depth) {
        long lines = (long) leftTo - leftFrom + rightTo - rightFrom;
        long differences = Math.min(DIFFERENCES_MAX, lines);
        if (workLeft > differences * differences + lines) {
            workLeft -= differences * differences + lines;
            List<int[]> found = myers.matches(leftFrom, leftTo, rightFrom, rightTo, (int) differences);
            if (found != null) {
                matches.addAll(found);
                return;
            }
        }
        if (depth == DEPTH_MAX || workLeft < lines) {
            return;
        }
        workLeft -= lines;
        int a = leftFrom;
        int b = rightFrom;
        for (int[] anchor : anchors(leftFrom, leftTo, rightFrom, rightTo)) {
            compare(a, anchor[0], b, anchor[1], depth + 1);
            matches.add(anchor);
            a = anchor[0] + 1;
            b = anchor[1] + 1;
        }
        if (a > leftFrom) {
            compare(a, leftTo, b, rightTo, depth + 1);
        }
    }

    /** Lines that stand just once in either part: the longest row of them that is in the same order in both. */
    private List<int[]> anchors(int leftFrom, int leftTo, int rightFrom, int rightTo) {
        // One part is compared after another, but the table is as large as both texts have different lines.
        int[] places = new int[ids.distinct];
        Arrays.fill(places, -1);
        for (int i = leftFrom; i < leftTo; i++) {
            places[ids.left[i]] = places[ids.left[i]] == -1 ? i : -2;
        }
        int[] partners = new int[ids.distinct];
        Arrays.fill(partners, -1);
        for (int i = rightFrom; i < rightTo; i++) {
            partners[ids.right[i]] = partners[ids.right[i]] == -1 ? i : -2;
        }
        workLeft -= 2L * ids.distinct;
        int count = 0;
        int[] lefts = new int[rightTo - rightFrom];
        int[] rights = new int[rightTo - rightFrom];
        for (int i = rightFrom; i < rightTo; i++) {
            int id = ids.right[i];
            if (partners[id] == i && places[id] >= 0) {
                lefts[count] = places[id];
                rights[count++] = i;
            }
        }
        return longestRising(lefts, rights, count);
    }

    private static List<int[]> longestRising(int[] lefts, int[] rights, int count) {
        int[] tails = new int[count];
        int[] before = new int[count];
        int length = 0;
        for (int i = 0; i < count; i++) {
            int low = 0;
            int high = length;
            while (low < high) {
                int mid = (low + high) >>> 1;
                if (lefts[tails[mid]] < lefts[i]) {
                    low = mid + 1;
                } else {
                    high = mid;
                }
            }
            before[i] = low == 0 ? -1 : tails[low - 1];
            tails[low] = i;
            length = Math.max(length, low + 1);
        }
        List<int[]> rising = new ArrayList<>();
        for (int i = length == 0 ? -1 : tails[length - 1]; i >= 0; i = before[i]) {
            rising.add(new int[] {lefts[i], rights[i]});
        }
        Collections.reverse(rising);
        return rising;
    }

    private List<Edit> edits(int first, Edit whole) {
        List<Edit> edits = new ArrayList<>();
        int a = 0;
        int b = 0;
        for (int[] match : matches) {
            if (match[0] > a || match[1] > b) {
                edits.add(new Edit(first + a, first + match[0], first + b, first + match[1]));
            }
            a = match[0] + 1;
            b = match[1] + 1;
        }
        if (a < whole.leftCount() || b < whole.rightCount()) {
            edits.add(new Edit(first + a, whole.leftTo(), first + b, whole.rightTo()));
        }
        return edits;
    }
}
