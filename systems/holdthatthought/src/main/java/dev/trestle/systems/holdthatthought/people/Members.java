package dev.trestle.systems.holdthatthought.people;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.notices.NewNotice;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.platform.notices.Notices;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.ProfileStatus;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.model.UserOwner;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who a caller is. A profile's groups and status are read at each request, so that a change of them takes effect at once. The first request
 * of a person makes the profile.
 *
 * <p>A person's id is the subject of their token. The issuer that brings a subject first owns it; the same subject of another issuer is
 * somebody else, and is refused.
 */
public final class Members {
    /** What the server's home page calls for everybody who is signed in: that is no wish to be a member. */
    private static final Set<String> PASSING = Set.of("getHome", "listen");

    private static final int NAME_MAX = 100;
    private static final int PEOPLE_MAX = 5_000;
    private static final int ADMINS_TOLD_MAX = 20;

    private final ItemStore store;
    private final Identity identity;
    private final Changes changes;
    private final Times times;
    private final Notices notices;

    public Members(ItemStore store, Identity identity, Changes changes, Times times, Notices notices) {
        this.store = store.consistent();
        this.identity = identity;
        this.changes = changes;
        this.times = times;
        this.notices = notices;
    }

    /** The caller, who is active. */
    public Caller caller(Call call) {
        Principal who = call.principal();
        String userId = who.subject();
        String problem = Ids.problem(userId);
        if (problem != null) {
            throw ApiException.forbidden("the subject " + problem);
        }
        boolean isPassing = PASSING.contains(call.operationId());
        UserProfile profile = changes.run(store, () -> known(who, userId, isPassing));
        if (profile.status() != ProfileStatus.ACTIVE) {
            throw ApiException.forbidden(who + " is " + profile.status());
        }
        Standing standing = isServerAdministrator(who) ? Standing.ADMIN : Groups.standing(profile.groups());
        return new Caller(profile, standing, who.issuer());
    }

    private boolean isServerAdministrator(Principal who) {
        return who.issuer().equals(identity.issuerName()) && who.isIn(People.ADMINISTRATORS);
    }

    private Decision<UserProfile> known(Principal who, String userId, boolean isPassing) {
        Bound<UserProfile> profileAt = HoldThatThoughtTable.PROFILE_OF_USER.of(userId);
        Bound<UserOwner> ownerAt = SupportTable.OWNER_OF_USER.of(userId);
        Retrieved read = store.retrieve(List.of(profileAt, ownerAt));
        UserOwner owner = read.of(ownerAt).map(Stored::record).orElse(null);
        if (owner != null && !owner.issuer().equals(who.issuer())) {
            throw ApiException.forbidden(who + " has the subject of somebody whom another issuer brought first");
        }
        Stored<UserProfile> stored = read.of(profileAt).orElse(null);
        if (stored == null && isPassing) {
            if (!isServerAdministrator(who)) {
                throw ApiException.forbidden(who + " has no profile yet");
            }
            // Who looks after the server is no member of the family before they visit it.
            return Decision.of(made(who, userId, times.now()));
        }
        Decision<UserProfile> decision = stored == null ? making(who, userId) : takingGroups(who, stored);
        return owner == null
                ? decision.create(SupportTable.USER_OWNER, new UserOwner(userId, who.issuer(), times.now()))
                : decision;
    }

    private Decision<UserProfile> making(Principal who, String userId) {
        Instant now = times.now();
        UserProfile profile = made(who, userId, now);
        Decision<UserProfile> decision = Decision.of(profile).create(HoldThatThoughtTable.USER_PROFILE, profile);
        if (Groups.standing(profile.groups()) == Standing.PENDING) {
            askForApproval(decision, profile, who.issuer(), now);
        }
        return decision;
    }

    private UserProfile made(Principal who, String userId, Instant now) {
        String email = who.email() == null ? "" : who.email().strip();
        List<String> groups = isServerAdministrator(who) ? List.of(Groups.ADMINS) : Groups.known(who.groups());
        return profile(
                userId, email.toLowerCase(Locale.ROOT), displayName(who.claim("name"), email, userId), groups, now);
    }

    /** Tells the administrators that somebody waits for them. */
    private void askForApproval(Decision<UserProfile> decision, UserProfile profile, String issuer, Instant now) {
        List<String> admins = store.all(SupportTable.USERS.of(), PEOPLE_MAX).stream()
                .filter(Groups::isActiveAdmin)
                .map(UserProfile::userId)
                .limit(ADMINS_TOLD_MAX)
                .toList();
        notices.add(
                decision,
                new Notices.Address(null, admins, profile.userId(), issuer),
                now,
                NewNotice.of(NoticeKind.APPROVAL, "approval", profile.displayName(), "/holdthatthought/admin")
                        .by(profile.displayName()));
    }

    /** Of somebody who is new here. */
    static UserProfile profile(String userId, String email, String name, List<String> groups, Instant now) {
        return new UserProfile(
                userId,
                email,
                name,
                null,
                null,
                null,
                null,
                null,
                false,
                null,
                true,
                true,
                null,
                null,
                0,
                ProfileStatus.ACTIVE,
                groups,
                now,
                now);
    }

    /** A token's groups count only while the profile has none: afterwards administrators decide here. */
    private Decision<UserProfile> takingGroups(Principal who, Stored<UserProfile> stored) {
        UserProfile before = stored.record();
        List<String> brought = Groups.known(who.groups());
        if (!before.groups().isEmpty() || brought.isEmpty()) {
            return Decision.of(before);
        }
        UserProfile after = before.withGroups(brought).withUpdatedAt(times.after(before.updatedAt()));
        return Decision.of(after).replace(HoldThatThoughtTable.USER_PROFILE, stored, after);
    }

    private static String displayName(@Nullable String claimed, String email, String userId) {
        // Some issuers claim the address as the name.
        String name = Names.withoutAddress(claimed == null || claimed.isBlank() ? email : claimed.strip());
        String given = name.isBlank() ? userId : name;
        return given.codePointCount(0, given.length()) <= NAME_MAX
                ? given
                : given.substring(0, given.offsetByCodePoints(0, NAME_MAX));
    }
}
