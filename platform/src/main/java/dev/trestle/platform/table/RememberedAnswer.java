package dev.trestle.platform.table;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request that had an Idempotency-Key.
 *
 * @param request a hash of whose key it is and which
 * @param once what each execution of the request names what it makes by; null in what older versions wrote
 * @param status 0 while the request is under way
 * @param claimedUntil when a request of which nobody knows how it ended may be done again
 */
public record RememberedAnswer(
        String request,
        String fingerprint,
        @Nullable String once,
        int status,
        @Nullable String contentType,
        @Nullable Map<String, String> headers,
        byte @Nullable [] body,
        Instant claimedUntil,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {}
