package dev.trestle.model.time;

import org.jspecify.annotations.Nullable;

/** The ways in which instants stand in attributes. */
public enum TimeFormat {
    /** {@code 2024-01-15T10:00:00.000Z}. */
    MILLIS("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"),
    /** {@code 2024-01-15T10:00:00Z}. */
    SECONDS("yyyy-MM-dd'T'HH:mm:ss'Z'"),
    /** {@code 20240115T100000Z}. */
    BASIC_SECONDS("yyyyMMdd'T'HHmmss'Z'"),
    /** {@code 2024-01-15T10:00:00+0000}. */
    OFFSET_SECONDS("yyyy-MM-dd'T'HH:mm:ssZ"),
    /** {@code 2024-01-15T10:00:00.000000+0000}. */
    OFFSET_MICROS("yyyy-MM-dd'T'HH:mm:ss.SSSSSSZ"),
    /** {@code 2024-01-15T10:00:00}, in UTC without saying so. */
    ZONELESS_SECONDS("yyyy-MM-dd'T'HH:mm:ss"),
    /** {@code 2024-01-15}. */
    DAY("yyyy-MM-dd"),
    /** A number: seconds since 1970, as expiry wants them. */
    EPOCH_SECONDS(null),
    /** A number: milliseconds since 1970. */
    EPOCH_MILLIS(null);

    private final @Nullable TimeLayout layout;

    TimeFormat(@Nullable String pattern) {
        this.layout = pattern == null ? null : TimeLayout.of(pattern);
    }

    /** The layout of the text; null where the attribute is a number. */
    public @Nullable TimeLayout layout() {
        return layout;
    }
}
