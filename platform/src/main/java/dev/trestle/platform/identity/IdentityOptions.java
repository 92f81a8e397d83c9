package dev.trestle.platform.identity;

import java.time.Clock;
import java.time.Duration;

/**
 * How the built-in issuer works.
 *
 * @param issuer its name in tokens: the public URL of its API
 * @param audience whom its tokens are for
 * @param secret 32 bytes that keys are encrypted with before they are stored
 * @param accessLife of an access token
 * @param refreshLife of a session that is not used
 * @param oneTimeLife of a password that an administrator hands out
 * @param resetLife of a code for a new password
 * @param keyLife after which tokens are signed with a new key
 * @param passwordCost of hashing a password
 */
public record IdentityOptions(
        String issuer,
        String audience,
        byte[] secret,
        Duration accessLife,
        Duration refreshLife,
        Duration oneTimeLife,
        Duration resetLife,
        Duration keyLife,
        Passwords.Cost passwordCost,
        Clock clock) {
    private static final int SECRET_BYTES = 32;

    public IdentityOptions {
        if (secret.length != SECRET_BYTES) {
            throw new IllegalArgumentException("The secret must have " + SECRET_BYTES + " bytes.");
        }
        secret = secret.clone();
    }

    public static IdentityOptions of(String issuer, byte[] secret, Clock clock) {
        return new IdentityOptions(
                issuer,
                "trestle",
                secret,
                Duration.ofMinutes(15),
                Duration.ofDays(30),
                Duration.ofDays(7),
                Duration.ofMinutes(30),
                Duration.ofDays(30),
                Passwords.Cost.STANDARD,
                clock);
    }

    public IdentityOptions withPasswordCost(Passwords.Cost other) {
        return new IdentityOptions(
                issuer, audience, secret, accessLife, refreshLife, oneTimeLife, resetLife, keyLife, other, clock);
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "IdentityOptions[" + issuer + "]";
    }
}
