package dev.trestle.systems.unisync.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/**
 * A person who uses UniSync.
 *
 * @param email unique among users
 * @param cognitoSub the subject of the issuer's tokens
 * @param canEditVersions whether the version numbers may be changed by this user
 */
@RecordBuilder
public record User(
        String userId,
        String email,
        String name,
        UserRole role,
        UserStatus status,
        Language preferredLang,
        String cognitoSub,
        boolean canEditVersions,
        Instant createdAt,
        Instant updatedAt)
        implements UserBuilder.With {}
