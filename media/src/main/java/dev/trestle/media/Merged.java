package dev.trestle.media;

import java.nio.file.Path;
import java.util.List;

/**
 * A PDF file that was made of others.
 *
 * @param texts the text of each page; empty where a page is a picture
 */
public record Merged(Path file, int pages, List<String> texts) {}
