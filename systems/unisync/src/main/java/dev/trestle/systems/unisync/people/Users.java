package dev.trestle.systems.unisync.people;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.IfMatch;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.VersionTag;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.unisync.activity.Audit;
import dev.trestle.systems.unisync.model.AuditAction;
import dev.trestle.systems.unisync.model.AuditEntry;
import dev.trestle.systems.unisync.model.SignIn;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.systems.unisync.model.UserStatus;
import dev.trestle.systems.unisync.model.UsersTable;
import dev.trestle.systems.unisync.people.UserRequests.NewUser;
import dev.trestle.systems.unisync.people.UserRequests.UserPatch;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** UniSync's users: made by administrators, changed, deactivated, never deleted. */
public final class Users {
    private static final int USERS_MAX = 10_000;
    private static final String ADDRESS_TAKEN = "Somebody has that email address already.";

    private final ItemStore store;
    private final Logins logins;
    private final Ids ids;
    private final Changes commits;

    public Users(ItemStore store, Logins logins, Ids ids, Changes commits) {
        this.store = store.consistent();
        this.logins = logins;
        this.ids = ids;
        this.commits = commits;
    }

    /**
     * A user who was made.
     *
     * @param oneTimePassword to be handed over; null for somebody who has an account on this server already
     */
    public record Added(User user, @Nullable String oneTimePassword) {
        /** Without the password. */
        @Override
        public String toString() {
            return "Added[" + user.userId() + "]";
        }
    }

    /** What everybody may know of a user. */
    public record Name(String userId, String name, UserRole role) {}

    public Page<User> list(int limit, @Nullable String cursor) {
        var page = store.page(SupportTable.USERS.of(), limit, cursor);
        return new Page<>(page.items(), page.next().orElse(null));
    }

    public List<Name> names() {
        return store.all(SupportTable.USERS.of(), USERS_MAX).stream()
                .filter(Rights::isActive)
                .map(user -> new Name(user.userId(), user.name(), user.role()))
                .toList();
    }

    /** The user comes first, and decides who of several gets the address; then the account. */
    Added add(User by, Instant now, NewUser asked) {
        String email = People.normalised(asked.email());
        Optional<String> account = logins.subjectOf(email);
        User user = new User(
                ids.random("usr_"),
                email,
                asked.name().strip(),
                asked.role(),
                UserStatus.ACTIVE,
                asked.language(),
                account.orElseGet(logins::newSubject),
                asked.mayEditVersions(),
                now,
                now);
        SignIn signIn = new SignIn(
                logins.issuer(), user.cognitoSub(), user.userId(), now, account.isPresent() ? null : Boolean.TRUE);
        AuditEntry entry = new Audit(ids, by, now).ofUser(user.userId(), AuditAction.USER_CREATED, Map.of());
        commits.run(
                store,
                () -> Decision.of(user)
                        .create(UsersTable.USER, user, ADDRESS_TAKEN)
                        .create(SupportTable.SIGN_IN, signIn, ADDRESS_TAKEN)
                        .create(SupportTable.AUDIT_ENTRY, entry));
        return new Added(user, account.isPresent() ? null : account(user, signIn));
    }

    /** Takes the user back if somebody else on this server was given the address at the same moment. */
    private String account(User user, SignIn signIn) {
        try {
            return logins.add(user);
        } catch (ApiException taken) {
            commits.run(
                    store,
                    () -> Decision.of(user)
                            .delete(UsersTable.USER, user, Expect.PRESENT)
                            .delete(SupportTable.SIGN_IN, signIn, Expect.PRESENT));
            throw taken;
        }
    }

    /** Changes the password that a caller signs in with. */
    public void changePassword(Principal who, String oldPassword, String newPassword) {
        logins.changePassword(who, oldPassword, newPassword);
    }

    /**
     * A one-time password for a user, who is signed out everywhere. Accounts that others gave, or that are also used elsewhere on this
     * server, are for the server's administrators to reset: they open more doors than UniSync's.
     */
    String resetPassword(User by, Instant at, Principal caller, User user) {
        SignIn own = store.get(SupportTable.USER_OF_TOKEN.of(logins.issuer(), user.cognitoSub()))
                .orElseThrow(() -> ApiException.conflict(
                                "The user signs in at another issuer, which has the password.", null)
                        .withCode("password-elsewhere"));
        String password = logins.reset(user, Boolean.TRUE.equals(own.madeHere()), caller);
        store.create(
                SupportTable.AUDIT_ENTRY,
                new Audit(ids, by, at).ofUser(own.userId(), AuditAction.PASSWORD_RESET, Map.of()));
        return password;
    }

    /** Changes the caller's own profile, if it is the version that the caller saw. */
    User changeOwn(User me, Instant at, IfMatch startedFrom, UserPatch patch) {
        return commits.run(store, () -> {
            Stored<User> read = store.stored(UsersTable.USER_BY_ID.of(me.userId()))
                    .orElseThrow(() -> ApiException.forbidden(me.userId() + " is no user any more"));
            startedFrom.check(VersionTag.of(read.record()), read::record);
            return change(me, at, read, patch);
        });
    }

    /** Changes a user; there is always an administrator left. */
    Decision<User> change(User by, Instant at, Stored<User> read, UserPatch patch) {
        User before = read.record();
        User after = patch.applyTo(before, Times.after(at, before.updatedAt()));
        Map<String, String> details = differences(before, after);
        if (details.isEmpty()) {
            return Decision.of(before);
        }
        Decision<User> change = Decision.of(after).replace(UsersTable.USER, read, after);
        // In which language somebody reads is no news to others, and pages change it with a click.
        if (!by.userId().equals(after.userId()) || !details.keySet().equals(Set.of("preferredLang"))) {
            change.create(
                    SupportTable.AUDIT_ENTRY,
                    new Audit(ids, by, after.updatedAt()).ofUser(after.userId(), AuditAction.USER_CHANGED, details));
        }
        if (Rights.isActiveAdmin(before) && !Rights.isActiveAdmin(after)) {
            change.check(
                    UsersTable.USER_BY_ID.of(anotherAdmin(by, after.userId()).userId()),
                    Expect.all(Expect.equal("role", UserRole.ADMIN), Expect.equal("status", UserStatus.ACTIVE)));
        }
        return change;
    }

    /** Somebody who is an administrator when this one is none any more; the transaction holds them to it. */
    private User anotherAdmin(User by, String userId) {
        return store.all(SupportTable.USERS.of(), USERS_MAX).stream()
                .filter(Rights::isActiveAdmin)
                .filter(user -> !user.userId().equals(userId))
                .min((one, other) -> Boolean.compare(
                        other.userId().equals(by.userId()), one.userId().equals(by.userId())))
                .orElseThrow(() -> ApiException.conflict("The last active administrator stays one.", null)
                        .withCode("last-administrator"));
    }

    private static Map<String, String> differences(User before, User after) {
        Map<String, String> details = new TreeMap<>();
        Audit.difference(details, "name", before.name(), after.name());
        Audit.difference(details, "role", before.role(), after.role());
        Audit.difference(details, "status", before.status(), after.status());
        Audit.difference(details, "preferredLang", before.preferredLang(), after.preferredLang());
        Audit.difference(details, "canEditVersions", before.canEditVersions(), after.canEditVersions());
        return details;
    }
}
