package dev.trestle.systems.docstore.model;

import java.time.Instant;
import java.util.List;

/**
 * The versions of a document that have a name or are pinned. One item for all of them, so that a save that drops versions can hold itself
 * to it with one condition, and so that pins can be counted.
 *
 * @param documentCreatedAt tells the document from an earlier one of the same id, whose marks hold no more
 */
public record VersionMarks(String documentId, Instant documentCreatedAt, List<VersionMark> marks) {}
