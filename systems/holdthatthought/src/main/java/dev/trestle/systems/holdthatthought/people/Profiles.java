package dev.trestle.systems.holdthatthought.people;

import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.area.PlainText;
import dev.trestle.systems.holdthatthought.model.HiddenRelations;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.ProfileStatus;
import dev.trestle.systems.holdthatthought.model.RateAction;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import dev.trestle.systems.holdthatthought.people.ProfileRequests.ProfileUpdate;
import dev.trestle.systems.holdthatthought.people.ProfileRequests.UpdateProfile;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Profiles: what their owners change. */
public final class Profiles {
    /** A family is some hundred people; lists of people are read whole and sorted by name. */
    private static final int PEOPLE_MAX = 5_000;

    private static final int NAME_MAX = 100;
    private static final int BIO_MAX = 500;
    private static final int LABEL_MAX = 100;
    private static final Pattern THEME = Pattern.compile("[a-z0-9-]{1,50}");
    private static final Pattern EMAIL = Pattern.compile("[^\\s@<>\"]{1,64}@[^\\s@<>\"]{1,250}");

    private final Parts parts;
    private final Relations relations;
    private final BiFunction<Caller, String, String> photos;

    /** {@code photos} confirms an uploaded photo, and gives the key under which it is kept. */
    Profiles(Parts parts, Relations relations, BiFunction<Caller, String, String> photos) {
        this.parts = parts;
        this.relations = relations;
        this.photos = photos;
    }

    ProfileView view(UserProfile profile, Caller viewer) {
        return ProfileView.of(
                profile,
                parts.consistent()
                        .get(SupportTable.STATS_OF_USER.of(profile.userId()))
                        .orElse(null),
                relations.derived(profile, viewer),
                viewer.mayManage(profile.userId()),
                parts.links());
    }

    /** A profile that a viewer may see. */
    public UserProfile seen(String userId, Caller viewer) {
        String problem = Ids.problem(userId);
        if (problem != null) {
            throw ApiException.invalid("id", problem).withCode("id-form");
        }
        if (!viewer.isMember() && !viewer.is(userId)) {
            throw ApiException.forbidden("the caller is not approved yet");
        }
        UserProfile profile = parts.consistent()
                .get(HoldThatThoughtTable.PROFILE_OF_USER.of(userId))
                .filter(found -> found.status() != ProfileStatus.DELETED || viewer.isAdmin())
                .orElseThrow(() -> ApiException.notFound("There is no such person."));
        if (!Visibility.isSeen(profile, viewer)) {
            throw ApiException.forbidden("the profile is private");
        }
        return profile;
    }

    /** Everybody whom all members may see, by name. */
    List<UserProfile> listed() {
        return sorted(parts.store().all(SupportTable.VISIBLE_USERS.of(), PEOPLE_MAX).stream()
                .filter(Visibility::isListed)
                .toList());
    }

    /** Everybody, by name. */
    List<UserProfile> all() {
        return sorted(parts.consistent().all(SupportTable.USERS.of(), PEOPLE_MAX));
    }

    private static List<UserProfile> sorted(List<UserProfile> people) {
        return people.stream()
                .sorted(Comparator.comparing(
                                (UserProfile each) -> each.displayName().toLowerCase(Locale.ROOT))
                        .thenComparing(UserProfile::userId))
                .toList();
    }

