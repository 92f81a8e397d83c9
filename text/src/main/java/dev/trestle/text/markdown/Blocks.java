package dev.trestle.text.markdown;

import java.util.ArrayList;
import java.util.List;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;

/** Markdown as a plain row of paragraphs, for what is no HTML: print. Markup within a paragraph is bold and italic, and no more; HTML is text. */
public final class Blocks {
    private Blocks() {}

    /** What a block is. */
    public enum Kind {
        TEXT,
        HEADING,
        QUOTE,
        ITEM,
        CODE,
        RULE
    }

    /**
     * A paragraph.
     *
     * @param depth how many lists and quotes it is in
     * @param marker what stands before it: the bullet or number of the first paragraph of an item; else empty
     */
    public record Block(Kind kind, int depth, String marker, List<Span> spans) {}

    /** Text of one style. A line feed in it breaks the line. */
    public record Span(String text, boolean isBold, boolean isItalic) {}

    /**
     * The paragraphs of a text.
     *
     * @throws TooComplexException as {@link Html#of}
     */
    public static List<Block> of(String markdown) {
        try {
            Gathering gathering = new Gathering();
            Html.parsed(markdown, new RenderBudget()).accept(gathering);
            return gathering.blocks;
        } catch (StackOverflowError e) {
            // The parser's own recursion, which leaves nothing behind but this text's tree.
            throw Html.tooDeep();
        }
    }

    private static final class Gathering extends AbstractVisitor {
        private final List<Block> blocks = new ArrayList<>();
        private List<Span> spans = new ArrayList<>();
        private int depth;
        private boolean isQuoted;
        private String marker = "";
        private int bold;
        private int italic;

        private void add(String text) {
            spans.add(new Span(text, bold > 0, italic > 0));
        }

        private void end(Kind kind) {
            if (kind == Kind.RULE
                    || spans.stream().anyMatch(each -> !each.text().isBlank())) {
                blocks.add(new Block(kind, depth, marker, List.copyOf(spans)));
                marker = "";
            }
            spans = new ArrayList<>();
        }

        @Override
        public void visit(Paragraph paragraph) {
            visitChildren(paragraph);
            end(isQuoted ? Kind.QUOTE : marker.isEmpty() ? Kind.TEXT : Kind.ITEM);
        }

        @Override
        public void visit(Heading heading) {
            visitChildren(heading);
            end(Kind.HEADING);
        }

        @Override
        public void visit(BlockQuote quote) {
            boolean before = isQuoted;
            isQuoted = true;
            depth++;
            visitChildren(quote);
            depth--;
            isQuoted = before;
        }

        @Override
        public void visit(BulletList list) {
            items(list, 0);
        }

        @Override
        public void visit(OrderedList list) {
            Integer first = list.getMarkerStartNumber();
            items(list, first == null ? 1 : first);
        }

        /** {@code first} is the number of the first item; 0 for bullets. */
        private void items(Node list, int first) {
            depth++;
            int number = first;
            for (Node item = list.getFirstChild(); item != null; item = item.getNext()) {
                marker = first == 0 ? "•" : number + ".";
                number++;
                if (item instanceof ListItem) {
                    visitChildren(item);
                }
                marker = "";
            }
            depth--;
        }

        @Override
        public void visit(FencedCodeBlock code) {
            add(code.getLiteral().stripTrailing());
            end(Kind.CODE);
        }

        @Override
        public void visit(IndentedCodeBlock code) {
            add(code.getLiteral().stripTrailing());
            end(Kind.CODE);
        }

        @Override
        public void visit(HtmlBlock block) {
            add(block.getLiteral());
            end(Kind.TEXT);
        }

        @Override
        public void visit(ThematicBreak rule) {
            end(Kind.RULE);
        }

        /** A row of a table becomes a line. */
        @Override
        public void visit(CustomBlock block) {
            visitChildren(block);
        }

        @Override
        public void visit(CustomNode node) {
            if (node instanceof TableRow) {
                visitChildren(node);
                end(Kind.TEXT);
            } else if (node instanceof TableCell) {
                visitChildren(node);
                add("   ");
            } else if (node instanceof TaskLists.Box box) {
                add(box.isChecked() ? "☑ " : "☐ ");
            } else {
                visitChildren(node);
            }
        }

        @Override
        public void visit(Emphasis emphasis) {
            italic++;
            visitChildren(emphasis);
            italic--;
        }

        @Override
        public void visit(StrongEmphasis emphasis) {
            bold++;
            visitChildren(emphasis);
            bold--;
        }

        @Override
        public void visit(Text text) {
            add(text.getLiteral());
        }

        @Override
        public void visit(Code code) {
            add(code.getLiteral());
        }

        @Override
        public void visit(HtmlInline html) {
            add(html.getLiteral());
        }

        @Override
        public void visit(SoftLineBreak lineBreak) {
            add(" ");
        }

        @Override
        public void visit(HardLineBreak lineBreak) {
            add("\n");
        }
    }
}
