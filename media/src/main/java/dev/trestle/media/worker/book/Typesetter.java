package dev.trestle.media.worker.book;

import dev.trestle.media.book.Book.Run;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Breaks text into lines. The lines of a paragraph are chosen together, so that no line is loose for the sake of another; what is left of a line goes between
 * its words, unless that is too much. Chinese is broken between characters, except where punctuation must stay with its neighbour.
 */
final class Typesetter {
    private static final int MISSING_MAX = 50;
    private static final int PIECES_OF_A_LINE_MAX = 400;
    private static final float SPREAD_MAX = 0.6f;
    private static final float SPREAD_BETWEEN_CHARACTERS_MAX = 0.12f;
    private static final int BOX = 0x25A1;

    private final Fonts fonts;
    private final Set<String> missing = new LinkedHashSet<>();
    private int misses;

    /** How text looks. */
    record Style(float size, boolean isBold, boolean isItalic) {}

    /** Characters of one face. */
    record Chunk(String text, Face face, float size, float width) {}

    /**
     * What is never broken: a word, or a Chinese character.
     *
     * @param space behind it, if the line goes on
     */
    private record Piece(List<Chunk> chunks, float width, float space) {}

    /** A chunk and where it stands in its line. */
    record Placed(float x, Chunk chunk) {}

    /** A line, with its width. */
    record Line(List<Placed> chunks, float width) {}

    Typesetter(Fonts fonts) {
        this.fonts = fonts;
    }

    /** Characters that could not be drawn, so far. */
    List<String> missing() {
        return List.copyOf(missing);
    }

    /** How often that was so. */
    int misses() {
        return misses;
    }

    /** One line, however long. */
    Line line(String text, Style style) {
        List<Line> lines =
                lines(List.of(new Run(text.replace('\n', ' '), false, false)), style, Float.MAX_VALUE / 4, 0, false);
        return lines.isEmpty() ? new Line(List.of(), 0) : lines.get(0);
    }

    /** One line, cut where it is too long. */
    Line fitting(String text, Style style, float width) {
        Line whole = line(text, style);
        String cut = text;
        while (whole.width() > width && !cut.isEmpty()) {
            cut = cut.substring(0, cut.offsetByCodePoints(cut.length(), -1));
            whole = line(cut.stripTrailing() + "…", style);
        }
        return whole;
    }

    /**
     * The lines of a paragraph.
     *
     * @param indent of the first one
     */
    List<Line> lines(List<Run> runs, Style style, float width, float indent, boolean isJustified) {
        List<Line> lines = new ArrayList<>();
        float first = indent;
        for (List<Run> part : parts(runs)) {
            lines.addAll(broken(pieces(part, style, width), width, first, isJustified));
            first = 0;
        }
        return lines;
    }

    /** What stands between line feeds. */
    private static List<List<Run>> parts(List<Run> runs) {
        List<List<Run>> parts = new ArrayList<>();
        parts.add(new ArrayList<>());
        for (Run run : runs) {
            String[] texts = run.text().split("\n", -1);
            for (int i = 0; i < texts.length; i++) {
                if (i > 0) {
                    parts.add(new ArrayList<>());
                }
                if (!texts[i].isEmpty()) {
                    parts.get(parts.size() - 1).add(new Run(texts[i], run.bold(), run.italic()));
                }
            }
        }
        return parts;
    }

    /** Gathers the pieces of a text. */
    private final class Gathering {
        private final List<Piece> pieces = new ArrayList<>();
        private final List<Chunk> chunks = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private final float lineWidth;
        private @Nullable Face face;
        private float size;
        private float chunkWidth;
        private float width;

        Gathering(float lineWidth) {
            this.lineWidth = lineWidth;
        }

        void add(int codePoint, Face of, float fontSize) {
            float advance = of.width(codePoint) * fontSize;
            if (width + advance > lineWidth) {
                end(0);
            }
            if (of != face || fontSize != size) {
                endChunk();
                face = of;
                size = fontSize;
            }
            text.appendCodePoint(codePoint);
            chunkWidth += advance;
            width += advance;
        }

        private void endChunk() {
            if (face != null && text.length() > 0) {
                chunks.add(new Chunk(text.toString(), face, size, chunkWidth));
            }
            text.setLength(0);
            chunkWidth = 0;
        }

        void end(float space) {
            endChunk();
            if (!chunks.isEmpty()) {
                pieces.add(new Piece(List.copyOf(chunks), width, space));
            } else if (space > 0 && !pieces.isEmpty()) {
                Piece last = pieces.remove(pieces.size() - 1);
                pieces.add(new Piece(last.chunks(), last.width(), Math.max(last.space(), space)));
            }
            chunks.clear();
            width = 0;
        }
    }

