package dev.trestle.engine.api;

import org.jspecify.annotations.Nullable;

/**
 * Which stream to be told about, and from where on.
 *
 * @param tableName the table whose stream it is
 * @param consumer under which name the position is kept in the store; null if it need not be
 * @param start where a consumer begins that has no position yet
 * @param afterSequenceNumber the record behind which to begin, in place of {@code start}
 */
public record SubscribeStream(
        @Nullable String tableName,
        @Nullable String consumer,
        Start start,
        @Nullable String afterSequenceNumber) {

    /** With the oldest record that is kept, or with the next one to be written. */
    public enum Start {
        TRIM_HORIZON,
        LATEST
    }
}
