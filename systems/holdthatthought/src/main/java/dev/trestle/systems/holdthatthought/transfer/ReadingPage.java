package dev.trestle.systems.holdthatthought.transfer;

import dev.trestle.systems.holdthatthought.book.BookWords;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.LetterDetails;
import dev.trestle.systems.holdthatthought.people.Names;
import dev.trestle.text.markdown.Html;
import dev.trestle.text.markdown.TooComplexException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A letter of an archive as a page to read: nothing but a browser is needed, and nothing is loaded from anywhere. */
final class ReadingPage {
    /** What pages of an archive look like, on screens and on paper. */
    static final String STYLE = """
            body { color: #222; font-family: Georgia, serif; font-size: 1.125rem; line-height: 1.6; margin: 2rem auto; max-width: 40rem; overflow-wrap: anywhere; padding: 0 1rem; }
            a { color: #1a4f8a; }
            h1 { line-height: 1.2; }
            ol { list-style: none; padding: 0; }
            li { border-top: 1px solid #ddd; padding: 0.75rem 0; }
            .quiet, li span { color: #5a5a5a; font-variant-numeric: tabular-nums; }
            li p { margin: 0.25rem 0 0; white-space: pre-wrap; }
            nav { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; margin: 1rem 0; }
            .gallery { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); }
            .gallery li { border: 0; padding: 0; }
            .gallery img { display: block; max-width: 100%; }
            @media (prefers-color-scheme: dark) { body { background: #1b1b1b; color: #ddd; } a { color: #9cc4f0; } li { border-color: #444; } .quiet, li span { color: #aaa; } }
            @media print { nav { display: none; } }
            """;

    private final BookWords words;
    private final Letter letter;
    private final LetterDetails details;
    private final boolean hasPdf;
    private final List<Comment> comments;

    /** Another letter, for the way there. */
    record Neighbour(String date, String title) {}

    ReadingPage(BookWords words, Letter letter, LetterDetails details, boolean hasPdf, List<Comment> comments) {
        this.words = words;
        this.letter = letter;
        this.details = details;
        this.hasPdf = hasPdf;
        this.comments = comments;
    }

    static String name(String date) {
        return "read/" + date + ".html";
    }

    Neighbour asNeighbour() {
        return new Neighbour(letter.date(), letter.title());
    }

    Instant changedAt() {
        return letter.updatedAt();
    }

    String html(@Nullable Neighbour previous, @Nullable Neighbour next) {
        StringBuilder body = new StringBuilder();
        String ways = ways(previous, next);
        body.append(ways)
                .append("<h1>")
                .append(escaped(letter.title()))
                .append("</h1>\n<p class=\"quiet\">")
                .append(escaped(byLine()))
                .append("</p>\n");
        if (letter.description() != null) {
            body.append("<p class=\"quiet\">")
                    .append(escaped(letter.description()))
                    .append("</p>\n");
        }
        body.append("<article>\n").append(content()).append("</article>\n<nav>");
        if (hasPdf) {
            body.append(link("../" + letter.date() + ".pdf", words.of("scan")));
        }
        body.append(link("../" + letter.date() + ".md", words.of("text"))).append("</nav>\n");
        body.append(commented()).append(ways);
        return page(words, letter.title(), body.toString());
    }

    private String ways(@Nullable Neighbour previous, @Nullable Neighbour next) {
        StringBuilder ways = new StringBuilder("<nav>" + link("../index.html", words.of("allLetters")));
        if (previous != null) {
            ways.append(link(previous.date() + ".html", words.of("previous", "title", previous.title())));
        }
        if (next != null) {
            ways.append(link(next.date() + ".html", words.of("next", "title", next.title())));
        }
        return ways.append("</nav>\n").toString();
    }

    private String byLine() {
        List<String> parts = new ArrayList<>(List.of(words.date(letter.date())));
        String author = letter.author();
        String recipient = details.recipient();
        if (author != null && recipient != null) {
            parts.add(words.of("between", "author", author, "recipient", recipient));
        } else if (author != null) {
            parts.add(author);
        } else if (recipient != null) {
            parts.add(words.of("toOnly", "recipient", recipient));
        }
        if (details.location() != null) {
            parts.add(details.location());
        }
        return String.join(words.of("separator"), parts);
    }

    private String content() {
        try {
            return Html.of(letter.content());
        } catch (TooComplexException e) {
            return "<pre>" + escaped(letter.content()) + "</pre>\n";
        }
    }

    private String commented() {
        if (comments.isEmpty()) {
            return "";
        }
        StringBuilder list = new StringBuilder("<h2>" + escaped(words.of("comments")) + "</h2>\n<ol>\n");
        for (Comment comment : comments) {
            list.append("<li><b>")
                    .append(escaped(Names.withoutAddress(comment.userName())))
                    .append("</b> <span>")
                    .append(comment.createdAt().toString(), 0, "2000-01-01".length())
                    .append("</span><p>")
                    .append(escaped(comment.commentText()))
                    .append("</p></li>\n");
        }
        return list.append("</ol>\n").toString();
    }

    private static String link(String href, String text) {
        return "<a href=\"" + escaped(href) + "\">" + escaped(text) + "</a>";
    }

    /** A whole page. Its policy lets nothing in but pictures beside it. */
    static String page(BookWords words, String title, String body) {
        return """
                <!doctype html>
                <html lang="%s">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:">
                <title>%s</title>
                <style>
                %s</style>
                </head>
                <body>
                %s</body>
                </html>
                """.formatted(words.language(), escaped(title), STYLE, body);
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
