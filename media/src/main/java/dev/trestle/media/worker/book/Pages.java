package dev.trestle.media.worker.book;

import dev.trestle.media.worker.RefusedFileException;
import dev.trestle.media.worker.book.Typesetter.Line;
import dev.trestle.media.worker.book.Typesetter.Style;
import java.io.IOException;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.jspecify.annotations.Nullable;

/** The pages of a book, one behind the other: what is set goes on the current one, below what is there. */
final class Pages {
    private static final float HEAD_SIZE = 0.85f;
    private static final float HEAD_RISE = 2.2f;
    private static final float FOOT_DROP = 2.6f;

    private final PDDocument document;
    private final Leaf leaf;
    private final Typesetter typesetter;
    private final int pagesMax;
    private @Nullable Canvas canvas;
    private boolean shared;
    private int number;
    private float y;
    private String leftHead = "";
    private String rightHead = "";

    Pages(PDDocument document, Leaf leaf, Typesetter typesetter, int pagesMax) {
        this.document = document;
        this.leaf = leaf;
        this.typesetter = typesetter;
        this.pagesMax = pagesMax;
    }

    /** What stands above the text of left and of right pages. */
    void heads(String left, String right) {
        leftHead = left;
        rightHead = right;
    }

    int number() {
        return number;
    }

    float y() {
        return y;
    }

    float left() {
        return leaf.left(number);
    }

    /** How much room is left. */
    float room() {
        return leaf.textBottom() - y;
    }

    Canvas canvas() throws IOException {
        Canvas current = canvas;
        if (current == null) {
            throw new IOException("There is no page yet.");
        }
        return current;
    }

    void down(float by) {
        y += by;
    }

    /** Begins a page, with or without its head and number. */
    void next(boolean hasHead, boolean hasNumber) throws IOException, RefusedFileException {
        end();
        if (number >= pagesMax) {
            throw new RefusedFileException(
                    "TOO_LARGE",
                    "The book would have more than " + pagesMax
                            + " pages. Choose fewer letters, or leave out the pictures.");
        }
        number++;
        PDPage page = new PDPage(new PDRectangle(leaf.width(), leaf.height()));
        document.addPage(page);
        canvas = new Canvas(document, page);
        y = leaf.top();
        if (hasHead) {
            head();
        }
        if (hasNumber) {
            Line line = typesetter.line(String.valueOf(number), new Style(leaf.size() * HEAD_SIZE, false, false));
            canvas().text(line, (leaf.width() - line.width()) / 2, leaf.textBottom() + leaf.size() * FOOT_DROP, true);
        }
    }

    private void head() throws IOException {
        boolean isRight = number % 2 == 1;
        String text = isRight ? rightHead : leftHead;
        Line line = typesetter.fitting(text, new Style(leaf.size() * HEAD_SIZE, false, true), leaf.textWidth());
        float x = isRight ? left() + leaf.textWidth() - line.width() : left();
        canvas().text(line, x, leaf.top() - leaf.size() * HEAD_RISE, true);
    }

    /** Begins a page that somebody else ends. */
    Canvas open(boolean hasHead) throws IOException, RefusedFileException {
        next(hasHead, true);
        Canvas open = canvas();
        shared = true;
        return open;
    }

    /** A line of text at the current place, and down by what a line takes. */
    void line(Line line, float x, float leading, boolean isQuiet) throws IOException {
        y += leading;
        canvas().text(line, left() + x, y - leading * 0.28f, isQuiet);
    }

    void end() throws IOException {
        if (canvas != null && !shared) {
            canvas.end();
        }
        canvas = null;
        shared = false;
    }
}
