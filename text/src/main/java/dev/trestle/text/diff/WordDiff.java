package dev.trestle.text.diff;

import dev.trestle.text.diff.SideBySideDiff.Span;
import java.util.ArrayList;
import java.util.List;

/**
 * Which words differ between two lines. All lines that it is asked about share one allowance of work; when that is spent, and where two
 * lines have little in common, it names none. For one thread.
 */
final class WordDiff {
    private static final long WORK_MAX = 40_000_000;
    private static final int DIFFERENCES_MAX = 600;

    private long workLeft = WORK_MAX;

    /** What differs in either line. */
    record Spans(List<Span> left, List<Span> right) {
        static final Spans NONE = new Spans(List.of(), List.of());
    }

    Spans of(String left, String right) {
        TextLines a = TextLines.words(left);
        TextLines b = TextLines.words(right);
        long most = Math.min(DIFFERENCES_MAX, (long) a.count() + b.count());
        long work = most * most + left.length() + right.length();
        if (work > workLeft) {
            return Spans.NONE;
        }
        workLeft -= work;
        int[] leftPlaces = places(a);
        int[] rightPlaces = places(b);
        List<Span> lefts = new ArrayList<>();
        List<Span> rights = new ArrayList<>();
        for (Edit edit : LineDiff.of(a, b)) {
            add(lefts, left, leftPlaces[edit.leftFrom()], leftPlaces[edit.leftTo()]);
            add(rights, right, rightPlaces[edit.rightFrom()], rightPlaces[edit.rightTo()]);
        }
        return isAlike(left, lefts) || isAlike(right, rights) ? new Spans(lefts, rights) : Spans.NONE;
    }

    /** At least a third of a line is in the other too. */
    private static boolean isAlike(String text, List<Span> differing) {
        int changed =
                differing.stream().mapToInt(span -> span.to() - span.from()).sum();
        return 3 * changed <= 2 * text.length() && changed < text.length();
    }

    /** Where each word begins, in characters; and where the last one ends. */
    private static int[] places(TextLines words) {
        int[] places = new int[words.count() + 1];
        int at = 0;
        for (int i = 0; i < words.count(); i++) {
            places[i] = at;
            for (int b = words.start(i); b < words.end(i); b++) {
                int lead = words.bytes()[b] & 0xF8;
                // What follows a character's first byte begins with 10; four bytes are two characters of a string.
                at += (lead & 0xC0) == 0x80 ? 0 : lead == 0xF0 ? 2 : 1;
            }
        }
        places[words.count()] = at;
        return places;
    }

    /** What only blanks part is one span. */
    private static void add(List<Span> spans, String text, int from, int to) {
        if (from == to) {
            return;
        }
        Span last = spans.isEmpty() ? null : spans.get(spans.size() - 1);
        if (last != null && text.substring(last.to(), from).isBlank()) {
            spans.set(spans.size() - 1, new Span(last.from(), to));
        } else {
            spans.add(new Span(from, to));
        }
    }
}
