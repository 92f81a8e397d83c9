package dev.trestle.model.verify;

import java.util.ArrayList;
import java.util.List;

/** A set of characters, as ranges in their order. Immutable. */
final class Characters {
    static final Characters ANY = new Characters(List.of(new Range(0, Character.MAX_VALUE)));
    static final Characters DIGITS = between('0', '9');
    static final Characters HEX_DIGITS = DIGITS.or(between('a', 'f'));

    /** What a person recognises at once, first. */
    private static final String SHOWN_FIRST = "a1bcdefghijklmnopqrstuvwxyz023456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_.:#/ ";

    private final List<Range> ranges;

    /** Both ends are in it. */
    private record Range(int first, int last) {}

    private Characters(List<Range> ranges) {
        this.ranges = ranges;
    }

    static Characters of(char only) {
        return between(only, only);
    }

    static Characters between(char first, char last) {
        return first > last ? new Characters(List.of()) : new Characters(List.of(new Range(first, last)));
    }

    /** All characters before this one. */
    static Characters before(char end) {
        return end == 0 ? new Characters(List.of()) : between((char) 0, (char) (end - 1));
    }

    /** These without some. */
    Characters except(String excluded) {
        Characters rest = this;
        for (char c : excluded.toCharArray()) {
            rest = rest.except(c);
        }
        return rest;
    }

    private Characters except(char excluded) {
        List<Range> rest = new ArrayList<>();
        for (Range range : ranges) {
            if (excluded < range.first || excluded > range.last) {
                rest.add(range);
                continue;
            }
            if (range.first < excluded) {
                rest.add(new Range(range.first, excluded - 1));
            }
            if (excluded < range.last) {
                rest.add(new Range(excluded + 1, range.last));
            }
        }
        return new Characters(rest);
    }

    /** These, and others that are not among them. */
    Characters or(Characters others) {
        List<Range> both = new ArrayList<>(ranges);
        both.addAll(others.ranges);
        return new Characters(both);
    }

    Characters and(Characters other) {
        List<Range> both = new ArrayList<>();
        for (Range mine : ranges) {
            for (Range theirs : other.ranges) {
                int first = Math.max(mine.first, theirs.first);
                int last = Math.min(mine.last, theirs.last);
                if (first <= last) {
                    both.add(new Range(first, last));
                }
            }
        }
        return new Characters(both);
    }

    boolean isEmpty() {
        return ranges.isEmpty();
    }

    boolean contains(char c) {
        for (Range range : ranges) {
            if (range.first <= c && c <= range.last) {
                return true;
            }
        }
        return false;
    }

    /** One of them, to be shown. */
    char example() {
        for (char c : SHOWN_FIRST.toCharArray()) {
            if (contains(c)) {
                return c;
            }
        }
        return (char) ranges.get(0).first;
    }
}
