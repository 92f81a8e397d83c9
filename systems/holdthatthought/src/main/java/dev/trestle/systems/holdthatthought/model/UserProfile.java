package dev.trestle.systems.holdthatthought.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A person of the family.
 *
 * @param photoUrl the key of the photo's object
 * @param familyRelationships an object that the document leaves open: a map by entry id; other programs may write a list
 * @param isProfilePrivate whether the owner and administrators alone may see it
 * @param groups {@code Admins}, {@code ApprovedUsers}
 */
@RecordBuilder
public record UserProfile(
        String userId,
        String email,
        String displayName,
        @Nullable String bio,
        @Nullable String photoUrl,
        @Nullable String familyRelationship,
        @Nullable String generation,
        @Nullable String familyBranch,
        boolean isProfilePrivate,
        @Nullable String contactEmail,
        boolean notifyOnMessage,
        boolean notifyOnComment,
        @Nullable String theme,
        @Nullable AttributeValue familyRelationships,
        int mediaUploadCount,
        ProfileStatus status,
        List<String> groups,
        Instant createdAt,
        Instant updatedAt)
        implements UserProfileBuilder.With {}