    Decision<UserProfile> update(Given<Caller, UpdateProfile> given) {
        String userId = given.by().userId();
        Stored<UserProfile> stored = parts.consistent()
                .stored(HoldThatThoughtTable.PROFILE_OF_USER.of(userId))
                .orElseThrow(() -> ApiException.notFound("There is no such person."));
        UserProfile before = stored.record();
        ProfileUpdate asked = given.asked().body();
        UserProfile after = changed(given, before, asked);
        boolean isSame = after.equals(before);
        if (!isSame) {
            after = after.withUpdatedAt(given.after(before.updatedAt()));
        }
        Decision<UserProfile> decision = Decision.of(after);
        if (!isSame) {
            decision.replace(HoldThatThoughtTable.USER_PROFILE, stored, after);
        }
        if (asked.familyRelationships().isSent()) {
            decision.job(ProfileArea.RELATE, userId, new ProfileArea.Relate(userId));
        }
        if (asked.hiddenRelations().isSent()) {
            List<String> hidden = asked.hiddenRelations().applyTo(null);
            decision.put(
                    SupportTable.HIDDEN_RELATIONS,
                    new HiddenRelations(userId, hidden == null ? List.of() : List.copyOf(hidden)));
        }
        return parts.limits().counting(decision, userId, RateAction.PROFILE, given.at());
    }

    private UserProfile changed(Given<Caller, UpdateProfile> given, UserProfile before, ProfileUpdate asked) {
        String name = asked.displayName() instanceof Patch.To<String> to
                ? PlainText.required("displayName", to.value(), NAME_MAX)
                : before.displayName();
        UserProfile after = before.withDisplayName(name)
                .withBio(text("bio", asked.bio(), before.bio(), BIO_MAX))
                .withFamilyRelationship(
                        text("familyRelationship", asked.familyRelationship(), before.familyRelationship(), LABEL_MAX))
                .withGeneration(text("generation", asked.generation(), before.generation(), LABEL_MAX))
                .withFamilyBranch(text("familyBranch", asked.familyBranch(), before.familyBranch(), LABEL_MAX))
                .withIsProfilePrivate(flag(asked.isProfilePrivate(), before.isProfilePrivate()))
                .withNotifyOnMessage(flag(asked.notifyOnMessage(), before.notifyOnMessage()))
                .withNotifyOnComment(flag(asked.notifyOnComment(), before.notifyOnComment()))
                .withContactEmail(matching("contactEmail", asked.contactEmail(), before.contactEmail(), EMAIL))
                .withTheme(matching("theme", asked.theme(), before.theme(), THEME))
                .withPhotoUrl(photo(given.by(), asked.photoUrl(), before.photoUrl()));
        if (!asked.familyRelationships().isSent()) {
            return after;
        }
        List<FamilyEntry> entries = asked.familyRelationships().applyTo(null);
        return after.withFamilyRelationships(FamilyEntry.write(Relations.checked(
                entries == null ? List.of() : entries,
                FamilyEntry.read(before.familyRelationships()),
                given.ids(),
                given.at())));
    }

    private static boolean flag(Patch<Boolean> asked, boolean before) {
        return asked instanceof Patch.To<Boolean> to ? to.value() : before;
    }

    private static @Nullable String text(
            String field, Patch<@Nullable String> asked, @Nullable String before, int max) {
        return asked.isSent() ? PlainText.optional(field, asked.applyTo(null), max) : before;
    }

    private static @Nullable String matching(
            String field, Patch<@Nullable String> asked, @Nullable String before, Pattern pattern) {
        String given = asked.isSent() ? asked.applyTo(null) : before;
        String value = given == null || given.isBlank() ? null : given.strip();
        if (asked.isSent() && value != null && !pattern.matcher(value).matches()) {
            ApiException refusal = ApiException.invalid(field, "is not valid").withCode("theme-form");
            throw pattern == EMAIL ? refusal.withCode("no-email") : refusal;
        }
        return asked.isSent() ? value : before;
    }

    /** Null or "" takes the photo away. What the profile answers, a signed address, stands for the photo that is there. */
    private @Nullable String photo(Caller caller, Patch<@Nullable String> asked, @Nullable String before) {
        String value = asked.isSent() ? asked.applyTo(null) : before;
        if (!asked.isSent() || value == null || value.isBlank()) {
            return asked.isSent() ? null : before;
        }
        if (before != null && (value.equals(before) || value.contains("/" + before + "?"))) {
            return before;
        }
        return photos.apply(caller, value);
    }
}
