package dev.trestle.platform.table;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a person signs in with.
 *
 * @param hash Argon2id
 * @param oneTime whether it only serves to choose a password
 * @param validUntil null for ever
 */
public record Credential(
        String personId,
        String hash,
        boolean oneTime,
        @Nullable Instant validUntil,
        Instant changedAt) {}
