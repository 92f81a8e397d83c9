package dev.trestle.systems.zentriqvision.model;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;

/** An alert again, under the person whom it is about: what says that there was one a moment ago, and what an erasure finds. */
public record AlertMoment(
        String personId,
        String searchId,
        Instant timestamp,
        String userId,
        String alertId,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {
    static AlertMoment of(Alert alert) {
        return new AlertMoment(
                alert.personId(),
                alert.searchId(),
                alert.timestamp(),
                alert.userId(),
                alert.alertId(),
                alert.expiresAt());
    }
}
