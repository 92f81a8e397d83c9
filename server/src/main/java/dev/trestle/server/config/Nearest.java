package dev.trestle.server.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What somebody probably meant. */
final class Nearest {
    private Nearest() {}

    /** The candidate that takes the fewest changes of a letter; empty if all are too far away to be meant. */
    static Optional<String> of(String word, Collection<String> candidates) {
        return candidates.stream()
                .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
                .filter(candidate -> distance(word, candidate) <= Math.max(2, word.length() / 2));
    }

    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int same = one.charAt(i - 1) == other.charAt(j - 1) ? diagonal : diagonal + 1;
                diagonal = row[j];
                row[j] = Math.min(same, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
