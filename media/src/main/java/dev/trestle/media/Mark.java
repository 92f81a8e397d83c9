package dev.trestle.media;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A watermark: a text or a picture that is drawn over each page. Sizes and distances are points of a page as high as A4, so that a mark takes
 * the same share of a scan whatever its pixels are.
 *
 * @param text drawn on one line; null if there is a picture
 * @param picture null if there is a text
 * @param fontSize of the text; null has it fill the page
 * @param rotation in degrees, counterclockwise
 * @param isFitted whether it is as large as the page allows; else a picture has a point for each of its pixels
 * @param right how far it is moved from its place, to the right
 * @param down the same, downwards
 */
public record Mark(
        @Nullable String text,
        @Nullable Path picture,
        @Nullable Double fontSize,
        double rotation,
        boolean isFitted,
        Side x,
        Side y,
        double right,
        double down) {
    /** Where it lies on an axis: at the left or the top, in the middle, at the right or the bottom. */
    public enum Side {
        START,
        CENTER,
        END
    }

    public Mark {
        if ((text == null) == (picture == null)) {
            throw new IllegalArgumentException("A mark is a text or a picture.");
        }
    }

    /** A text in the middle, as large as the page allows. */
    public static Mark of(String text) {
        return new Mark(text, null, null, 0, true, Side.CENTER, Side.CENTER, 0, 0);
    }
}
