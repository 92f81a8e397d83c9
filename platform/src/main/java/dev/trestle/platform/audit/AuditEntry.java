package dev.trestle.platform.audit;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An entry of the audit trail; see {@link Actor} and {@link Act}. */
public record AuditEntry(
        String entryId,
        String month,
        Instant at,
        Act.Area area,
        String act,
        String target,
        String label,
        String actor,
        String actorName,
        String address,
        String requestId,
        @Nullable String before,
        @Nullable String after,
        @Nullable @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {}
