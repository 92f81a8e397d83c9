package dev.trestle.systems.unisync.people;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.unisync.activity.Audit;
import dev.trestle.systems.unisync.model.AuditAction;
import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.SignIn;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.systems.unisync.model.UserStatus;
import dev.trestle.systems.unisync.model.UsersTable;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Which user a caller is. It is read anew at each request, role, status and all, so that a change bites at once.
 *
 * <p>An item says whose tokens a subject's are. Whoever has none is bound once, by an address that the issuer has verified, to the user
 * with that address. The server's administrators become UniSync's: somebody has to be the first.
 */
public final class Members {
    private static final int TRIES_MAX = 3;

    private final ItemStore relaxed;
    private final ItemStore store;
    private final Logins logins;
    private final Ids ids;
    private final Times times;
    private final Changes commits;

    public Members(ItemStore store, Logins logins, Ids ids, Times times, Changes commits) {
        this.relaxed = store;
        this.store = store.consistent();
        this.logins = logins;
        this.ids = ids;
        this.times = times;
        this.commits = commits;
    }

    /** The caller, who is an active user. */
    public User caller(Principal who) {
        for (int attempt = 0; attempt < TRIES_MAX; attempt++) {
            Optional<SignIn> known = store.get(SupportTable.USER_OF_TOKEN.of(who.issuer(), who.subject()));
            if (known.isPresent()) {
                return store.get(UsersTable.USER_BY_ID.of(known.get().userId()))
                        .filter(Rights::isActive)
                        .orElseThrow(() -> unknown(who));
            }
            Decision<User> binding = binding(who);
            if (commits.tryCommit(store, binding)) {
                return binding.result();
            }
            // Another request of the same caller may just have done it.
        }
        throw ApiException.forbidden(who + " is bound to no user: the user of that address signs in as somebody else");
    }

    private static ApiException unknown(Principal who) {
        return ApiException.forbidden(who + " is no active user of UniSync");
    }

    private Decision<User> binding(Principal who) {
        String email = who.email();
        if (email == null || !who.isEmailVerified()) {
            throw unknown(who);
        }
        String address = People.normalised(email);
        Optional<Stored<User>> found = relaxed.get(UsersTable.USER_BY_EMAIL.of(address))
                .flatMap(user -> store.stored(UsersTable.USER_BY_ID.of(user.userId())))
                .filter(user -> user.record().email().equals(address));
        if (found.isEmpty() && logins.isAdministrator(who)) {
            return addition(who, address);
        }
        return binding(who, found.filter(user -> Rights.isActive(user.record())).orElseThrow(() -> unknown(who)));
    }

    /** An account here is the user's own from now on, whose password an administrator can reset. */
    private Decision<User> binding(Principal who, Stored<User> read) {
        boolean isHere = who.issuer().equals(logins.issuer());
        User user = isHere ? read.record().withCognitoSub(who.subject()) : read.record();
        Decision<User> binding = Decision.of(user).create(SupportTable.SIGN_IN, signIn(who, user));
        return user.equals(read.record()) ? binding : binding.replace(UsersTable.USER, read, user);
    }

    private SignIn signIn(Principal who, User user) {
        return new SignIn(who.issuer(), who.subject(), user.userId(), times.now(), null);
    }

    private Decision<User> addition(Principal who, String address) {
        Instant now = times.now();
        String name = who.claim("name");
        User user = new User(
                ids.random("usr_"),
                address,
                name == null ? address : name,
                UserRole.ADMIN,
                UserStatus.ACTIVE,
                Language.EN,
                who.subject(),
                true,
                now,
                now);
        return Decision.of(user)
                .create(UsersTable.USER, user)
                .create(SupportTable.SIGN_IN, signIn(who, user))
                .create(
                        SupportTable.AUDIT_ENTRY,
                        new Audit(ids, user, now)
                                .ofUser(user.userId(), AuditAction.USER_CREATED, Map.of("by", "the server")));
    }
}
