package dev.trestle.model.verify;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All texts that a key can be: a finite automaton. Built from left to right; finished languages are only asked.
 *
 * <p>Two languages have a text in common if their product reaches an end of both; a short one of them is the example that a finding
 * shows. A template has at most a few hundred states, so that a product is small.
 */
final class KeyLanguage {
    /*
     * State 0 is the first, `end` the last. Steps without a character (`skips`) join what is built apart: the alternatives of an
     * enumeration, a part that may be empty.
     */
    private final List<List<Step>> steps = new ArrayList<>();
    private final List<List<Integer>> skips = new ArrayList<>();
    private int end;
    /** What every text begins with, as far as it was built from text alone; most languages are told apart by it. */
    private final StringBuilder beginning = new StringBuilder();

    private boolean beginningEnded;

    private record Step(Characters characters, int to) {}

    KeyLanguage() {
        end = state();
    }

    private int state() {
        steps.add(new ArrayList<>());
        skips.add(new ArrayList<>());
        return steps.size() - 1;
    }

    KeyLanguage text(String text) {
        if (!beginningEnded) {
            beginning.append(text);
        }
        for (char c : text.toCharArray()) {
            step(Characters.of(c));
        }
        return this;
    }

    KeyLanguage one(Characters characters) {
        beginningEnded = true;
        return step(characters);
    }

    private KeyLanguage step(Characters characters) {
        int next = state();
        steps.get(end).add(new Step(characters, next));
        end = next;
        return this;
    }

    /** Any number of these characters, none included. */
    KeyLanguage any(Characters characters) {
        beginningEnded = true;
        int loop = state();
        skips.get(end).add(loop);
        steps.get(loop).add(new Step(characters, loop));
        end = loop;
        return this;
    }

    /** One of these characters, or none. */
    KeyLanguage maybe(Characters characters) {
        int from = end;
        one(characters);
        skips.get(from).add(end);
        return this;
    }

    /** One of these texts. */
    KeyLanguage oneOf(List<String> texts) {
        beginningEnded = true;
        int from = end;
        int joined = state();
        for (String text : texts) {
            end = state();
            skips.get(from).add(end);
            text(text);
            skips.get(end).add(joined);
        }
        end = joined;
        return this;
    }

    /** What was built since a mark may be left out. */
    KeyLanguage optionalSince(int mark) {
        beginningEnded = true;
        int joined = state();
        skips.get(end).add(joined);
        skips.get(mark).add(joined);
        end = joined;
        return this;
    }

    /** Where building is now. */
    int mark() {
        return end;
    }

    /** Texts that sort before this one. */
    KeyLanguage before(String text) {
        beginningEnded = true;
        int joined = state();
        int at = end;
        for (char c : text.toCharArray()) {
            skips.get(at).add(joined);
            int other = state();
            steps.get(at).add(new Step(Characters.before(c), other));
            steps.get(other).add(new Step(Characters.ANY, other));
            skips.get(other).add(joined);
            int next = state();
            steps.get(at).add(new Step(Characters.of(c), next));
            at = next;
        }
        end = joined;
        return this;
    }

    /** A short text that both languages have; null if there is none. */
    @Nullable
    String common(KeyLanguage other) {
        String mineBegins = beginning.toString();
        String theirsBegins = other.beginning.toString();
        if (!mineBegins.startsWith(theirsBegins) && !theirsBegins.startsWith(mineBegins)) {
            return null;
        }
        int width = other.steps.size();
        int[] from = new int[steps.size() * width];
        @Nullable Characters[] by = new @Nullable Characters[from.length];
        Arrays.fill(from, -1);
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        queue.add(0);
        from[0] = 0;
        while (!queue.isEmpty()) {
            int pair = queue.poll();
            int mine = pair / width;
            int theirs = pair % width;
            if (mine == end && theirs == other.end) {
                return pathTo(pair, from, by);
            }
            // Steps without a character cost nothing: they go to the front, so that short texts are found first.
            for (int skip : skips.get(mine)) {
                visit(skip * width + theirs, pair, null, from, by, queue, true);
            }
            for (int skip : other.skips.get(theirs)) {
                visit(mine * width + skip, pair, null, from, by, queue, true);
            }
            for (Step step : steps.get(mine)) {
                for (Step otherStep : other.steps.get(theirs)) {
                    int next = step.to * width + otherStep.to;
                    Characters both = from[next] < 0 ? step.characters.and(otherStep.characters) : null;
                    if (both != null && !both.isEmpty()) {
                        visit(next, pair, both, from, by, queue, false);
                    }
                }
            }
        }
        return null;
    }

    private static void visit(
            int pair,
            int before,
            @Nullable Characters by,
            int[] from,
            @Nullable Characters[] through,
            ArrayDeque<Integer> queue,
            boolean first) {
        if (from[pair] >= 0) {
            return;
        }
        from[pair] = before;
        through[pair] = by;
        if (first) {
            queue.addFirst(pair);
        } else {
            queue.addLast(pair);
        }
    }

    private static String pathTo(int pair, int[] from, @Nullable Characters[] by) {
        StringBuilder text = new StringBuilder();
        for (int at = pair; at != 0; at = from[at]) {
            Characters through = by[at];
            if (through != null) {
                text.append(through.example());
            }
        }
        return text.reverse().toString();
    }
}
