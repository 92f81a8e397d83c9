package dev.trestle.systems.unisync.model;

/**
 * Which text of a note was looked after: its translations were asked for, and whom it mentions was written down. Other programs write
 * notes without it.
 *
 * @param digest of the text and its language
 */
public record HandledText(String noteId, String digest) {}
