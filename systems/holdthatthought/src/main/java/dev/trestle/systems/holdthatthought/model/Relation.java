package dev.trestle.systems.holdthatthought.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A relationship in somebody's profile that names another user, so that it is found from the other side too.
 *
 * @param ownerId whose profile it stands in
 * @param userId whom it names
 * @param type what the named person is to the owner
 */
public record Relation(
        String ownerId,
        String entryId,
        String userId,
        String type,
        @Nullable String customType,
        Instant createdAt) {}
