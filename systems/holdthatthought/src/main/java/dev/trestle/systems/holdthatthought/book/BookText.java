package dev.trestle.systems.holdthatthought.book;

import dev.trestle.media.book.Book.Kind;
import dev.trestle.media.book.Book.Paragraph;
import dev.trestle.media.book.Book.Run;
import dev.trestle.text.markdown.Blocks;
import dev.trestle.text.markdown.TooComplexException;
import java.util.Arrays;
import java.util.List;

/** A letter's markdown as paragraphs of a book. */
final class BookText {
    private BookText() {}

    static List<Paragraph> of(String markdown) {
        try {
            return Blocks.of(markdown).stream().map(BookText::paragraph).toList();
        } catch (TooComplexException e) {
            return Arrays.stream(markdown.split("\n\\s*\n"))
                    .map(text -> new Paragraph(Kind.TEXT, 0, "", List.of(new Run(text, false, false))))
                    .toList();
        }
    }

    private static Paragraph paragraph(Blocks.Block block) {
        return new Paragraph(
                Kind.valueOf(block.kind().name()),
                block.depth(),
                block.marker(),
                block.spans().stream()
                        .map(span -> new Run(span.text(), span.isBold(), span.isItalic()))
                        .toList());
    }
}
