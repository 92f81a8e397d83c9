package dev.trestle.systems.holdthatthought.transfer;

import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.MediaItem;

/** The page of an archive that a person opens first: all letters, by date. It needs nothing but a browser. */
final class StartPage {
    private static final int MEDIA_MAX = 10_000;

    private final StringBuilder rows = new StringBuilder();
    private final StringBuilder media = new StringBuilder();
    private int letters;
    private int shown;

    void add(Letter letter, boolean hasPdf) {
        letters++;
        String date = escaped(letter.date());
        rows.append("<li><span>")
                .append(date)
                .append("</span> <a href=\"")
                .append(date)
                .append(".md\">")
                .append(escaped(letter.title()))
                .append("</a>");
        String author = letter.author();
        if (author != null) {
            rows.append(", ").append(escaped(author));
        }
        if (hasPdf) {
            rows.append(" (<a href=\"").append(date).append(".pdf\">scan</a>)");
        }
        String description = letter.description();
        if (description != null) {
            rows.append("<p>").append(escaped(description)).append("</p>");
        }
        rows.append("</li>\n");
    }

    /** A medium, with its file. The page would be too long with tens of thousands. */
    void add(MediaItem item, String file) {
        if (shown++ < MEDIA_MAX) {
            String caption = item.caption();
            media.append("<li><a href=\"")
                    .append(escaped(file))
                    .append("\">")
                    .append(escaped(caption == null ? item.fileName() : caption))
                    .append("</a></li>\n");
        }
    }

    String html() {
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>Letters</title>
                <style>
                body { font-family: Georgia, serif; line-height: 1.5; margin: 2rem auto; max-width: 40rem; padding: 0 1rem; }
                ol { list-style: none; padding: 0; }
                li { border-top: 1px solid #ddd; padding: 0.75rem 0; }
                li span { color: #666; font-variant-numeric: tabular-nums; }
                li p { color: #444; margin: 0.25rem 0 0; }
                </style>
                </head>
                <body>
                <h1>Letters</h1>
                <p>%d letters. Each is a text file that any editor opens; manifest.json lists all files with their checksums.</p>
                <ol>
                %s</ol>
                %s</body>
                </html>
                """.formatted(letters, rows, media.isEmpty() ? "" : "<h2>Gallery</h2>\n<ol>\n" + media + "</ol>\n");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
