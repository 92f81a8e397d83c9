package dev.trestle.systems.zentriqvision.people;

import dev.trestle.platform.api.Patch;
import dev.trestle.platform.schema.Count;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.OneOf;
import dev.trestle.platform.schema.Range;
import dev.trestle.systems.zentriqvision.model.Camera;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What operations about people and organisations are asked. */
final class PeopleRequests {
    private PeopleRequests() {}

    record OfUser(@Length(min = 1, max = 200) String id) {}

    record ListUsers(
            @Default("50") @Range(min = 1, max = 100) int limit,
            @Nullable String cursor) {}

    record UpdateProfile(ProfileUpdate body) {}

    /** {@code phoneNumber} is another name of phone. */
    record ProfileUpdate(
            @Length(min = 1, max = 100) @Nullable String givenName,
            @Length(max = 40) @Nullable String phone,
            @Length(max = 40) @Nullable String phoneNumber) {
        @Nullable
        String anyPhone() {
            return phone == null ? phoneNumber : phone;
        }
    }

    record NewUser(UserDraft body) {}

    /**
     * @param issuer with {@code subject}, of somebody whom another issuer vouches for: no account is made
     */
    record UserDraft(
            @Length(min = 3, max = 320) String email,
            @Length(min = 1, max = 100) @Nullable String givenName,
            @Length(max = 40) @Nullable String phone,
            @Length(max = 40) @Nullable String phoneNumber,
            RoleName role,
            @Count(max = 100) @Nullable List<@Length(min = 1, max = 100) String> cameras,
            @Length(min = 1, max = 400) @Nullable String issuer,
            @Length(min = 1, max = 200) @Nullable String subject) {
        @Nullable
        String anyPhone() {
            return phone == null ? phoneNumber : phone;
        }
    }

    record ChangeUser(@Length(min = 1, max = 200) String id, UserChange body) {}

    record UserChange(
            @Length(min = 1, max = 100) @Nullable String givenName,
            Patch<@Length(max = 40) @Nullable String> phone,
            @Nullable RoleName role,
            Patch<@Count(max = 100) @Nullable List<@Length(min = 1, max = 100) String>> cameras,
            @Nullable Boolean active) {}

    record ChangeOrganization(OrganizationChange body) {}

    record OrganizationChange(
            @Length(min = 1, max = 200) @Nullable String name,
            @Count(max = 100) @Nullable List<CameraDraft> cameras) {}

    record CameraDraft(
            @Length(min = 1, max = 100) String name,
            @Length(max = 200) @Nullable String place,
            @Range(min = -86_400, max = 86_400) @Nullable Integer offset) {
        Camera toCamera() {
            String where = place == null || place.isBlank() ? null : place.strip();
            return new Camera(name.strip(), where, offset == null ? 0 : offset);
        }
    }

    record PutSettings(SettingsDraft body) {}

    record SettingsDraft(
            @Range(min = 1, max = 3650) @Nullable Integer retentionDays,
            @Range(min = 1, max = 3650) @Nullable Integer exportDays,
            @Range(min = 1, max = 3650) @Nullable Integer accessLogDays,

            @OneOf({"built-in", "rekognition", "outside"}) @Nullable
            String analyzer,

            @Range(min = 1, max = 3600) @Nullable Integer appearanceSeconds) {}
}
