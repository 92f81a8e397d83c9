package dev.trestle.systems.docstore.model;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who has a document open.
 *
 * @param isEditing whether they write, or read only
 * @param name as of the last heartbeat; absent for people of other issuers
 */
public record Presence(
        String tenantId,
        String documentId,
        String personId,
        @Nullable String name,
        boolean isEditing,
        Instant startedAt,
        Instant lastHeartbeat,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {}
