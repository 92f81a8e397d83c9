package dev.trestle.systems.docstore.content;

import java.util.List;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.owasp.html.HtmlPolicyBuilder;
import org.owasp.html.PolicyFactory;

/**
 * Markdown as HTML that can do nothing. HTML within it is shown as text; what is left goes through a list of elements, attributes and
 * protocols that are allowed, so that a mistake in either alone lets nothing through.
 */
public final class Html {
    /** More than this is not rendered: a tree of it takes many times the text's memory. */
    public static final long BYTES_MAX = 2L * 1024 * 1024;

    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), StrikethroughExtension.create());

    private static final Parser PARSER =
            Parser.builder().extensions(EXTENSIONS).maxOpenBlockParsers(100).build();

    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .escapeHtml(true)
            .sanitizeUrls(true)
            .build();

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
                    "img")
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
            .requireRelNofollowOnLinks()
            .toFactory();

    private Html() {}

    public static String of(String markdown) {
        return ALLOWED.sanitize(RENDERER.render(PARSER.parse(markdown)));
    }
}
