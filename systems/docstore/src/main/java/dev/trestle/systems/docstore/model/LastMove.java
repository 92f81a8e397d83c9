package dev.trestle.systems.docstore.model;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;

/**
 * The last time that a document was deleted or restored. Both move the names of all its objects from one table to the other: a reader of
 * both tables who finds the same move before and after has missed none.
 *
 * @param moveId another one for each move
 */
public record LastMove(
        String documentId,
        String moveId,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {}
