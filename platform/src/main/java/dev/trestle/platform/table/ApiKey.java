package dev.trestle.platform.table;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key for a program, which acts for whoever made it.
 *
 * @param hash of the key, which is shown once and kept nowhere
 * @param shown its first characters, to tell it by
 */
public record ApiKey(
        String hash,
        String keyId,
        String name,
        String shown,
        String personId,
        @Nullable String tenant,
        List<String> groups,
        Instant createdAt,
        @Nullable @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {}
