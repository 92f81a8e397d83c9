package dev.trestle.systems.holdthatthought.transfer;

import static dev.trestle.systems.holdthatthought.transfer.ReadingPage.escaped;

import dev.trestle.systems.holdthatthought.book.BookWords;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.MediaItem;
import org.jspecify.annotations.Nullable;

/** The page of an archive that a person opens first: all letters by date, then the gallery. It needs nothing but a browser. */
final class StartPage {
    private static final int MEDIA_MAX = 10_000;

    private final BookWords words;
    private final StringBuilder rows = new StringBuilder();
    private final StringBuilder media = new StringBuilder();
    private int letters;
    private int shown;

    StartPage(BookWords words) {
        this.words = words;
    }

    void add(Letter letter, boolean hasPdf) {
        letters++;
        String date = escaped(letter.date());
        rows.append("<li><span>")
                .append(escaped(words.date(letter.date())))
                .append("</span> <a href=\"")
                .append(escaped(ReadingPage.name(letter.date())))
                .append("\">")
                .append(escaped(letter.title()))
                .append("</a>");
        String author = letter.author();
        if (author != null) {
            rows.append(", ").append(escaped(author));
        }
        if (hasPdf) {
            rows.append(" (<a href=\"")
                    .append(date)
                    .append(".pdf\">")
                    .append(escaped(words.of("scan")))
                    .append("</a>)");
        }
        String description = letter.description();
        if (description != null) {
            rows.append("<p>").append(escaped(description)).append("</p>");
        }
        rows.append("</li>\n");
    }

    /** A medium, with its file and perhaps a small picture. The page would be too long with tens of thousands. */
    void add(MediaItem item, String file, @Nullable String thumbnail) {
        if (shown++ < MEDIA_MAX) {
            String caption = item.caption();
            media.append("<li><a href=\"").append(escaped(file)).append("\">");
            if (thumbnail != null) {
                media.append("<img loading=\"lazy\" alt=\"\" src=\"")
                        .append(escaped(thumbnail))
                        .append("\">");
            }
            media.append(escaped(caption == null ? item.fileName() : caption)).append("</a></li>\n");
        }
    }

    String html() {
        String title = words.of("title");
        String number = letters == 1 ? words.of("letter") : words.of("letters", "n", Integer.toString(letters));
        String gallery = media.isEmpty()
                ? ""
                : "<h2>" + escaped(words.of("gallery")) + "</h2>\n<ol class=\"gallery\">\n" + media + "</ol>\n";
        return ReadingPage.page(
                words,
                title,
                "<h1>" + escaped(title) + "</h1>\n<p class=\"quiet\">" + escaped(number) + ". "
                        + escaped(words.of("note")) + "</p>\n<ol>\n" + rows + "</ol>\n" + gallery);
    }
}
