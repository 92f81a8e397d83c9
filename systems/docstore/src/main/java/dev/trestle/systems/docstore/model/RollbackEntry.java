package dev.trestle.systems.docstore.model;

import java.time.Instant;

/** A rollback in a document's log. */
public record RollbackEntry(
        String documentId, Instant rolledBackAt, String rolledBackBy, int fromVersion, int toVersion) {}
