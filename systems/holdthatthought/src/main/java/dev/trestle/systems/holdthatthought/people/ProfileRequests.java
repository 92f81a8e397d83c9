package dev.trestle.systems.holdthatthought.people;

import dev.trestle.model.annotation.LowerCase;
import dev.trestle.platform.api.Alias;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.schema.Count;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Range;
import dev.trestle.systems.holdthatthought.model.ProfileStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What requests about people hold. */
final class ProfileRequests {
    private ProfileRequests() {}

    record OfUser(@Length(min = 1, max = 200) String id) {}

    record ListUsers(
            @Default("50") @Range(min = 1, max = 100) int limit,
            @Alias("lastEvaluatedKey") @Nullable String cursor) {}

    /** Which people: by what has to be done about them. */
    @LowerCase
    enum State {
        PENDING,
        ACTIVE,
        INACTIVE,
        DELETED,
        ALL
    }

    record ListAll(
            @Default("all") State state,
            @Default("50") @Range(min = 1, max = 100) int limit,
            @Alias("lastEvaluatedKey") @Nullable String cursor) {}

    record UpdateProfile(ProfileUpdate body) {}

    /** Lengths are those after markup is removed, so that they are checked later; these only bound the request. */
    record ProfileUpdate(
            Patch<@Length(max = 4000) String> displayName,
            Patch<@Length(max = 20_000) @Nullable String> bio,
            @Alias("profilePhotoUrl") Patch<@Length(max = 4000) @Nullable String> photoUrl,
            Patch<@Length(max = 4000) @Nullable String> familyRelationship,
            Patch<@Length(max = 4000) @Nullable String> generation,
            Patch<@Length(max = 4000) @Nullable String> familyBranch,
            Patch<Boolean> isProfilePrivate,
            Patch<@Length(max = 320) @Nullable String> contactEmail,
            Patch<Boolean> notifyOnMessage,
            Patch<Boolean> notifyOnComment,
            Patch<@Length(max = 50) @Nullable String> theme,
            Patch<@Count(max = 200) @Nullable List<FamilyEntry>> familyRelationships,
            Patch<@Count(max = 500) @Nullable List<@Length(max = 300) String>> hiddenRelations) {}

    record Invite(Invitation body) {}

    record Invitation(
            @Length(min = 3, max = 320) String email,
            @Length(max = 100) @Nullable String displayName,
            @Count(max = 10) @Nullable List<@Length(max = 100) String> groups) {}

    record ChangeUser(@Length(min = 1, max = 200) String id, UserChange body) {}

    record UserChange(
            @Count(max = 10) @Nullable List<@Length(max = 100) String> groups,
            @Nullable ProfileStatus status) {}
}
