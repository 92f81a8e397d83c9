package dev.trestle.media.book;

import java.nio.file.Path;
import java.util.List;

/**
 * A book that was set.
 *
 * @param missing characters that no font of this machine can draw, each shown as an empty box; no more than some dozen are named
 * @param missingIn how many chapters have such characters
 * @param picturesLeftOut how many pictures could not be read
 */
public record MadeBook(Path file, int pages, List<String> missing, int missingIn, int picturesLeftOut) {}
