package dev.trestle.engine.table;

/** A table's latest stream, as the table knows it; a stream that was switched off stays known as the latest. */
public record StreamRef(int id, String label, StreamView view, boolean enabled) {}
