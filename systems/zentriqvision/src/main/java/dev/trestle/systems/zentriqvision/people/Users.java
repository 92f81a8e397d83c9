package dev.trestle.systems.zentriqvision.people;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Identifiers;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.operation.Given;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Member;
import dev.trestle.systems.zentriqvision.model.OrganizationOfToken;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.User;
import dev.trestle.systems.zentriqvision.model.UserEmail;
import dev.trestle.systems.zentriqvision.people.PeopleRequests.ChangeUser;
import dev.trestle.systems.zentriqvision.people.PeopleRequests.NewUser;
import dev.trestle.systems.zentriqvision.people.PeopleRequests.OfUser;
import dev.trestle.systems.zentriqvision.people.PeopleRequests.UserChange;
import dev.trestle.systems.zentriqvision.people.PeopleRequests.UserDraft;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Changes an organisation's users: the documented item, what they may do, and whose address it is, together. */
final class Users {
    private static final int MEMBERS_MAX = 10_000;
    private static final String TAKEN = "A user has this e-mail address already.";

    private final Parts parts;
    private final People accounts;

    Users(Parts parts) {
        this.parts = parts;
        this.accounts = parts.environment().identity().people();
    }

    /** What was read of a user; another program's user may be no member yet. */
    private record Whole(Stored<User> user, @Nullable Stored<Member> member) {}

    UserView view(String orgId, String userId) {
        Whole whole = read(orgId, userId);
        Stored<Member> member = whole.member();
        return UserView.of(orgId, whole.user().record(), member == null ? null : member.record());
    }

    private Whole read(String orgId, String userId) {
        if (Identifiers.problem(userId) != null) {
            throw UsersArea.missing();
        }
        Bound<User> userAt = DataTable.USER_DETAILS.of(userId);
        Bound<Member> memberAt = SupportTable.MEMBER_BY_ID.of(userId);
        Retrieved read = parts.deciding(orgId).retrieve(List.of(userAt, memberAt));
        return new Whole(
                read.of(userAt).orElseThrow(UsersArea::missing),
                read.of(memberAt).orElse(null));
    }

    /**
     * The user is made before the account, under the account's id: if the account then cannot be made, the user goes again, and after a
     * crash an admin sees a user whom they can delete.
     */
    UserView add(Given<Caller, NewUser> given) {
        UserDraft asked = given.asked().body();
        String orgId = given.by().orgId();
        String email = People.normalised(asked.email());
        boolean isOutside = asked.issuer() != null || asked.subject() != null;
        if (isOutside) {
            checkOutside(asked);
        } else if (accounts.findByEmail(email).isPresent()) {
            throw ApiException.conflict(TAKEN, null).withCode("email-taken");
        }
        String subject = asked.subject();
        String userId = isOutside && subject != null ? subject : accounts.newId();
        String issuer =
                isOutside ? asked.issuer() : parts.environment().identity().issuerName();
        String name = asked.givenName() == null ? email.replaceFirst("@.*", "") : asked.givenName();
        User user = ProfileArea.changed(
                new User(userId, email, name, null, given.at()), asked.givenName(), asked.anyPhone());
        Member member = new Member(userId, issuer, asked.role().role(), asked.cameras(), true, given.at());
        ItemStore store = parts.deciding(orgId);
        User made = parts.changes().run(store, () -> making(user, member, isOutside, orgId, given.at()));
        UserView view = UserView.of(orgId, made, member);
        return isOutside ? view : view.withOneTimePassword(account(given, user, member));
    }

    private void checkOutside(UserDraft asked) {
        String issuer = asked.issuer();
        String subject = asked.subject();
        if (issuer == null || subject == null) {
            throw ApiException.invalid("issuer", "and subject are needed together")
                    .withCode("issuer-and-subject");
        }
        if (issuer.equals(parts.environment().identity().issuerName())) {
            throw ApiException.invalid("issuer", "is this server's own: leave it out")
                    .withCode("issuer-own");
        }
        if (Identifiers.problem(subject) != null || subject.indexOf('#') >= 0 || issuer.indexOf('#') >= 0) {
            throw ApiException.invalid("subject", "cannot be an id").withCode("subject-form");
        }
    }

    private Decision<User> making(User user, Member member, boolean isOutside, String orgId, Instant at) {
        Decision<User> decision = Decision.of(user)
                .create(DataTable.USER, user, "There is such a user already.")
                .create(
                        SupportTable.USER_EMAIL,
                        new UserEmail(user.email(), user.userId()),
                        () -> ApiException.conflict(TAKEN, null).withCode("email-taken"))
                .create(SupportTable.MEMBER, member, "There is such a user already.");
        String issuer = member.issuer();
        if (isOutside && issuer != null) {
            decision.create(
                    SupportTable.ORGANIZATION_OF_TOKEN,
                    new OrganizationOfToken(issuer, user.userId(), orgId, at),
                    "This subject is bound to an organization already.");
        }
        return decision;
    }

