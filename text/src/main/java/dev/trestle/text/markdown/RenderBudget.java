package dev.trestle.text.markdown;

import java.util.List;
import org.commonmark.internal.InlineParserImpl;
import org.commonmark.node.Node;
import org.commonmark.parser.InlineParser;
import org.commonmark.parser.InlineParserContext;
import org.commonmark.parser.SourceLine;
import org.commonmark.parser.SourceLines;
import org.commonmark.parser.block.BlockParserFactory;
import org.commonmark.parser.block.BlockStart;
import org.commonmark.parser.block.MatchedBlockParser;
import org.commonmark.parser.block.ParserState;

/**
 * How much work one rendering may take, counted in steps, about a character looked at each. Markdown has texts whose work grows with the
 * square of their length and more, and the parser cannot be interrupted: so each of its phases spends from here while it works, and ends
 * with a {@link TooComplexException} when all is spent. Steps rather than time, so that whether a text is rendered does not depend on
 * what else the machine does.
 *
 * <ul>
 *   <li>Blocks: each line spends its length, and the lines that its paragraph has, which the parser copies.
 *   <li>Inlines: the parser gets texts that spend a step for each character that it looks at, again and again for brackets, tags and
 *       backticks without an end. Lists of delimiters and brackets are gone through without a look at the text: for those, a block
 *       spends a part of the square of their number beforehand. Each cell of a table is such a block, also those that rows lack.
 *   <li>Output: it spends its length, and has a limit.
 * </ul>
 */
final class RenderBudget implements BlockParserFactory, Appendable {
    static final long STEPS_MAX = 100_000_000;
    static final int OUTPUT_MAX = 8 * 1024 * 1024;
    private static final int INTERRUPTION_STEPS = 1 << 20;
    private static final int INLINES_STEPS = 250;
    private static final String DELIMITERS = "*_~";

    private final StringBuilder output = new StringBuilder();
    private long spent;
    private long nextLook = INTERRUPTION_STEPS;

    void spend(long steps) {
        spent += steps;
        if (spent >= nextLook) {
            look();
        }
    }

    private void look() {
        if (spent > STEPS_MAX) {
            throw new TooComplexException(
                    "one of its paragraphs or tables is too long for its many marks such as * _ [ < ` and |");
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new TooComplexException("it took too long");
        }
        nextLook = Math.min(spent + INTERRUPTION_STEPS, STEPS_MAX);
    }

    long spent() {
        return spent;
    }

    String output() {
        return output.toString();
    }

    /** Begins no block: it is asked at each line whether one begins there. */
    @Override
    public BlockStart tryStart(ParserState state, MatchedBlockParser matched) {
        spend(state.getLine().getContent().length()
                + matched.getParagraphLines().getLines().size());
        return BlockStart.none();
    }

    /** The usual parser of what is within a block, on texts that spend. */
    InlineParser inlines(InlineParserContext context) {
        InlineParser parser = new InlineParserImpl(context);
        return (lines, block) -> parse(parser, lines, block);
    }

    private void parse(InlineParser parser, SourceLines lines, Node block) {
        long delimiters = 0;
        long brackets = 0;
        for (SourceLine line : lines.getLines()) {
            CharSequence text = line.getContent();
            for (int i = 0; i < text.length(); i++) {
                delimiters += DELIMITERS.indexOf(text.charAt(i)) >= 0 ? 1 : 0;
                brackets += text.charAt(i) == '[' ? 1 : 0;
            }
        }
        // The worst are openers, the first half, and what would close them: each closer goes through all that are open.
        spend(INLINES_STEPS + delimiters * delimiters / 16 + brackets * brackets / 4);
        List<SourceLine> spending = lines.getLines().stream()
                .map(line -> SourceLine.of(new Spending(line.getContent().toString()), line.getSourceSpan()))
                .toList();
        parser.parse(SourceLines.of(spending), block);
    }

    @Override
    public Appendable append(CharSequence text) {
        return append(text, 0, text.length());
    }

    @Override
    public Appendable append(CharSequence text, int from, int to) {
        spend(to - from);
        if (output.length() + to - from > OUTPUT_MAX) {
            throw new TooComplexException("its HTML would be longer than " + OUTPUT_MAX + " characters");
        }
        output.append(text, from, to);
        return this;
    }

    @Override
    public Appendable append(char one) {
        return append(String.valueOf(one));
    }

    /** A text that spends a step for each look at it. */
    private final class Spending implements CharSequence {
        private final String text;

        Spending(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            spend(1);
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            spend(to - from + 1L);
            return new Spending(text.substring(from, to));
        }

        @Override
        public String toString() {
            spend(text.length());
            return text;
        }
    }
}
