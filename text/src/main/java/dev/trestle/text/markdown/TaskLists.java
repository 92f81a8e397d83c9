package dev.trestle.text.markdown;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.CustomNode;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SourceSpan;
import org.commonmark.node.Text;
import org.commonmark.parser.PostProcessor;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlWriter;

/** Entries of lists that begin with {@code [ ]} or {@code [x]} show a box. It cannot be clicked: a page that lets people do so enables it. */
final class TaskLists extends AbstractVisitor implements PostProcessor {
    private static final int MARK_LENGTH = 3;

    /** A box, and the line of the text that it stands in. */
    static final class Box extends CustomNode {
        private final boolean isChecked;

        private Box(boolean isChecked) {
            this.isChecked = isChecked;
        }

        boolean isChecked() {
            return isChecked;
        }
    }

    @Override
    public Node process(Node node) {
        node.accept(this);
        return node;
    }

    @Override
    public void visit(ListItem item) {
        if (item.getFirstChild() instanceof Paragraph paragraph && paragraph.getFirstChild() instanceof Text text) {
            String literal = text.getLiteral();
            if (isMarked(literal)) {
                Box box = new Box(literal.charAt(1) != ' ');
                box.setSourceSpans(item.getSourceSpans());
                text.setLiteral(literal.substring(MARK_LENGTH));
                text.insertBefore(box);
            }
        }
        visitChildren(item);
    }

    private static boolean isMarked(String text) {
        return text.length() > MARK_LENGTH
                && text.charAt(0) == '['
                && " xX".indexOf(text.charAt(1)) >= 0
                && text.charAt(2) == ']'
                && Character.isWhitespace(text.charAt(MARK_LENGTH));
    }

    /** How boxes are written. */
    static final class Renderer implements NodeRenderer {
        private final HtmlWriter html;
        private final HtmlNodeRendererContext context;

        Renderer(HtmlNodeRendererContext context) {
            this.html = context.getWriter();
            this.context = context;
        }

        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(Box.class);
        }

        @Override
        public void render(Node node) {
            Box box = (Box) node;
            Map<String, String> attributes = new LinkedHashMap<>();
            attributes.put("type", "checkbox");
            attributes.put("disabled", "");
            if (box.isChecked) {
                attributes.put("checked", "");
            }
            html.tag("input", context.extendAttributes(node, "input", attributes));
        }
    }

    /** The line in which a node begins, from 0; -1 if that is not known. */
    static int lineOf(Node node) {
        return node.getSourceSpans().stream()
                .mapToInt(SourceSpan::getLineIndex)
                .findFirst()
                .orElse(-1);
    }
}
