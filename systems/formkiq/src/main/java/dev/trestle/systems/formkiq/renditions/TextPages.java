package dev.trestle.systems.formkiq.renditions;

import dev.trestle.media.book.Book;
import dev.trestle.media.book.Book.Chapter;
import dev.trestle.media.book.Book.Kind;
import dev.trestle.media.book.Book.Paper;
import dev.trestle.media.book.Book.Paragraph;
import dev.trestle.media.book.Book.Run;
import dev.trestle.text.markdown.Blocks;
import dev.trestle.text.markdown.TooComplexException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** Texts as pages to be set: markdown with its headings, lists and quotes, all else line by line. */
final class TextPages {
    private static final Charset WESTERN = Charset.forName("windows-1252");
    private static final char HARD_SPACE = '\u00a0';
    private static final String TAB = "    ";
    private static final Pattern BREAK = Pattern.compile("\r\n?|\n|\f");

    private TextPages() {}

    static Book of(String title, byte[] bytes, boolean isMarkdown) {
        String text = decoded(bytes);
        List<Paragraph> paragraphs = isMarkdown ? markdown(text) : lines(text);
        return new Book(
                title,
                List.of(),
                "",
                "",
                "en",
                Paper.A4,
                List.of(new Chapter("", "", List.of(), paragraphs, List.of())));
    }

    private static String decoded(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return new String(bytes, WESTERN);
        }
    }

    private static List<Paragraph> markdown(String text) {
        try {
            return Blocks.of(text).stream()
                    .map(block -> new Paragraph(
                            Kind.valueOf(block.kind().name()),
                            block.depth(),
                            block.marker(),
                            block.spans().stream()
                                    .map(span -> new Run(span.text(), span.isBold(), span.isItalic()))
                                    .toList()))
                    .toList();
        } catch (TooComplexException e) {
            return lines(text);
        }
    }

    /** Parts between empty lines are paragraphs; their lines end where they end in the text, and are indented as there. */
    private static List<Paragraph> lines(String text) {
        return Pattern.compile("\n{2,}")
                .splitAsStream(BREAK.matcher(text).replaceAll("\n"))
                .filter(part -> !part.isBlank())
                .map(part -> new Paragraph(Kind.CODE, 0, "", List.of(new Run(spaced(part), false, false))))
                .toList();
    }

    /** Spaces that stand together stay together. */
    private static String spaced(String part) {
        StringBuilder spaced = new StringBuilder();
        String expanded = part.replace("\t", TAB);
        for (int i = 0; i < expanded.length(); i++) {
            char each = expanded.charAt(i);
            boolean isInner = i > 0 && expanded.charAt(i - 1) != ' ' && expanded.charAt(i - 1) != '\n';
            spaced.append(each == ' ' && !isInner ? HARD_SPACE : each);
        }
        return spaced.toString();
    }
}
