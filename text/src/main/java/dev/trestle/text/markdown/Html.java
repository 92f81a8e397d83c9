package dev.trestle.text.markdown;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Block;
import org.commonmark.node.Node;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.owasp.html.Handler;
import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.HtmlSanitizer;
import org.owasp.html.HtmlStreamRenderer;
import org.owasp.html.PolicyFactory;

/**
 * Markdown as HTML that can do nothing. HTML within it is shown as text; what is left goes through a list of elements, attributes and
 * protocols that are allowed, so that a mistake in either alone lets nothing through.
 */
public final class Html {
    /** More than this is not rendered: a tree of it takes many times the text's memory. */
    public static final long BYTES_MAX = 2L * 1024 * 1024;

    private static final int BLOCK_DEPTH_MAX = 100;
    private static final int DEPTH_MAX = 400;

    private static final String LINE = "data-line";
    private static final Pattern LINE_NUMBER = Pattern.compile("[0-9]{1,9}");

    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), StrikethroughExtension.create());

    private static final HtmlRenderer RENDERER = renderer().build();

    /** Says in which line of the text each block began. */
    private static final HtmlRenderer WITH_LINES =
            renderer().attributeProviderFactory(context -> Html::addLine).build();

    private static final PolicyFactory ALLOWED = new HtmlPolicyBuilder()
            .allowElements(
                    "h1",
                    "h2",
                    "h3",
                    "h4",
                    "h5",
                    "h6",
                    "p",
                    "br",
                    "hr",
                    "blockquote",
                    "pre",
                    "code",
                    "em",
                    "strong",
                    "del",
                    "ul",
                    "ol",
                    "li",
                    "table",
                    "thead",
                    "tbody",
                    "tr",
                    "th",
                    "td",
                    "a",
                    "img",
                    "input")
            .allowUrlProtocols("http", "https", "mailto")
            .allowAttributes("href", "title")
            .onElements("a")
            .allowAttributes("src", "alt", "title")
            .onElements("img")
            .allowAttributes("align")
            .matching(true, "left", "right", "center")
            .onElements("th", "td")
            .allowAttributes("start")
            .onElements("ol")
            .allowAttributes("type")
            .matching(true, "checkbox")
            .onElements("input")
            .allowAttributes("disabled", "checked")
            .onElements("input")
            .allowAttributes(LINE)
            .matching(LINE_NUMBER)
            .globally()
            .requireRelNofollowOnLinks()
            .toFactory();

    private Html() {}

    /**
     * A text as HTML.
     *
     * @throws TooComplexException if that would take too much work, or become too long
     */
    public static String of(String markdown) {
        return rendered(markdown, RENDERER);
    }

    /** The same with {@code data-line} on each block and box: the line that it began in, from 0, for pages that show both beside each other. */
    public static String withLines(String markdown) {
        return rendered(markdown, WITH_LINES);
    }

    private static String rendered(String markdown, HtmlRenderer renderer) {
        try {
            return sanitised(markdown, renderer);
        } catch (StackOverflowError e) {
            // The parser's own recursion, which leaves nothing behind but this text's tree.
            throw tooDeep();
        }
    }

    private static HtmlRenderer.Builder renderer() {
        return HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .nodeRendererFactory(TaskLists.Renderer::new)
                .escapeHtml(true)
                .sanitizeUrls(true);
    }

    private static void addLine(Node node, String tagName, Map<String, String> attributes) {
        int line = node instanceof Block || node instanceof TaskLists.Box ? TaskLists.lineOf(node) : -1;
        if (line >= 0 && !tagName.equals("code")) {
            attributes.put(LINE, String.valueOf(line));
        }
    }

    private static String sanitised(String markdown, HtmlRenderer renderer) {
        RenderBudget parsing = new RenderBudget();
        Node document = parsed(markdown, parsing);
        renderer.render(document, parsing);
        RenderBudget cleaning = new RenderBudget();
        HtmlSanitizer.sanitize(
                parsing.output(),
                ALLOWED.apply(HtmlStreamRenderer.create(cleaning, Handler.PROPAGATE, Handler.DO_NOTHING)));
        return cleaning.output();
    }

    /** The tree of a text, no deeper than what goes through it by recursion can bear. */
    static Node parsed(String markdown, RenderBudget parsing) {
        Node document = Parser.builder()
                .extensions(EXTENSIONS)
                .maxOpenBlockParsers(BLOCK_DEPTH_MAX)
                .customBlockParserFactory(parsing)
                .inlineParserFactory(parsing::inlines)
                .includeSourceSpans(IncludeSourceSpans.BLOCKS)
                .postProcessor(new TaskLists())
                .postProcessor(new BareLinks(parsing))
                .build()
                .parse(markdown);
        checkDepth(document);
        return document;
    }

    /** What renders goes down by recursion. */
    private static void checkDepth(Node document) {
        int depth = 0;
        Node node = document;
        while (node != null) {
            Node next = node.getFirstChild();
            if (next != null) {
                if (++depth > DEPTH_MAX) {
                    throw tooDeep();
                }
            } else {
                while (node != document && node.getNext() == null) {
                    node = node.getParent();
                    depth--;
                }
                next = node == document ? null : node.getNext();
            }
            node = next;
        }
    }

    static TooComplexException tooDeep() {
        return new TooComplexException("too many of its elements are inside each other");
    }
}
