package dev.trestle.text.diff;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A three-way merge: two changes of one text, together, in bounded time and memory.
 *
 * <p>Both changes are compared with the base line by line ({@link LineDiff}). A part that one side changed is taken from that side; a part
 * that both changed alike, once. Where both changed lines that are the same or touch, the part is compared word by word, as long as it is
 * short and both sides kept most of it: words that only one side changed are taken from that side. What is left is a conflict, in which
 * both sides stand whole. So every piece of either side is in the pieces, and nothing that was typed is lost.
 *
 * @param pieces the merged text in order; whoever decides about conflicts joins them
 * @param conflicts how many of them are conflicts
 */
public record TextMerge(List<Piece> pieces, int conflicts) {
    private static final int WORDS_CHARACTERS_MAX = 20_000;
    private static final int ALL_WORDS_CHARACTERS_MAX = 400_000;

    /** Whose a piece is. */
    public enum Kind {
        /** Of the base, or of both sides. */
        @JsonProperty("same")
        SAME,
        @JsonProperty("theirs")
        THEIRS,
        @JsonProperty("mine")
        MINE,
        @JsonProperty("conflict")
        CONFLICT
    }

    /**
     * A piece of the merged text.
     *
     * @param text null for a conflict
     * @param base what the base had there; null where that is the text
     * @param theirs what they made of it; of a conflict only
     * @param mine what I made of it; of a conflict only
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Piece(
            Kind kind,
            @Nullable String text,
            @Nullable String base,
            @Nullable String theirs,
            @Nullable String mine) {
        static Piece same(String text) {
            return new Piece(Kind.SAME, text, null, null, null);
        }

        static Piece changed(Kind kind, String base, String text) {
            return new Piece(kind, text, base, null, null);
        }

        static Piece conflict(String base, String theirs, String mine) {
            return new Piece(Kind.CONFLICT, null, base, theirs, mine);
        }
    }

    /** Merges what two sides made of one text. */
    public static TextMerge of(String base, String theirs, String mine) {
        Merging merging = new Merging(lines(base), lines(theirs), lines(mine), true);
        merging.run();
        return merging.result();
    }

    /** The merged text; null if there are conflicts. */
    public @Nullable String text() {
        return conflicts > 0
                ? null
                : pieces.stream().map(piece -> String.valueOf(piece.text())).collect(Collectors.joining());
    }

    private static TextLines lines(String text) {
        return new TextLines(text.getBytes(StandardCharsets.UTF_8));
    }

    /** One pass over the edits of both sides, in the order of the base. */
    private static final class Merging {
        private final TextLines base;
        private final TextLines theirs;
        private final TextLines mine;
        private final Side they;
        private final Side me;
        private final boolean isOfLines;
        private final List<Piece> pieces = new ArrayList<>();
        private int conflicts;
        private int wordsLeft = ALL_WORDS_CHARACTERS_MAX;

        Merging(TextLines base, TextLines theirs, TextLines mine, boolean isOfLines) {
            this.base = base;
            this.theirs = theirs;
            this.mine = mine;
            this.they = new Side(LineDiff.of(base, theirs));
            this.me = new Side(LineDiff.of(base, mine));
            this.isOfLines = isOfLines;
        }

        void run() {
            int at = 0;
            while (they.hasNext() || me.hasNext()) {
                int from = Math.min(they.nextFrom(), me.nextFrom());
                same(base.text(new TextLines.Range(at, from)));
                Side.Part theirPart = they.begin();
                Side.Part myPart = me.begin();
                int to = from;
                boolean grows = true;
                while (grows) {
                    int reached = Math.max(they.take(theirPart, to), me.take(myPart, to));
                    grows = reached > to || they.touches(reached) || me.touches(reached);
                    to = Math.max(to, reached);
                }
                part(new TextLines.Range(from, to), theirPart, myPart);
                at = to;
            }
            same(base.text(new TextLines.Range(at, base.count())));
        }

        private void part(TextLines.Range range, Side.Part theirPart, Side.Part myPart) {
            String their = theirs.text(they.end(theirPart, range));
            String my = mine.text(me.end(myPart, range));
            String was = base.text(range);
            if (!myPart.isChanged()) {
                changed(Kind.THEIRS, was, their);
            } else if (!theirPart.isChanged()) {
                changed(Kind.MINE, was, my);
            } else if (their.equals(my)) {
                same(my);
            } else {
                both(was, their, my);
            }
        }

        private void both(String was, String their, String my) {
            int characters = was.length() + their.length() + my.length();
            if (isOfLines && characters <= Math.min(WORDS_CHARACTERS_MAX, wordsLeft)) {
                wordsLeft -= characters;
                Merging words = new Merging(TextLines.words(was), TextLines.words(their), TextLines.words(my), false);
                words.run();
                if (words.conflicts == 0 && words.they.keepsMostOf(words.base) && words.me.keepsMostOf(words.base)) {
                    pieces.addAll(words.pieces);
                    return;
                }
            }
            conflicts++;
            pieces.add(Piece.conflict(was, their, my));
        }

        private void same(String text) {
            if (!text.isEmpty()) {
                pieces.add(Piece.same(text));
            }
        }

        private void changed(Kind kind, String was, String text) {
            pieces.add(Piece.changed(kind, was, text));
        }

        TextMerge result() {
            return new TextMerge(List.copyOf(pieces), conflicts);
        }
    }

    /** The edits of one side, taken one after another. */
    private static final class Side {
        private final List<Edit> edits;
        private int next;

        /** How much further on a place of the base is in this side, behind the edits that were taken. */
        private int shift;

        Side(List<Edit> edits) {
            this.edits = edits;
        }

        /** What this side made of a part of the base. */
        private static final class Part {
            private final int firstEdit;
            private final int shift;
            private int lastEdit;

            private Part(int firstEdit, int shift) {
                this.firstEdit = firstEdit;
                this.shift = shift;
                this.lastEdit = firstEdit;
            }

            boolean isChanged() {
                return lastEdit > firstEdit;
            }
        }

        boolean hasNext() {
            return next < edits.size();
        }

        int nextFrom() {
            return hasNext() ? edits.get(next).leftFrom() : Integer.MAX_VALUE;
        }

        boolean touches(int to) {
            return nextFrom() <= to;
        }

        Part begin() {
            return new Part(next, shift);
        }

        /** Takes the edits that begin up to a place of the base; where the last of them ends. */
        int take(Part part, int to) {
            int reached = to;
            while (touches(reached)) {
                Edit edit = edits.get(next++);
                reached = Math.max(reached, edit.leftTo());
                shift = edit.rightTo() - edit.leftTo();
            }
            part.lastEdit = next;
            return reached;
        }

        TextLines.Range end(Part part, TextLines.Range range) {
            return new TextLines.Range(range.from() + part.shift, range.to() + shift);
        }

        /** Whether no more than half of a text is gone: words of two texts that have little in common are not put together. */
        boolean keepsMostOf(TextLines text) {
            long gone = edits.stream()
                    .mapToLong(edit -> text.start(edit.leftTo()) - (long) text.start(edit.leftFrom()))
                    .sum();
            return 2 * gone <= text.bytes().length;
        }
    }
}
