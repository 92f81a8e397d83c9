package dev.trestle.media.book;

import java.util.List;

/**
 * A book to be set as a PDF file.
 *
 * @param lines below the title, on the title page
 * @param colophon at the end of the title page
 * @param contents the heading of the table of contents
 * @param language a tag such as {@code zh-TW}; it decides between Chinese fonts
 */
public record Book(
        String title,
        List<String> lines,
        String colophon,
        String contents,
        String language,
        Paper paper,
        List<Chapter> chapters) {
    /** The size of a page. */
    public enum Paper {
        A4,
        A5
    }

    /**
     * A chapter begins on a new page.
     *
     * @param listed what stands before the title in the table of contents
     * @param lines below the title
     * @param pictures files of the workspace, each shown on a page of its own after the text
     */
    public record Chapter(
            String title, String listed, List<String> lines, List<Paragraph> text, List<Picture> pictures) {}

    /** A picture file, with the line below it. */
    public record Picture(String file, String caption) {}

    /** What a paragraph is. */
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
     * @param depth how far it is indented
     * @param marker what stands before an item of a list; empty if nothing does
     */
    public record Paragraph(Kind kind, int depth, String marker, List<Run> runs) {}

    /** Text of one style; a line feed in it breaks the line. */
    public record Run(String text, boolean bold, boolean italic) {}
}
