package dev.trestle.systems.holdthatthought.model;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened in the archive.
 *
 * @param subject what it happened to, by its id
 * @param letterDate the letter that it is about; absent if it is about none
 * @param path of the page that shows it
 */
public record Activity(
        Instant at,
        ActivityKind kind,
        String subject,
        String userId,
        String userName,
        String title,
        @Nullable String letterDate,
        String path,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt) {}
