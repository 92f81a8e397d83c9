package dev.trestle.systems.zentriqvision.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A person who works with an organisation's videos. */
public record User(
        String userId,
        String email,
        String givenName,
        @Nullable String phone,
        Instant createdAt) {}
