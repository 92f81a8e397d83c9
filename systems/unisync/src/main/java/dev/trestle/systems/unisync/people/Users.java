package dev.trestle.systems.unisync.people;

import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.IfMatch;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.VersionTag;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.unisync.activity.Audit;
import dev.trestle.systems.unisync.model.AuditAction;
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
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** UniSync's users: made by administrators, changed, deactivated, never deleted. */
public final class Users {
    private static final int USERS_MAX = 10_000;
    private static final int TRIES_MAX = 5;

    private final ItemStore store;
    private final Logins logins;
    private final Ids ids;
    private final Times times;

    public Users(ItemStore store, Logins logins, Ids ids, Times times) {
        this.store = store.consistent();
        this.logins = logins;
        this.ids = ids;
        this.times = times;
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

    public User get(String userId) {
        return stored(userId).record();
    }

    private Stored<User> stored(String userId) {
        return store.stored(UsersTable.USER_BY_ID.of(userId))
                .orElseThrow(() -> ApiException.notFound("There is no user " + userId + "."));
    }

    /** The user comes first, and decides who of several gets the address; then the account. */
    public Added add(User by, NewUser asked) {
        Instant now = times.now();
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
        try {
            store.transaction()
                    .create(UsersTable.USER, user)
                    .create(SupportTable.SIGN_IN, signIn)
                    .create(
                            SupportTable.AUDIT_ENTRY,
                            new Audit(ids, by, now).ofUser(user.userId(), AuditAction.USER_CREATED, Map.of()))
                    .commit();
        } catch (WriteRefusedException e) {
            if (e.failure().cause() == Cause.NOT_UNIQUE || e.failure().cause() == Cause.EXISTS) {
                throw ApiException.conflict("Somebody has that email address already.", null);
            }
            throw e;
        }
        return new Added(user, account.isPresent() ? null : account(user, signIn));
    }

    /** Takes the user back if somebody else on this server was given the address at the same moment. */
    private String account(User user, SignIn signIn) {
        try {
            return logins.add(user);
        } catch (ApiException taken) {
            store.transaction()
                    .delete(UsersTable.USER, user, Expect.PRESENT)
                    .delete(SupportTable.SIGN_IN, signIn, Expect.PRESENT)
                    .commit();
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
    public String resetPassword(User by, Principal caller, String userId) {
        User user = get(userId);
        SignIn own = store.get(SupportTable.USER_OF_TOKEN.of(logins.issuer(), user.cognitoSub()))
                .orElseThrow(() ->
                        ApiException.conflict("The user signs in at another issuer, which has the password.", null));
        String password = logins.reset(user, Boolean.TRUE.equals(own.madeHere()), caller);
        store.create(
                SupportTable.AUDIT_ENTRY,
                new Audit(ids, by, times.now()).ofUser(own.userId(), AuditAction.PASSWORD_RESET, Map.of()));
        return password;
    }

    /**
     * Changes a user; there is always an administrator left.
     *
     * @param startedFrom the version that the caller saw; without one, what others change at the same time stays as they have it
     */
    public User change(User by, String userId, IfMatch startedFrom, UserPatch patch) {
        for (int attempt = 1; ; attempt++) {
            Stored<User> read = stored(userId);
            User before = read.record();
            startedFrom.check(VersionTag.of(before), () -> before);
            User after = patch.applyTo(before, times.after(before.updatedAt()));
            Map<String, String> details = differences(before, after);
            if (details.isEmpty()) {
                return before;
            }
            Transaction change = store.transaction()
                    .replace(UsersTable.USER, read, after)
                    .create(
                            SupportTable.AUDIT_ENTRY,
                            new Audit(ids, by, after.updatedAt()).ofUser(userId, AuditAction.USER_CHANGED, details));
            if (Rights.isActiveAdmin(before) && !Rights.isActiveAdmin(after)) {
                change.check(
                        UsersTable.USER_BY_ID.of(anotherAdmin(by, userId).userId()),
                        Expect.all(Expect.equal("role", UserRole.ADMIN), Expect.equal("status", UserStatus.ACTIVE)));
            }
            try {
                change.commit();
                return after;
            } catch (WriteRefusedException e) {
                if (attempt == TRIES_MAX) {
                    throw e;
                }
            }
        }
    }

    /** Somebody who is an administrator when this one is none any more; the transaction holds them to it. */
    private User anotherAdmin(User by, String userId) {
        return store.all(SupportTable.USERS.of(), USERS_MAX).stream()
                .filter(Rights::isActiveAdmin)
                .filter(user -> !user.userId().equals(userId))
                .min((one, other) -> Boolean.compare(
                        other.userId().equals(by.userId()), one.userId().equals(by.userId())))
                .orElseThrow(() -> ApiException.conflict("The last active administrator stays one.", null));
    }

    private static Map<String, String> differences(User before, User after) {
        Map<String, String> details = new TreeMap<>();
        note(details, "name", before.name(), after.name());
        note(details, "role", before.role(), after.role());
        note(details, "status", before.status(), after.status());
        note(details, "preferredLang", before.preferredLang(), after.preferredLang());
        note(details, "canEditVersions", before.canEditVersions(), after.canEditVersions());
        return details;
    }

    private static void note(Map<String, String> details, String name, Object before, Object after) {
        if (!before.equals(after)) {
            details.put(name, Audit.text(before) + " to " + Audit.text(after));
        }
    }
}
