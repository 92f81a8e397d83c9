package dev.trestle.media;

import java.util.List;

/**
 * What a page says.
 *
 * @param tables rows of cells
 * @param isScanned whether its characters were recognised on a picture
 */
public record ReadPage(String text, List<List<List<String>>> tables, boolean isScanned) {}
