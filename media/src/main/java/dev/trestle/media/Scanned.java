package dev.trestle.media;

import java.util.List;

/**
 * What was recognised on a page.
 *
 * @param text by lines, paragraphs apart
 * @param words with their places on the picture, in pixels of it
 */
public record Scanned(int width, int height, String text, List<Word> words) {
    /** {@code confidence} is of 0 to 100. */
    public record Word(String text, int left, int top, int width, int height, int confidence) {}
}
