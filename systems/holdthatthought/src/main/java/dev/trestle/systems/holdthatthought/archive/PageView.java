package dev.trestle.systems.holdthatthought.archive;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a scan.
 *
 * @param page from 1
 * @param url of its picture, signed for an hour
 * @param words where words stand on it, as far as they were recognised
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PageView(
        int page,
        String url,
        int width,
        int height,
        @Nullable List<Word> words) {
    /** A word and its box, in shares of the page's width and height. */
    public record Word(String text, double x, double y, double w, double h) {}
}
