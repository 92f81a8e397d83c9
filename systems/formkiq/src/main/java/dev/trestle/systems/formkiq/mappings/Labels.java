package dev.trestle.systems.formkiq.mappings;

import dev.trestle.systems.formkiq.model.Mappings.LabelMatchingType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Finds labels among the words of a text. Both are compared in lower case, by letters and digits alone; a label of several words
 * is compared with as many words that follow each other.
 */
final class Labels {
    /** How much alike two texts are that count as the same, of 0 to 1. */
    private static final double ALIKE = 0.8;

    private static final int WORDS_MAX = 200_000;
    private static final int MATCHES_MAX = 1000;

    private final String text;
    private final List<Word> words;

    private Labels(String text, List<Word> words) {
        this.text = text;
        this.words = words;
    }

    /** A word of a text, with what of it is compared. */
    private record Word(int from, int to, String plain) {}

    /**
     * A label that was found.
     *
     * @param score of 0 to 1
     * @param to where it ends
     */
    record Match(double score, int from, int to) {
        /** How much of a text it is. */
        double share(String whole) {
            return (double) (to - from) / Math.max(1, whole.length());
        }
    }

    static Labels in(String text) {
        return new Labels(text, words(text));
    }

    private static List<Word> words(String text) {
        List<Word> words = new ArrayList<>();
        int from = -1;
        for (int i = 0; i <= text.length() && words.size() < WORDS_MAX; i++) {
            boolean isBetween = i == text.length() || isBetween(text.charAt(i));
            if (isBetween && from >= 0) {
                String plain = plain(text.substring(from, i));
                if (!plain.isEmpty()) {
                    words.add(new Word(from, i, plain));
                }
                from = -1;
            } else if (!isBetween && from < 0) {
                from = i;
            }
        }
        return words;
    }

    private static boolean isBetween(char c) {
        return Character.isWhitespace(c) || c == '/' || c == ':' || c == '\\' || c == '|';
    }

    private static String plain(String word) {
        StringBuilder plain = new StringBuilder();
        word.toLowerCase(Locale.ROOT)
                .codePoints()
                .filter(Character::isLetterOrDigit)
                .forEach(plain::appendCodePoint);
        return plain.toString();
    }

    /** Where a label is, the best matches first, of equally good ones the first in the text. */
    List<Match> find(String label, LabelMatchingType type) {
        List<Word> wanted = words(label);
        int count = wanted.size();
        if (count == 0) {
            return List.of();
        }
        String plain = joined(wanted, 0, count);
        List<Match> found = new ArrayList<>();
        for (int i = 0; i + count <= words.size() && found.size() < MATCHES_MAX; i++) {
            double score = score(joined(words, i, count), plain, type);
            if (score > 0) {
                found.add(new Match(
                        score, words.get(i).from(), words.get(i + count - 1).to()));
            }
        }
        found.sort(Comparator.comparingDouble(Match::score).reversed().thenComparingInt(Match::from));
        return found;
    }

    private static String joined(List<Word> words, int from, int count) {
        if (count == 1) {
            return words.get(from).plain();
        }
        StringBuilder text = new StringBuilder();
        for (int i = from; i < from + count; i++) {
            text.append(i == from ? "" : " ").append(words.get(i).plain());
        }
        return text.toString();
    }

    private static double score(String found, String label, LabelMatchingType type) {
        double share = (double) Math.min(found.length(), label.length()) / Math.max(found.length(), label.length());
        return switch (type) {
            case EXACT -> found.equals(label) ? 1 : 0;
            case BEGINS_WITH -> found.startsWith(label) ? share : 0;
            case CONTAINS -> found.contains(label) ? share : 0;
            case FUZZY -> {
                double alike = share < ALIKE
                        ? 0
                        : 1 - (double) distance(found, label) / Math.max(found.length(), label.length());
                yield alike < ALIKE ? 0 : alike;
            }
        };
    }

    /** How many letters have to be changed, added or taken away (Levenshtein). */
    private static int distance(String one, String other) {
        int[] above = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int changed = above[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, Math.min(above[j], row[j - 1]) + 1);
            }
            above = row;
        }
        return above[other.length()];
    }

    /** The word behind a place, without the punctuation around it; empty if there is none. */
    String wordBehind(int at) {
        int low = 0;
        int high = words.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (words.get(middle).from() < at) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low == words.size()) {
            return "";
        }
        // A date such as 3/4/2025 is one word where values are meant.
        int from = words.get(low).from();
        int to = from;
        while (to < text.length() && !Character.isWhitespace(text.charAt(to))) {
            to++;
        }
        return trimmed(text.substring(from, to));
    }

    static String trimmed(String word) {
        int from = 0;
        int to = word.length();
        while (from < to && isPunctuation(word.charAt(from))) {
            from++;
        }
        while (to > from && isPunctuation(word.charAt(to - 1))) {
            to--;
        }
        return word.substring(from, to);
    }

    private static boolean isPunctuation(char c) {
        return ",;:.!?\"'()[]{}<>#|".indexOf(c) >= 0;
    }

    String behind(Match match) {
        return text.substring(match.to());
    }
}
