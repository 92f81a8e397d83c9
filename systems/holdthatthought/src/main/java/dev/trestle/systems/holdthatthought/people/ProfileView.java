package dev.trestle.systems.holdthatthought.people;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.api.Alias;
import dev.trestle.systems.holdthatthought.area.Links;
import dev.trestle.systems.holdthatthought.model.ProfileStatus;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import dev.trestle.systems.holdthatthought.model.UserStats;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A profile as somebody sees it.
 *
 * @param email for its owner and administrators only
 * @param photoUrl signed, for an hour
 * @param familyRelationships what the profile states, then what others have stated about the person, which is derived
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProfileView(
        String userId,
        @Nullable String email,
        String displayName,
        @Nullable String bio,
        @Alias("profilePhotoUrl") @Nullable String photoUrl,
        @Nullable String familyRelationship,
        @Nullable String generation,
        @Nullable String familyBranch,
        boolean isProfilePrivate,
        @Nullable String contactEmail,
        @Nullable Boolean notifyOnMessage,
        @Nullable Boolean notifyOnComment,
        @Nullable String theme,
        List<Object> familyRelationships,
        int mediaUploadCount,
        ProfileStatus status,
        List<String> groups,
        @Alias("joinedDate") Instant createdAt,
        Instant updatedAt,
        int commentCount,
        @Nullable Instant lastActive) {
    /** {@code isOwn}: all of it, for its owner and administrators. */
    static ProfileView of(
            UserProfile profile,
            @Nullable UserStats stats,
            List<Relations.Derived> derived,
            boolean isOwn,
            Links links) {
        List<Object> relations = new ArrayList<>(FamilyEntry.read(profile.familyRelationships()));
        relations.addAll(derived);
        return new ProfileView(
                profile.userId(),
                isOwn ? profile.email() : null,
                profile.displayName(),
                profile.bio(),
                links.photo(profile.photoUrl()),
                profile.familyRelationship(),
                profile.generation(),
                profile.familyBranch(),
                profile.isProfilePrivate(),
                isOwn ? profile.contactEmail() : null,
                isOwn ? profile.notifyOnMessage() : null,
                isOwn ? profile.notifyOnComment() : null,
                isOwn ? profile.theme() : null,
                List.copyOf(relations),
                profile.mediaUploadCount(),
                profile.status(),
                profile.groups(),
                profile.createdAt(),
                profile.updatedAt(),
                stats == null ? 0 : stats.commentCount(),
                stats == null ? null : stats.lastActive());
    }
}
