package dev.trestle.systems.unisync.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * That an issuer's tokens with this subject are a user's.
 *
 * @param madeHere whether UniSync made the account; absent for one that was there before
 */
public record SignIn(
        String issuer,
        String subject,
        String userId,
        Instant boundAt,
        @Nullable Boolean madeHere) {}
