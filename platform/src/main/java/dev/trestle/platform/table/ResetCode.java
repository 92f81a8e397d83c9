package dev.trestle.platform.table;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;

/** A code with which a person may choose a new password, once. */
public record ResetCode(
        String personId,
        String hash,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {}
