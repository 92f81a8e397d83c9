package dev.trestle.systems.holdthatthought.people;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.systems.holdthatthought.area.PlainText;
import dev.trestle.systems.holdthatthought.model.ProfileStatus;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Somebody, in a full export.
 *
 * @param photo the photo's file in the archive
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PersonFile(
        String userId,
        String email,
        String displayName,
        @Nullable String bio,
        @Nullable String photo,
        @Nullable String familyRelationship,
        @Nullable String generation,
        @Nullable String familyBranch,
        boolean isProfilePrivate,
        @Nullable String contactEmail,
        boolean notifyOnMessage,
        boolean notifyOnComment,
        @Nullable String theme,
        List<FamilyEntry> familyRelationships,
        int mediaUploadCount,
        ProfileStatus status,
        List<String> groups,
        Instant createdAt,
        Instant updatedAt) {
    private static final int NAME_MAX = 100;
    private static final int EMAIL_MAX = 320;
    private static final int BIO_MAX = 500;
    private static final int THEME_MAX = 50;
    private static final int USER_ID_MAX = 200;

    public static PersonFile of(UserProfile profile, @Nullable String photo) {
        return new PersonFile(
                profile.userId(),
                profile.email(),
                profile.displayName(),
                profile.bio(),
                photo,
                profile.familyRelationship(),
                profile.generation(),
                profile.familyBranch(),
                profile.isProfilePrivate(),
                profile.contactEmail(),
                profile.notifyOnMessage(),
                profile.notifyOnComment(),
                profile.theme(),
                FamilyEntry.read(profile.familyRelationships()),
                profile.mediaUploadCount(),
                profile.status(),
                profile.groups(),
                profile.createdAt(),
                profile.updatedAt());
    }

    /** Whether keys can have the id. */
    public boolean hasId() {
        return userId != null && userId.length() <= USER_ID_MAX && Ids.problem(userId) == null;
    }

    /**
     * The profile.
     *
     * @param photoUrl the key of the photo's object
     * @param isLetIn whether they may read the archive as before; else an administrator has to let them in
     * @throws dev.trestle.platform.api.ApiException if something is not as profiles have it
     */
    public UserProfile profile(@Nullable String photoUrl, boolean isLetIn, Instant now) {
        ProfileStatus was = status == null ? ProfileStatus.INACTIVE : status;
        List<FamilyEntry> entries = familyRelationships == null ? List.of() : familyRelationships;
        Instant created = createdAt == null || createdAt.isAfter(now) ? now : createdAt;
        Instant updated = updatedAt == null || updatedAt.isAfter(now) ? now : updatedAt;
        return new UserProfile(
                userId,
                email == null ? "" : PlainText.stripped(cut(email, EMAIL_MAX)),
                PlainText.required("displayName", displayName, NAME_MAX),
                PlainText.optional("bio", bio, BIO_MAX),
                photoUrl,
                PlainText.optional("familyRelationship", familyRelationship, NAME_MAX),
                PlainText.optional("generation", generation, NAME_MAX),
                PlainText.optional("familyBranch", familyBranch, NAME_MAX),
                isProfilePrivate,
                PlainText.optional("contactEmail", contactEmail, EMAIL_MAX),
                notifyOnMessage,
                notifyOnComment,
                theme != null && theme.matches("[a-z0-9-]{1," + THEME_MAX + "}") ? theme : null,
                FamilyEntry.write(
                        entries.size() <= FamilyEntry.ENTRIES_MAX
                                ? entries
                                : entries.subList(0, FamilyEntry.ENTRIES_MAX)),
                Math.max(0, mediaUploadCount),
                isLetIn || was != ProfileStatus.ACTIVE ? was : ProfileStatus.INACTIVE,
                Groups.known(groups == null ? List.of() : groups),
                created,
                updated.isBefore(created) ? created : updated);
    }

    private static String cut(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max);
    }
}
