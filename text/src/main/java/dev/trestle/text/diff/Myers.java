package dev.trestle.text.diff;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The shortest way from one sequence of numbers to another, as long as that is short: Myers' algorithm, whose cost grows with the square
 * of the number of differences, up to a bound.
 */
final class Myers {
    private final int[] left;
    private final int[] right;

    Myers(int[] left, int[] right) {
        this.left = left;
        this.right = right;
    }

    /** Pairs of equal places, in order; null if there are more than {@code differencesMax} differences. */
    @Nullable
    List<int[]> matches(int leftFrom, int leftTo, int rightFrom, int rightTo, int differencesMax) {
        int n = leftTo - leftFrom;
        int m = rightTo - rightFrom;
        int max = Math.min(n + m, differencesMax);
        int[] furthest = new int[2 * max + 3];
        int middle = max + 1;
        List<int[]> trace = new ArrayList<>();
        for (int d = 0; d <= max; d++) {
            // Only what this step can reach is kept: the whole would be the bound's square for every step.
            int[] kept = new int[2 * d + 3];
            System.arraycopy(furthest, middle - d - 1, kept, 0, 2 * d + 3);
            trace.add(kept);
            for (int k = -d; k <= d; k += 2) {
                boolean down = k == -d || k != d && furthest[middle + k - 1] < furthest[middle + k + 1];
                int x = down ? furthest[middle + k + 1] : furthest[middle + k - 1] + 1;
                int y = x - k;
                while (x < n && y < m && left[leftFrom + x] == right[rightFrom + y]) {
                    x++;
                    y++;
                }
                furthest[middle + k] = x;
                if (x >= n && y >= m) {
                    return walkBack(trace, d, leftFrom, leftTo, rightFrom, rightTo);
                }
            }
        }
        return null;
    }

    private static List<int[]> walkBack(
            List<int[]> trace, int differences, int leftFrom, int leftTo, int rightFrom, int rightTo) {
        List<int[]> matches = new ArrayList<>();
        int x = leftTo - leftFrom;
        int y = rightTo - rightFrom;
        for (int d = differences; d > 0; d--) {
            int[] before = trace.get(d);
            int middle = d + 1;
            int k = x - y;
            boolean down = k == -d || k != d && before[middle + k - 1] < before[middle + k + 1];
            int previousK = down ? k + 1 : k - 1;
            int previousX = before[middle + previousK];
            int previousY = previousX - previousK;
            int startX = down ? previousX : previousX + 1;
            while (x > startX) {
                x--;
                y--;
                matches.add(new int[] {leftFrom + x, rightFrom + y});
            }
            x = previousX;
            y = previousY;
        }
        while (x > 0) {
            x--;
            y--;
            matches.add(new int[] {leftFrom + x, rightFrom + y});
        }
        Collections.reverse(matches);
        return matches;
    }
}
