package dev.trestle.systems.docstore.model;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;

/**
 * That an object is being deleted because no row named it. Every transaction that is to name an object holds itself to there being no
 * tombstone of it, so that a save of any length never names what the sweep deletes.
 *
 * @param path the object
 * @param expiresAt when no request can still be about to name it
 */
public record ObjectTombstone(
        String documentId,
        String path,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {}
