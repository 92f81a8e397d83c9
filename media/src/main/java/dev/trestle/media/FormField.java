package dev.trestle.media;

/**
 * A field of a form in a PDF file.
 *
 * @param name with the names of the fields that it is part of, apart by dots
 * @param value as text; empty for a field that is not filled in
 */
public record FormField(String name, String value) {}
