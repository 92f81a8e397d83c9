package dev.trestle.media.book;

/**
 * What a book may have.
 *
 * @param pages in all
 * @param bytes of its file
 */
public record BookLimits(int pages, long bytes) {
    public static final BookLimits DEFAULT = new BookLimits(1_000, 512L << 20);
}
