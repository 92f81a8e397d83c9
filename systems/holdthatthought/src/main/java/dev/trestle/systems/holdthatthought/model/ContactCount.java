package dev.trestle.systems.holdthatthought.model;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;

/**
 * How often the contact form was used from a network address.
 *
 * @param address as a digest
 * @param windowStart when the present hour began
 */
public record ContactCount(
        String address,
        int count,
        Instant windowStart,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {}
