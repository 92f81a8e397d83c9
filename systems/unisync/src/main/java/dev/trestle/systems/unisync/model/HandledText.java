package dev.trestle.systems.unisync.model;

/**
 * The text of a note for which translations were enqueued and mentions recorded. Other programs write notes without it.
 *
 * @param digest of the text and its language
 */
public record HandledText(String noteId, String digest) {}
