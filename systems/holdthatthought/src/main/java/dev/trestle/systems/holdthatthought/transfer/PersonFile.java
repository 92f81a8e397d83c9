package dev.trestle.systems.holdthatthought.transfer;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Somebody, in a full export. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PersonFile(
        String userId,
        String email,
        String displayName,
        @Nullable String bio,
        @Nullable String familyRelationship,
        @Nullable String generation,
        @Nullable String familyBranch,
        List<String> groups,
        Instant createdAt) {
    static PersonFile of(UserProfile profile) {
        return new PersonFile(
                profile.userId(),
                profile.email(),
                profile.displayName(),
                profile.bio(),
                profile.familyRelationship(),
                profile.generation(),
                profile.familyBranch(),
                profile.groups(),
                profile.createdAt());
    }
}
