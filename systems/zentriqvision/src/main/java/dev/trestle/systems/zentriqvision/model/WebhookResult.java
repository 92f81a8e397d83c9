package dev.trestle.systems.zentriqvision.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What became of the last request to a saved search's webhook.
 *
 * @param delivered whether the other server took it
 * @param status what it answered; absent if it did not
 * @param attempt which of the attempts this was
 * @param message what was wrong; nothing of what the other server said is in it
 */
public record WebhookResult(
        String userId,
        String searchId,
        String alertId,
        Instant at,
        boolean delivered,
        @Nullable Integer status,
        int attempt,
        @Nullable String message) {}
