package dev.trestle.platform.identity;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.table.Credential;
import dev.trestle.platform.table.Membership;
import dev.trestle.platform.table.Person;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.platform.table.ResetCode;
import dev.trestle.platform.table.Session;
import dev.trestle.platform.table.Tenant;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signing in, staying signed in, and signing out again. */
public final class SignIns {
    private static final Logger LOG = LoggerFactory.getLogger(SignIns.class);
    private static final int FREE_ATTEMPTS = 5;

    /** Many people may share an address, and one attacker may try one password with many names. */
    private static final int FREE_FAILURES_OF_ADDRESS = 100;

    private final ItemStore store;
    private final IdentityOptions options;
    private final People people;
    private final Passwords passwords;
    private final Secrets secrets;
    private final TokenIssuer issuer;
    private final Tenants tenants;
    private final Lockout lockout;
    private final Lockout addresses;

    SignIns(
            ItemStore store,
            IdentityOptions options,
            People people,
            Passwords passwords,
            Secrets secrets,
            TokenIssuer issuer,
            Tenants tenants) {
        this.store = store.consistent();
        this.options = options;
        this.people = people;
        this.passwords = passwords;
        this.secrets = secrets;
        this.issuer = issuer;
        this.tenants = tenants;
        this.lockout = new Lockout(store, options.clock(), FREE_ATTEMPTS);
        this.addresses = new Lockout(store, options.clock(), FREE_FAILURES_OF_ADDRESS);
    }

    /** How far somebody got. */
    public sealed interface Outcome {}

    public record SignedIn(Tokens tokens) implements Outcome {}

    /** The password was right, but serves once: send it again with one of your own. */
    public record NewPasswordNeeded() implements Outcome {}

    /** The password was right; send it again with the tenant. */
    public record TenantNeeded(List<String> tenants) implements Outcome {}

    /**
     * Where somebody signs in or goes on.
     *
     * @param agent the program, as it calls itself
     * @param requestId as the log has it
     */
    public record Device(String address, String agent, String requestId) {
        private static final int AGENT_MAX = 300;

        public Device {
            agent = agent.length() > AGENT_MAX ? agent.substring(0, AGENT_MAX) : agent;
        }

        Actor actor(Person person) {
            return new Actor(person.personId(), person.name(), address, requestId);
        }
    }

    /** The same, by a program that says nothing about itself. */
    public Outcome signIn(
            String email, String password, @Nullable String newPassword, @Nullable String tenant, String address) {
        return signIn(email, password, newPassword, tenant, new Device(address, "", ""));
    }

    /** Signs somebody in, into the one tenant that they have or the one that they name. */
    public Outcome signIn(
            String email, String password, @Nullable String newPassword, @Nullable String tenant, Device device) {
        String address = device.address();
        String name = People.normalised(email);
        addresses.check("address " + address);
        lockout.attempt(name);
        Person person;
        try {
            person = authenticated(name, password);
        } catch (ApiException refused) {
            addresses.attempt("address " + address);
            throw refused;
        }
        Credential credential = credential(person).orElseThrow();
        if (credential.oneTime()) {
            if (newPassword == null) {
                lockout.succeeded(name);
                return new NewPasswordNeeded();
            }
            if (newPassword.equals(password)) {
                throw ApiException.invalid("newPassword", "must not be the one-time password")
                        .withCode("one-time-again");
            }
            people.by(device.actor(person)).setPassword(person, newPassword);
        } else if (passwords.isOutdated(credential.hash())) {
            store.put(
                    PlatformTable.CREDENTIAL,
                    new Credential(person.personId(), passwords.hash(password), false, null, credential.changedAt()),
                    Expect.equal("hash", credential.hash()));
        }
        lockout.succeeded(name);
        return begin(people.get(person.personId()), tenant, device);
    }

    /** All refusals look alike, and take as long. */
    private Person authenticated(String name, String password) {
        Optional<Person> found = people.findByEmail(name);
        Optional<Credential> credential = found.flatMap(this::credential);
        if (credential.isEmpty()) {
            passwords.matchNobody(password);
            throw ApiException.unauthenticated("sign-in: nobody of that name, or no credential");
        }
        boolean matches = passwords.matches(password, credential.get().hash());
        Instant until = credential.get().validUntil();
        if (!matches || until != null && until.isBefore(options.clock().instant())) {
            throw ApiException.unauthenticated(
                    "sign-in: wrong or expired password of " + found.get().personId());
        }
        if (!found.get().isActive()) {
            throw ApiException.unauthenticated(
                    "sign-in: disabled person " + found.get().personId());
        }
        return found.get();
    }

    private Optional<Credential> credential(Person person) {
        return store.get(PlatformTable.CREDENTIAL_OF.of(person.personId()));
    }

    private Outcome begin(Person person, @Nullable String wanted, Device device) {
        List<Membership> all = people.tenants(person.personId());
        List<Membership> memberships = active(all);
        List<String> open = memberships.stream().map(Membership::tenant).toList();
        if (wanted == null && open.size() > 1) {
            return new TenantNeeded(open);
        }
        tenants.requireActive(wanted);
        if (wanted == null
                && open.isEmpty()
                && !all.isEmpty()
                && !person.groups().contains(People.ADMINISTRATORS)) {
            throw Tenants.suspended(all.get(0).tenant());
        }
        Membership membership = membership(memberships, wanted == null && open.size() == 1 ? open.get(0) : wanted);
        Instant now = options.clock().instant();
        String secret = secrets.token();
        Session session = new Session(
                secrets.id(),
                person.personId(),
                membership == null ? null : membership.tenant(),
                Secrets.hash(secret),
                person.sessions(),
                now,
                now,
                now.plus(options.refreshLife()),
                device.agent(),
                device.address());
        store.create(PlatformTable.SESSION, session);
        return new SignedIn(tokens(person, session, membership, open, secret));
    }

