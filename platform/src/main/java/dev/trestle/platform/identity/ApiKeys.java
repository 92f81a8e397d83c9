package dev.trestle.platform.identity;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Transaction;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Authenticator;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.audit.Act;
import dev.trestle.platform.audit.Act.Area;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.audit.AuditTrail;
import dev.trestle.platform.table.ApiKey;
import dev.trestle.platform.table.Person;
import dev.trestle.platform.table.PlatformTable;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keys for programs. A key acts for whoever made it, in the tenant that they were in, with some of the groups that they have: it ends
 * when they are disabled or leave the tenant, and loses the groups that they lose.
 */
public final class ApiKeys implements Authenticator {
    private static final String PREFIX = "trk_";
    private static final int SHOWN = 8;
    private static final int KEYS_MAX = 100;

    private final ItemStore store;
    private final ItemStore consistent;
    private final IdentityOptions options;
    private final People people;
    private final Secrets secrets;
    private final Tenants tenants;
    private final AuditTrail trail;
    private final Actor actor;

    ApiKeys(
            ItemStore store,
            IdentityOptions options,
            People people,
            Secrets secrets,
            Tenants tenants,
            AuditTrail trail,
            Actor actor) {
        this.tenants = tenants;
        this.trail = trail;
        this.actor = actor;
        this.store = store;
        this.consistent = store.consistent();
        this.options = options;
        this.people = people;
        this.secrets = secrets;
    }

    /** The same keys, made and deleted by somebody. */
    public ApiKeys by(Actor other) {
        return new ApiKeys(store, options, people, secrets, tenants, trail, other);
    }

    /** {@code key} is shown to whoever made it, once. */
    public record Made(ApiKey record, String key) {
        @Override
        public String toString() {
            return "Made[" + record.keyId() + "]";
        }
    }

    /** Makes a key for the caller, with some of the caller's own groups. */
    public Made make(Principal caller, String name, List<String> groups, @Nullable Duration life) {
        if (caller.proof() != Principal.Proof.TOKEN || !caller.issuer().equals(options.issuer())) {
            throw ApiException.forbidden("only people of the built-in issuer make API keys");
        }
        Set<String> beyond = new HashSet<>(groups);
        beyond.removeAll(caller.groups());
        if (!beyond.isEmpty()) {
            throw ApiException.invalid("groups", "are not all yours").withCode("groups-not-held");
        }
        return make(caller.subject(), caller.tenant(), name, groups, life);
    }

    /** Makes a key for somebody, with some of the groups that they have everywhere: for who looks after the server itself. */
    public Made makeFor(String personId, String name, List<String> groups, @Nullable Duration life) {
        if (!people.get(personId).groups().containsAll(groups)) {
            throw ApiException.invalid("groups", "are not all theirs").withCode("groups-not-theirs");
        }
        return make(personId, null, name, groups, life);
    }

    private Made make(
            String personId, @Nullable String tenant, String name, List<String> groups, @Nullable Duration life) {
        if (list(personId).size() >= KEYS_MAX) {
            throw ApiException.conflict("There are " + KEYS_MAX + " keys already. Delete one first.", null)
                    .withCode("keys-full");
        }
        String key = PREFIX + secrets.token();
        Instant now = options.clock().instant();
        ApiKey record = new ApiKey(
                Secrets.hash(key),
                secrets.id(),
                name.strip(),
                key.substring(0, SHOWN),
                personId,
                tenant,
                groups,
                now,
                life == null ? null : now.plus(life));
        Transaction transaction = store.transaction().create(PlatformTable.API_KEY, record);
        trail.add(
                        transaction,
                        actor,
                        Act.of(Area.KEY, "key-made", record.keyId(), record.name())
                                .to(Map.of("person", personId, "groups", groups, "begins", record.shown())))
                .commit();
        return new Made(record, key);
    }

    public List<ApiKey> list(String personId) {
        return store.first(PlatformTable.API_KEYS_OF.of(personId), KEYS_MAX);
    }

    public void delete(String personId, String keyId) {
        ApiKey found = list(personId).stream()
                .filter(key -> key.keyId().equals(keyId))
                .findFirst()
                .orElseThrow(() -> ApiException.notFound("There is no such key."));
        Transaction transaction = store.transaction().delete(PlatformTable.API_KEY, found, Expect.ANYTHING);
        trail.add(
                        transaction,
                        actor,
                        Act.of(Area.KEY, "key-revoked", keyId, found.name())
                                .from(Map.of("person", personId, "groups", found.groups(), "begins", found.shown())))
                .commit();
    }

    @Override
    public @Nullable Principal authenticate(String authorization) {
        String key = TokenAuthenticator.bearer(authorization);
        if (!key.startsWith(PREFIX)) {
            return null;
        }
        ApiKey found = consistent
                .get(PlatformTable.API_KEY_BY_HASH.of(Secrets.hash(key)))
                .orElseThrow(() -> ApiException.unauthenticated("API key: unknown or expired"));
        Person owner = people.find(found.personId())
                .filter(Person::isActive)
                .orElseThrow(() -> ApiException.unauthenticated("API key: its owner is disabled"));
        Set<String> groups = new HashSet<>(owner.groups());
        String tenant = found.tenant();
        if (tenant != null) {
            tenants.requireActive(tenant);
            groups.addAll(people.membership(owner.personId(), tenant)
                    .orElseThrow(() -> ApiException.unauthenticated("API key: its owner has left the tenant"))
                    .groups());
        }
        groups.retainAll(found.groups());
        return new Principal(
                options.issuer(),
                owner.personId(),
                Principal.Proof.API_KEY,
                tenant,
                groups,
                Map.of("email", owner.email(), "email_verified", true, "name", owner.name(), "key", found.keyId()));
    }
}
