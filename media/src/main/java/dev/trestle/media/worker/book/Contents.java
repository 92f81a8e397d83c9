package dev.trestle.media.worker.book;

import dev.trestle.media.book.Book;
import dev.trestle.media.book.Book.Run;
import dev.trestle.media.worker.RefusedFileException;
import dev.trestle.media.worker.book.Typesetter.Line;
import dev.trestle.media.worker.book.Typesetter.Style;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationLink;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDBorderStyleDictionary;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.destination.PDPageFitDestination;

/**
 * The table of contents. It stands before the chapters, whose pages are not known then: its pages are made first, with all but the numbers, and
 * those are written at the end.
 */
final class Contents {
    private static final float LISTED_SHARE = 0.27f;
    private static final float NUMBER_EMS = 2.6f;
    private static final float GAP_EMS = 0.35f;
    private static final float DOTS_EMS = 0.9f;

    private final Leaf leaf;
    private final Typesetter typesetter;
    private final Style style;
    private final List<Row> rows = new ArrayList<>();

    /** Where the number of a chapter goes. */
    private record Row(Canvas canvas, float left, float titleEnd, float y) {}

    Contents(Leaf leaf, Typesetter typesetter) {
        this.leaf = leaf;
        this.typesetter = typesetter;
        this.style = new Style(leaf.size() * 0.95f, false, false);
    }

    /** Makes the pages. The canvases are ended by {@link #number}. */
    List<Canvas> begin(Book book, ContentsPages pages) throws IOException, RefusedFileException {
        List<Canvas> made = new ArrayList<>();
        float listed = leaf.textWidth() * LISTED_SHARE;
        float titleWidth = leaf.textWidth() - listed - style.size() * NUMBER_EMS;
        float bottom = 0;
        float y = Float.MAX_VALUE;
        for (Book.Chapter chapter : book.chapters()) {
            List<Line> title =
                    typesetter.lines(List.of(new Run(chapter.title(), false, false)), style, titleWidth, 0, false);
            float height = title.size() * leaf.leading();
            if (y + height > bottom) {
                made.add(pages.next());
                bottom = leaf.textBottom();
                y = pages.y();
            }
            Canvas canvas = made.get(made.size() - 1);
            float left = pages.left();
            Line date = typesetter.fitting(
                    chapter.listed(), new Style(style.size() * 0.92f, false, true), listed - style.size());
            canvas.text(date, left, y + leaf.leading() * 0.72f, true);
            float titleEnd = 0;
            for (Line line : title) {
                y += leaf.leading();
                canvas.text(line, left + listed, y - leaf.leading() * 0.28f, false);
                titleEnd = left + listed + line.width();
            }
            rows.add(new Row(canvas, left, titleEnd, y - leaf.leading() * 0.28f));
            y += leaf.leading() * GAP_EMS;
        }
        return made;
    }

    /** Begins a page of the contents. */
    interface ContentsPages {
        Canvas next() throws IOException, RefusedFileException;

        float y();

        float left();
    }

    /** Writes the number of a chapter, and leads there. */
    void number(int chapter, int number, PDPage page) throws IOException {
        Row row = rows.get(chapter);
        Line line = typesetter.line(String.valueOf(number), style);
        float right = row.left() + leaf.textWidth();
        row.canvas().text(line, right - line.width(), row.y(), false);
        Line dot = typesetter.line(".", style);
        float step = style.size() * DOTS_EMS;
        float first = (float) Math.ceil((row.titleEnd() + step) / step) * step;
        for (float x = first; x < right - line.width() - step; x += step) {
            row.canvas().text(dot, x, row.y(), true);
        }
        PDAnnotationLink link = new PDAnnotationLink();
        link.setRectangle(new PDRectangle(
                row.left(), leaf.height() - row.y() - leaf.leading() * 0.28f, leaf.textWidth(), leaf.leading()));
        PDBorderStyleDictionary none = new PDBorderStyleDictionary();
        none.setWidth(0);
        link.setBorderStyle(none);
        PDPageFitDestination destination = new PDPageFitDestination();
        destination.setPage(page);
        link.setDestination(destination);
        row.canvas().page().getAnnotations().add(link);
    }
}
