package dev.trestle.platform.table;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;

/**
 * How many notices an inbox got since it was last counted: an upper bound, because notices expire without being subtracted.
 */
public record InboxSize(
        String inbox,
        int notices,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {}