    private String account(Given<Caller, NewUser> given, User user, Member member) {
        People by = accounts.by(Actor.of(given.call()));
        try {
            String password = by.add(user.userId(), user.email(), user.givenName(), List.of())
                    .oneTimePassword();
            Object unused = by.join(user.userId(), given.by().orgId(), List.of());
            return password;
        } catch (ApiException refused) {
            parts.deciding(given.by().orgId())
                    .transaction()
                    .delete(DataTable.USER, user, Expect.ANYTHING)
                    .delete(SupportTable.MEMBER, member, Expect.ANYTHING)
                    .delete(SupportTable.USER_OF_EMAIL.of(user.email()), Expect.equal("userId", user.userId()))
                    .commit();
            throw refused;
        }
    }

    UserView change(Given<Caller, ChangeUser> given) {
        String orgId = given.by().orgId();
        String userId = given.asked().id();
        UserChange asked = given.asked().body();
        Object unused = parts.changes().run(parts.deciding(orgId), () -> {
            Whole whole = read(orgId, userId);
            Decision<Boolean> decision = Decision.of(true);
            String phone = asked.phone() instanceof Patch.To<String> to
                    ? to.value()
                    : asked.phone().isSent() ? "" : null;
            User before = whole.user().record();
            User after = ProfileArea.changed(before, asked.givenName(), phone);
            if (!after.equals(before)) {
                decision.replace(DataTable.USER, whole.user(), after);
            }
            changeMember(decision, orgId, whole, asked, given.at());
            return decision;
        });
        return view(orgId, userId);
    }

    private void changeMember(Decision<?> decision, String orgId, Whole whole, UserChange asked, Instant at) {
        Stored<Member> stored = whole.member();
        Member before = stored == null
                ? new Member(whole.user().record().userId(), null, null, null, true, at)
                : stored.record();
        Member after = before.withRole(
                        asked.role() == null ? before.role() : asked.role().role())
                .withCameras(asked.cameras().applyTo(before.cameras()))
                .withActive(asked.active() == null ? before.active() : asked.active());
        if (after.equals(before)) {
            return;
        }
        after = after.withChangedAt(at);
        if (stored == null) {
            decision.create(SupportTable.MEMBER, after);
        } else {
            decision.replace(SupportTable.MEMBER, stored, after);
        }
        if (before.isActiveAdmin() && !after.isActiveAdmin()) {
            keepAnAdmin(decision, orgId, before.userId());
        }
    }

    void delete(Given<Caller, OfUser> given) {
        String orgId = given.by().orgId();
        String userId = given.asked().id();
        ItemStore store = parts.deciding(orgId);
        Optional<Member> gone = parts.changes().run(store, () -> {
            Whole whole = read(orgId, userId);
            User user = whole.user().record();
            Stored<Member> stored = whole.member();
            Decision<Optional<Member>> decision =
                    Decision.of(Optional.ofNullable(stored).map(Stored::record)).delete(DataTable.USER, whole.user());
            if (stored != null) {
                decision.delete(SupportTable.MEMBER, stored);
                if (stored.record().isActiveAdmin()) {
                    keepAnAdmin(decision, orgId, userId);
                }
                String issuer = stored.record().issuer();
                if (issuer != null) {
                    decision.delete(SupportTable.ORGANIZATION_BY_TOKEN.of(issuer, userId), Expect.ANYTHING);
                }
            }
            store.get(SupportTable.USER_OF_EMAIL.of(user.email()))
                    .filter(claim -> claim.userId().equals(userId))
                    .ifPresent(claim -> decision.delete(
                            SupportTable.USER_OF_EMAIL.of(user.email()), Expect.equal("userId", userId)));
            return decision;
        });
        String own = parts.environment().identity().issuerName();
        boolean isOurs = gone.filter(member -> own.equals(member.issuer())).isPresent();
        if (isOurs && accounts.membership(userId, orgId).isPresent()) {
            accounts.by(Actor.of(given.call())).leave(userId, orgId);
        }
    }

    /** Holds the change to another active admin, so that two who remove each other at once cannot both succeed. */
    private void keepAnAdmin(Decision<?> decision, String orgId, String leaving) {
        for (Stored<Member> each : parts.deciding(orgId).allStored(SupportTable.MEMBERS.of(), MEMBERS_MAX)) {
            Member other = each.record();
            if (!other.userId().equals(leaving) && other.isActiveAdmin()) {
                decision.check(SupportTable.MEMBER_BY_ID.of(other.userId()), Expect.unchanged(each, "role", "active"));
                return;
            }
        }
        throw ApiException.conflict("The last admin stays. Make somebody else one first.", null)
                .withCode("last-organization-admin");
    }
}