    /** Those in tenants that are not suspended. */
    private List<Membership> active(List<Membership> all) {
        return all.stream()
                .filter(each ->
                        tenants.find(each.tenant()).filter(Tenant::isSuspended).isEmpty())
                .toList();
    }

    private static @Nullable Membership membership(List<Membership> memberships, @Nullable String tenant) {
        if (tenant == null) {
            return null;
        }
        return memberships.stream()
                .filter(each -> each.tenant().equals(tenant))
                .findFirst()
                .orElseThrow(() -> ApiException.forbidden("not a member of the tenant that was picked"));
    }

    private Tokens tokens(
            Person person, Session session, @Nullable Membership membership, List<String> open, String secret) {
        Set<String> groups = new LinkedHashSet<>(person.groups());
        if (membership != null) {
            groups.addAll(membership.groups());
        }
        String access = issuer.access(person, session.tenant(), groups, session.sessionId());
        return new Tokens(access, options.accessLife(), session.sessionId() + "." + secret, session.tenant(), open);
    }

    /**
     * New tokens for a refresh token, which holds once. A token that comes a second time was stolen, or its successor was: the whole
     * session ends.
     *
     * @param tenant to switch to; null to stay
     */
    public Tokens refresh(String refreshToken, @Nullable String tenant) {
        return refresh(refreshToken, tenant, new Device("", "", ""));
    }

    /** The same, from a device. */
    public Tokens refresh(String refreshToken, @Nullable String tenant, Device device) {
        String[] parts = refreshToken.split("\\.", 3);
        if (parts.length != 2 || parts[0].isEmpty() || parts[0].length() > 64 || parts[0].indexOf('#') >= 0) {
            throw ApiException.unauthenticated("refresh: no refresh token");
        }
        Stored<Session> read = store.stored(PlatformTable.SESSION_BY_ID.of(parts[0]))
                .orElseThrow(() -> ApiException.unauthenticated("refresh: no such session"));
        Session session = read.record();
        if (!Secrets.isSame(Secrets.hash(parts[1]), session.hash())) {
            throw reused(session);
        }
        Person person = people.find(session.personId())
                .filter(found -> found.isActive() && found.sessions() == session.generation())
                .orElseThrow(() -> ApiException.unauthenticated("refresh: signed out, or disabled"));
        String wanted = tenant == null ? session.tenant() : tenant;
        tenants.requireActive(wanted);
        List<Membership> memberships = active(people.tenants(person.personId()));
        Membership membership = membership(memberships, wanted);
        String secret = secrets.token();
        Instant now = options.clock().instant();
        Session next = session.next(
                Secrets.hash(secret),
                membership == null ? null : membership.tenant(),
                now,
                now.plus(options.refreshLife()),
                device.agent(),
                device.address());
        try {
            store.put(PlatformTable.SESSION, next, Expect.equal("hash", session.hash()));
        } catch (WriteRefusedException e) {
            throw reused(session);
        }
        List<String> open = memberships.stream().map(Membership::tenant).toList();
        return tokens(person, next, membership, open, secret);
    }

    private ApiException reused(Session session) {
        store.delete(PlatformTable.SESSION, session);
        LOG.atWarn()
                .addKeyValue("person", session.personId())
                .addKeyValue("session", session.sessionId())
                .log("a refresh token was used twice; its session was ended");
        return ApiException.unauthenticated("refresh: a token that was used before");
    }

    /** Ends the session of a refresh token; one that does not hold is as good as ended. */
    public void signOut(String refreshToken) {
        String[] parts = refreshToken.split("\\.", 3);
        if (parts.length != 2 || parts[0].isEmpty() || parts[0].length() > 64 || parts[0].indexOf('#') >= 0) {
            return;
        }
        store.get(PlatformTable.SESSION_BY_ID.of(parts[0]))
                .filter(session -> Secrets.isSame(Secrets.hash(parts[1]), session.hash()))
                .ifPresent(session -> store.delete(PlatformTable.SESSION, session));
    }

    /** Whether a session has not been ended. */
    boolean isOpen(String sessionId) {
        return store.get(PlatformTable.SESSION_BY_ID.of(sessionId)).isPresent();
    }

    public void changePassword(String personId, String oldPassword, String newPassword) {
        changePassword(personId, oldPassword, newPassword, new Device("", "", ""));
    }

    /** The same, from a device. */
    public void changePassword(String personId, String oldPassword, String newPassword, Device device) {
        Person person = people.get(personId);
        lockout.attempt(person.email());
        authenticated(person.email(), oldPassword);
        people.by(device.actor(person)).setPassword(person, newPassword);
        lockout.succeeded(person.email());
    }

    /** Chooses a new password with a code that an administrator, or a mail, has brought. */
    public void resetPassword(String email, String code, String newPassword, Device device) {
        String name = People.normalised(email);
        lockout.attempt(name);
        Optional<Person> person = people.findByEmail(name).filter(Person::isActive);
        Optional<ResetCode> reset = person.flatMap(found -> store.get(PlatformTable.RESET_OF.of(found.personId())));
        String hash = Secrets.hash(code.strip());
        if (reset.isEmpty() || !Secrets.isSame(reset.get().hash(), hash)) {
            throw ApiException.unauthenticated("reset: wrong or expired code");
        }
        people.by(device.actor(person.get())).setPassword(person.get(), newPassword);
        lockout.succeeded(name);
    }
}
