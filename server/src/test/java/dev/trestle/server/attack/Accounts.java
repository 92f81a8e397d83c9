package dev.trestle.server.attack;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.SignedJWT;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.identity.ApiKeys;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.IdentityOptions;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.identity.SignIns;
import dev.trestle.platform.identity.Tokens;
import dev.trestle.platform.table.Person;
import dev.trestle.server.installation.QuickPasswords;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** People of the server's built-in issuer, made in its tables beside it, and tokens of theirs, genuine and not. */
final class Accounts {
    static final String PASSWORD = "a long enough password";

    private final ItemStore store;
    private final IdentityOptions options;
    private final Identity identity;
    private final AtomicInteger made = new AtomicInteger();

    /** A person who is signed in to a tenant, or to none. */
    record Account(String personId, String email, @Nullable String tenant, Caller caller) {}

    Accounts(ItemStore store, String issuer, byte[] secret) {
        this.store = store;
        this.options = IdentityOptions.of(issuer, secret, Clock.systemUTC())
                .withPasswordCost(QuickPasswords.COST)
                .withLives(Duration.ofHours(1), Duration.ofDays(1));
        this.identity = Identity.open(store, options, List.of());
    }

    Identity identity() {
        return identity;
    }

    /** Something that nothing else is called. */
    String unique(String beginning) {
        return beginning + made.incrementAndGet();
    }

    /** Somebody of no tenant. */
    Account person(String name, String... groups) {
        return add(name, null, List.of(groups), List.of());
    }

    /** Somebody of one tenant, with these groups there. */
    Account member(String name, String tenant, String... groups) {
        return add(name, tenant, List.of(), List.of(groups));
    }

    private Account add(String name, @Nullable String tenant, List<String> groups, List<String> groupsThere) {
        People.Added added = added(name, groups);
        String personId = added.person().personId();
        if (tenant != null) {
            identity.people().join(personId, tenant, groupsThere);
        }
        String email = added.person().email();
        Tokens tokens = signIn(identity, email, added.oneTimePassword(), PASSWORD, tenant);
        return new Account(personId, email, tenant, new Caller(name, tokens.accessToken()));
    }

    private People.Added added(String name, List<String> groups) {
        String email = unique(name.replaceAll("[^a-z]", "-") + "-") + "@matrix.example";
        return identity.people().add(email, name, groups);
    }

    /** Somebody of a tenant who never signs in; the person's id. */
    String absentMember(String name, String tenant) {
        String personId = added(name, List.of()).person().personId();
        identity.people().join(personId, tenant, List.of());
        return personId;
    }

    private static Tokens signIn(
            Identity by, String email, String password, @Nullable String newPassword, @Nullable String tenant) {
        SignIns.Outcome outcome = by.signIns().signIn(email, password, newPassword, tenant, "127.0.0.1");
        if (outcome instanceof SignIns.SignedIn done) {
            return done.tokens();
        }
        throw new IllegalStateException(email + " is not signed in: " + outcome);
    }

    /** The same person, signed in to a tenant of theirs. */
    Account in(String tenant, Account who) {
        Tokens tokens = signIn(identity, who.email(), PASSWORD, null, tenant);
        return new Account(
                who.personId(), who.email(), tenant, new Caller(who.caller().name(), tokens.accessToken()));
    }

    Tokens signIn(Account who) {
        return signIn(identity, who.email(), PASSWORD, null, who.tenant());
    }

    /** A program that acts for somebody. */
    Caller key(String name, Account owner, String... groups) {
        return new Caller(
                name, made(name, owner.personId(), owner.tenant(), groups).key());
    }

    ApiKeys.Made made(String name, String personId, @Nullable String tenant, String... groups) {
        Principal owner =
                new Principal(options.issuer(), personId, Principal.Proof.TOKEN, tenant, Set.of(groups), Map.of());
        return identity.apiKeys().make(owner, name, List.of(groups), null);
    }

    void disable(Account who) {
        identity.people().change(who.personId(), person -> person.withStatus(Person.Status.DISABLED));
    }

    /**
     * Callers who have shown nothing that holds, in the name of somebody who may do much.
     *
     * @param disabled somebody else with the same rights, whose account is disabled now
     */
    List<Caller> outsiders(Account inTheNameOf, Account disabled) {
        String genuine = String.valueOf(inTheNameOf.caller().token());
        Tokens ended = signIn(inTheNameOf);
        identity.signIns().signOut(ended.refreshToken());
        ApiKeys.Made revoked = made("revoked key", inTheNameOf.personId(), inTheNameOf.tenant());
        identity.apiKeys().delete(inTheNameOf.personId(), revoked.record().keyId());
        disable(disabled);
        return List.of(
                new Caller("nobody", null),
                new Caller("bad token", "nonsense"),
                new Caller("forged token", forged(genuine)),
                new Caller("foreign token", token("https://elsewhere.example", 1, inTheNameOf)),
                new Caller("expired token", token(options.issuer(), -1, inTheNameOf)),
                new Caller("signed out", ended.accessToken()),
                new Caller("revoked key", revoked.key()),
                disabled.caller().named("disabled"));
    }

    /** Signed with the server's own key, whatever it says. */
    private String token(String issuer, long hours, Account who) {
        IdentityOptions others = IdentityOptions.of(issuer, options.secret(), options.clock())
                .withPasswordCost(options.passwordCost())
                .withLives(Duration.ofHours(hours), Duration.ofDays(1));
        return signIn(Identity.open(store, others, List.of()), who.email(), PASSWORD, null, who.tenant())
                .accessToken();
    }

    /** The same claims under the name of the same key, signed with another. */
    private static String forged(String genuine) {
        try {
            SignedJWT token = SignedJWT.parse(genuine);
            SignedJWT forged = new SignedJWT(token.getHeader(), token.getJWTClaimsSet());
            forged.sign(new ECDSASigner(new ECKeyGenerator(Curve.P_256).generate()));
            return forged.serialize();
        } catch (ParseException | JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
