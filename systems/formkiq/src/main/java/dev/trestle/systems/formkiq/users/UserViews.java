package dev.trestle.systems.formkiq.users;

import dev.trestle.platform.table.Person;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.model.UserRows.UserGroup;
import dev.trestle.systems.formkiq.model.UserRows.UserProfile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the operations on users and groups take and give. */
final class UserViews {
    /** What a user has beside a name to sign in with. */
    record UserAttributes(
            @Nullable String address,
            @Nullable String birthdate,
            @Nullable String familyName,
            @Nullable String gender,
            @Nullable String givenName,
            @Nullable String locale,
            @Nullable String middleName,
            @Nullable String name,
            @Nullable String nickname,
            @Nullable String phoneNumber,
            @Nullable String picture,
            @Nullable String preferredUsername,
            @Nullable String profile,
            @Nullable String zoneinfo,
            @Nullable String updatedAt,
            @Nullable String website) {
        Map<String, String> stored() {
            Map<String, String> all = new LinkedHashMap<>();
            put(all, "address", address);
            put(all, "birthdate", birthdate);
            put(all, "familyName", familyName);
            put(all, "gender", gender);
            put(all, "givenName", givenName);
            put(all, "locale", locale);
            put(all, "middleName", middleName);
            put(all, "nickname", nickname);
            put(all, "phoneNumber", phoneNumber);
            put(all, "picture", picture);
            put(all, "preferredUsername", preferredUsername);
            put(all, "profile", profile);
            put(all, "zoneinfo", zoneinfo);
            put(all, "updatedAt", updatedAt);
            put(all, "website", website);
            return all;
        }

        private static void put(Map<String, String> all, String key, @Nullable String value) {
            if (value != null && !value.isEmpty()) {
                all.put(key, value);
            }
        }

        static UserAttributes of(Person person, Map<String, String> all) {
            return new UserAttributes(
                    all.get("address"),
                    all.get("birthdate"),
                    all.get("familyName"),
                    all.get("gender"),
                    all.get("givenName"),
                    all.get("locale"),
                    all.get("middleName"),
                    person.name(),
                    all.get("nickname"),
                    all.get("phoneNumber"),
                    all.get("picture"),
                    all.get("preferredUsername"),
                    all.get("profile"),
                    all.get("zoneinfo"),
                    all.get("updatedAt"),
                    all.get("website"));
        }

        /** Where somebody lives and when they were born stay out of logs. */
        @Override
        public String toString() {
            return "UserAttributes[]";
        }
    }

    record UserView(
            String username,
            String email,
            boolean enabled,
            String userStatus,
            String insertedDate,
            String lastModifiedDate,
            UserAttributes attributes) {
        static UserView of(Person person, @Nullable UserProfile profile, boolean isInvited) {
            return new UserView(
                    person.email(),
                    person.email(),
                    person.isActive(),
                    isInvited ? "FORCE_CHANGE_PASSWORD" : "CONFIRMED",
                    Dates.text(person.createdAt()),
                    Dates.text(profile == null ? person.createdAt() : profile.lastModifiedDate()),
                    UserAttributes.of(person, profile == null ? Map.of() : profile.attributes()));
        }
    }

    record UsersView(@Nullable String next, List<UserView> users) {}

    record OneUser(UserView user) {}

    record GroupView(
            String name,
            @Nullable String description,
            @Nullable String insertedDate,
            @Nullable String lastModifiedDate) {
        static GroupView of(String name, @Nullable UserGroup stored) {
            return stored == null
                    ? new GroupView(name, null, null, null)
                    : new GroupView(
                            name,
                            stored.description().isEmpty() ? null : stored.description(),
                            Dates.text(stored.insertedDate()),
                            Dates.text(stored.lastModifiedDate()));
        }
    }

    record GroupsView(@Nullable String next, List<GroupView> groups) {}

    record OneGroup(GroupView group) {}

    record Listed(@Nullable String limit, @Nullable String next) {}

    record ByGroup(String groupName) {}

    record ListInGroup(
            String groupName,
            @Nullable String limit,
            @Nullable String next) {}

    record ByUser(String username) {}

    record ListOfUser(
            String username,
            @Nullable String limit,
            @Nullable String next) {}

    record GroupFields(@Nullable String name, @Nullable String description) {}

    record GroupBody(@Nullable GroupFields group) {}

    record AddGroup(GroupBody body) {}

    record UserFields(@Nullable String username, @Nullable UserAttributes attributes) {}

    record UserBody(@Nullable UserFields user) {}

    record AddUser(UserBody body) {}

    record AddToGroup(String groupName, UserBody body) {}

    record RemoveFromGroup(String groupName, String username) {}

    record Operate(String username, String userOperation) {}

    private UserViews() {}
}
