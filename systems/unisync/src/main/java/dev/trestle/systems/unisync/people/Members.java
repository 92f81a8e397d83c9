package dev.trestle.systems.unisync.people;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.identity.People;
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

    public Members(ItemStore store, Logins logins, Ids ids, Times times) {
        this.relaxed = store;
        this.store = store.consistent();
        this.logins = logins;
        this.ids = ids;
        this.times = times;
    }

    /** The caller, who is an active user. */
    public User caller(Principal who) {
        for (int attempt = 0; attempt < TRIES_MAX; attempt++) {
            Optional<SignIn> known = store.get(SupportTable.USER_OF_TOKEN.of(who.issuer(), who.subject()));
            if (known.isPresent()) {
                return active(store.get(UsersTable.USER_BY_ID.of(known.get().userId())), who);
            }
            try {
                return active(bind(who), who);
            } catch (WriteRefusedException another) {
                // Another request of the same caller may just have done it.
            }
        }
        throw ApiException.forbidden(who + " is bound to no user: the user of that address signs in as somebody else");
    }

    private static User active(Optional<User> user, Principal who) {
        return user.filter(Rights::isActive)
                .orElseThrow(() -> ApiException.forbidden(who + " is no active user of UniSync"));
    }

    private Optional<User> bind(Principal who) {
        String email = who.email();
        if (email == null || !who.isEmailVerified()) {
            return Optional.empty();
        }
        String address = People.normalised(email);
        Optional<User> found = relaxed.get(UsersTable.USER_BY_EMAIL.of(address))
                .flatMap(user -> store.get(UsersTable.USER_BY_ID.of(user.userId())))
                .filter(user -> user.email().equals(address));
        if (found.isEmpty()) {
            return logins.isAdministrator(who) ? Optional.of(addFirst(who, address)) : Optional.empty();
        }
        return Rights.isActive(found.get()) ? Optional.of(bind(who, found.get())) : found;
    }

    /** An account here is the user's own from now on, whose password an administrator can reset. */
    private User bind(Principal who, User user) {
        Transaction binding = store.transaction().create(SupportTable.SIGN_IN, signIn(who, user));
        if (who.issuer().equals(logins.issuer())) {
            binding.change(UsersTable.USER_BY_ID.of(user.userId()), change -> change.set("cognitoSub", who.subject()));
        }
        binding.commit();
        return store.get(UsersTable.USER_BY_ID.of(user.userId())).orElse(user);
    }

    private SignIn signIn(Principal who, User user) {
        return new SignIn(who.issuer(), who.subject(), user.userId(), times.now(), null);
    }

    private User addFirst(Principal who, String address) {
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
        store.transaction()
                .create(UsersTable.USER, user)
                .create(SupportTable.SIGN_IN, signIn(who, user))
                .create(
                        SupportTable.AUDIT_ENTRY,
                        new Audit(ids, user, now)
                                .ofUser(user.userId(), AuditAction.USER_CREATED, Map.of("by", "the server")))
                .commit();
        return user;
    }
}
