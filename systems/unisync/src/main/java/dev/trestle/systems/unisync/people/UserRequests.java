package dev.trestle.systems.unisync.people;

import dev.trestle.platform.api.Patch;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Range;
import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.systems.unisync.model.UserStatus;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is asked about users. */
public final class UserRequests {
    private UserRequests() {}

    public record ListUsers(
            @Default("50") @Range(min = 1, max = 200) int limit,

            @About("The next of the page before") @Nullable @Length(max = 4000)
            String cursor) {}

    public record ByUser(@Length(min = 1, max = 100) String userId) {}

    public record NewUser(
            @Length(min = 3, max = 300) String email,
            @Length(min = 1, max = 200) String name,
            UserRole role,
            @Nullable Language preferredLang,
            @Nullable Boolean canEditVersions) {
        public NewUser {
            checkName(name);
        }

        Language language() {
            return preferredLang == null ? Language.EN : preferredLang;
        }

        boolean mayEditVersions() {
            return Boolean.TRUE.equals(canEditVersions);
        }
    }

    public record CreateUser(NewUser body) {}

    /** What an administrator changes of a user. */
    public record UserPatch(
            Patch<@Length(min = 1, max = 200) String> name,
            Patch<UserRole> role,
            Patch<UserStatus> status,
            Patch<Language> preferredLang,
            Patch<Boolean> canEditVersions) {
        public UserPatch {
            if (name instanceof Patch.To<String> to) {
                checkName(to.value());
            }
        }

        User applyTo(User user, Instant at) {
            return user.with()
                    .name(applied(name, user.name()).strip())
                    .role(applied(role, user.role()))
                    .status(applied(status, user.status()))
                    .preferredLang(applied(preferredLang, user.preferredLang()))
                    .canEditVersions(applied(canEditVersions, user.canEditVersions()))
                    .updatedAt(at)
                    .build();
        }
    }

    public record ChangeUser(@Length(min = 1, max = 100) String userId, UserPatch body) {}

    public record NewPassword(
            @Length(min = 1, max = 1000) String oldPassword,
            @Length(min = 1, max = 1000) String newPassword) {
        /** Without passwords. */
        @Override
        public String toString() {
            return "NewPassword";
        }
    }

    /** What users change of themselves. */
    public record OwnPatch(
            Patch<@Length(min = 1, max = 200) String> name,
            Patch<Language> preferredLang,
            @Nullable NewPassword password) {
        public UserPatch profile() {
            return new UserPatch(name, new Patch.Keep<>(), new Patch.Keep<>(), preferredLang, new Patch.Keep<>());
        }
    }

    public record ChangeMe(OwnPatch body) {}

    /** The contract allows no null here. */
    private static <T> T applied(Patch<T> patch, T before) {
        return Objects.requireNonNull(patch.applyTo(before));
    }

    private static void checkName(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("must not be blank");
        }
    }
}
