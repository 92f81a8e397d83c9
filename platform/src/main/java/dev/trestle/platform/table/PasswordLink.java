package dev.trestle.platform.table;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;

/**
 * A link by which a person may choose a password, once.
 *
 * @param hash of its token, which only the mail has
 */
public record PasswordLink(
        String personId,
        Purpose purpose,
        String hash,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {
    /** What the mail said. Each purpose has one link at a time. */
    public enum Purpose {
        INVITATION,
        RESET
    }
}
