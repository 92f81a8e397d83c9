package dev.trestle.media.worker.book;

import dev.trestle.media.book.Book.Paper;
import org.apache.pdfbox.pdmodel.common.PDRectangle;

/** The measures of a page, in points: what is printed stands farther from the fold than from the edge. */
record Leaf(float width, float height, float inner, float outer, float top, float bottom, float size, float leading) {
    static Leaf of(Paper paper) {
        return switch (paper) {
            case A4 -> new Leaf(PDRectangle.A4.getWidth(), PDRectangle.A4.getHeight(), 92, 78, 92, 92, 12, 17);
            case A5 -> new Leaf(PDRectangle.A5.getWidth(), PDRectangle.A5.getHeight(), 56, 46, 62, 62, 10, 14);
        };
    }

    float textWidth() {
        return width - inner - outer;
    }

    float textBottom() {
        return height - bottom;
    }

    /** Where lines begin. Odd pages are on the right. */
    float left(int number) {
        return number % 2 == 1 ? inner : outer;
    }
}
