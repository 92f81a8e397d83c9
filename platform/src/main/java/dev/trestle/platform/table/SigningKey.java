package dev.trestle.platform.table;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;

/**
 * A key that tokens are signed with.
 *
 * @param number the minute from which on it signs: of two processes that make one at the same time, the second takes the first one's
 * @param sealed the key, encrypted
 * @param signsFrom some time after it is published, so that everybody knows it by then
 * @param expiresAt when the last token that it signed has long expired
 */
public record SigningKey(
        int number,
        String keyId,
        byte[] sealed,
        Instant signsFrom,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {}
