package dev.trestle.text.diff;

import java.util.ArrayList;
import java.util.List;

/**
 * Differences that are near each other, with the lines around them.
 *
 * @param before how many lines that both have stand in front
 * @param after how many stand behind
 */
record Hunk(List<Edit> edits, int before, int after) {
    static final int CONTEXT = 3;

    static List<Hunk> of(List<Edit> edits, int leftLines) {
        List<Hunk> hunks = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i < edits.size(); i++) {
            boolean isLast = i == edits.size() - 1
                    || edits.get(i + 1).leftFrom() - edits.get(i).leftTo() > 2 * CONTEXT;
            if (isLast) {
                List<Edit> near = List.copyOf(edits.subList(begin, i + 1));
                int before = Math.min(CONTEXT, near.get(0).leftFrom());
                int after = Math.min(CONTEXT, leftLines - edits.get(i).leftTo());
                hunks.add(new Hunk(near, before, after));
                begin = i + 1;
            }
        }
        return hunks;
    }

    int leftFrom() {
        return edits.get(0).leftFrom() - before;
    }

    int leftTo() {
        return edits.get(edits.size() - 1).leftTo() + after;
    }

    int rightFrom() {
        return edits.get(0).rightFrom() - before;
    }

    int rightTo() {
        return edits.get(edits.size() - 1).rightTo() + after;
    }
}