    private List<Piece> pieces(List<Run> runs, Style style, float width) {
        Gathering gathering = new Gathering(width);
        boolean isEastAsian = isMostlyEastAsian(runs);
        int before = ' ';
        for (Run run : runs) {
            boolean isBold = style.isBold() || run.bold();
            // Chinese has no italics, and slanted digits among it look like a mistake.
            boolean isItalic = !isEastAsian && style.isItalic() != run.italic();
            for (int codePoint : Normalizer.normalize(run.text(), Normalizer.Form.NFC)
                    .codePoints()
                    .toArray()) {
                if (codePoint == ' ' || codePoint == '\t' || codePoint == 0x3000) {
                    gathering.end(codePoint == 0x3000 ? style.size() : space(style, isBold, isItalic));
                } else if (!Scripts.isInvisible(codePoint)) {
                    if (before != ' ' && Scripts.mayBreak(before, codePoint)) {
                        gathering.end(0);
                    }
                    add(gathering, codePoint, style.size(), isBold, isItalic, isEastAsian);
                }
                before = codePoint;
            }
        }
        gathering.end(0);
        return gathering.pieces;
    }

    private void add(
            Gathering gathering, int asked, float size, boolean isBold, boolean isItalic, boolean isEastAsian) {
        int codePoint = asked == 0xA0 || asked == 0x202F ? ' ' : asked;
        boolean isWide = Scripts.isEastAsian(codePoint) || isEastAsian && Scripts.isShared(codePoint);
        Face face = Scripts.isDrawable(codePoint) ? fonts.face(codePoint, isBold, isItalic, isWide) : null;
        if (face == null) {
            misses++;
            if (missing.size() < MISSING_MAX) {
                missing.add(Character.toString(codePoint));
            }
            codePoint = BOX;
            face = fonts.face(BOX, false, false, false);
            if (face == null) {
                codePoint = '?';
                face = fonts.face('?', false, false, false);
            }
        }
        if (face != null) {
            gathering.add(codePoint, face, size);
        }
    }

    private float space(Style style, boolean isBold, boolean isItalic) {
        Face face = fonts.face(' ', isBold, isItalic, false);
        return style.size() * (face == null ? 0.25f : face.width(' '));
    }

    private static boolean isMostlyEastAsian(List<Run> runs) {
        long letters = 0;
        long eastAsian = 0;
        for (Run run : runs) {
            letters += run.text().codePoints().filter(Character::isLetter).count();
            eastAsian += run.text().codePoints().filter(Scripts::isEastAsian).count();
        }
        return eastAsian * 3 > letters;
    }

    /** The breaks with the least sum of squares of what is left of each line; the last line may be short. */
    private static List<Line> broken(List<Piece> pieces, float width, float indent, boolean isJustified) {
        int count = pieces.size();
        double[] cost = new double[count + 1];
        int[] from = new int[count + 1];
        Arrays.fill(cost, Double.MAX_VALUE);
        cost[0] = 0;
        for (int end = 1; end <= count; end++) {
            float natural = 0;
            for (int begin = end - 1; begin >= 0 && end - begin <= PIECES_OF_A_LINE_MAX; begin--) {
                natural += pieces.get(begin).width()
                        + (begin == end - 1 ? 0 : pieces.get(begin).space());
                float room = begin == 0 ? width - indent : width;
                if (natural > room && begin < end - 1) {
                    break;
                }
                double left = end == count ? 0 : Math.max(0, (room - natural) / width);
                double sum = cost[begin] + left * left + 0.0001;
                if (sum < cost[end]) {
                    cost[end] = sum;
                    from[end] = begin;
                }
            }
        }
        List<Integer> breaks = new ArrayList<>();
        for (int end = count; end > 0; end = from[end]) {
            breaks.add(0, end);
        }
        List<Line> lines = new ArrayList<>();
        int begin = 0;
        for (int end : breaks) {
            float start = begin == 0 ? indent : 0;
            lines.add(placed(pieces.subList(begin, end), start, width, isJustified && end < count));
            begin = end;
        }
        return lines;
    }

    private static Line placed(List<Piece> pieces, float start, float width, boolean isJustified) {
        float natural = 0;
        int gaps = pieces.size() - 1;
        int spaces = 0;
        for (int i = 0; i < pieces.size(); i++) {
            natural += pieces.get(i).width() + (i < gaps ? pieces.get(i).space() : 0);
            spaces += i < gaps && pieces.get(i).space() > 0 ? 1 : 0;
        }
        float left = width - start - natural;
        float size = pieces.get(0).chunks().get(0).size();
        boolean isBySpaces = spaces * 2 >= gaps;
        int stretched = isBySpaces ? spaces : gaps;
        float each = stretched == 0 ? 0 : left / stretched;
        float most = size * (isBySpaces ? SPREAD_MAX : SPREAD_BETWEEN_CHARACTERS_MAX);
        float extra = isJustified && each > 0 && each <= most ? each : 0;
        List<Placed> placed = new ArrayList<>();
        float x = start;
        for (Piece piece : pieces) {
            for (Chunk chunk : piece.chunks()) {
                placed.add(new Placed(x, chunk));
                x += chunk.width();
            }
            x += piece.space() + (!isBySpaces || piece.space() > 0 ? extra : 0);
        }
        float end = start + natural + extra * stretched;
        return new Line(placed, end);
    }
}
