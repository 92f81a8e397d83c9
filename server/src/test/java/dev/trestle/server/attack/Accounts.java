package dev.trestle.server.attack;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.SignedJWT;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.identity.SignIns;
import java.text.ParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** People of the server's built-in issuer, made by its administrator, and tokens of theirs, genuine and not. */
final class Accounts {
    static final String PASSWORD = "a long enough password";

    private static final String PEOPLE = "/admin/v1/people/";
    private static final Caller NOBODY = new Caller("nobody", null);

    private final AttackedServer server;
    private final Caller administrator;
    private final AtomicInteger made = new AtomicInteger();

    /** A person who is signed in to a tenant, or to none. */
    record Account(String personId, String email, @Nullable String tenant, Caller caller) {}

    Accounts(AttackedServer server, People.Added first) {
        this.server = server;
        this.administrator = new Caller(
                "first administrator",
                signIn(first.person().email(), first.oneTimePassword(), PASSWORD, null)
                        .path("accessToken")
                        .asText());
    }

    /** Something that nothing else is called. */
    String unique(String beginning) {
        return beginning + made.incrementAndGet();
    }

    /** Somebody of no tenant. */
    Account person(String name, String... groups) {
        JsonNode added = add(name, groups);
        return signedIn(name, added, null);
    }

    /** Somebody of one tenant, with these groups there. */
    Account member(String name, String tenant, String... groups) {
        JsonNode added = add(name);
        join(added.at("/person/personId").asText(), tenant, groups);
        return signedIn(name, added, tenant);
    }

    /** Somebody of a tenant who has not signed in yet; the person's id. */
    String absentMember(String name, String tenant) {
        String personId = add(name).at("/person/personId").asText();
        join(personId, tenant);
        return personId;
    }

    private JsonNode add(String name, String... groups) {
        String email = unique("somebody-") + "@matrix.example";
        return server.json(
                administrator,
                "POST",
                "/admin/v1/people",
                Map.of("email", email, "name", name, "groups", List.of(groups)));
    }

    private Account signedIn(String name, JsonNode added, @Nullable String tenant) {
        String email = added.at("/person/email").asText();
        String token = signIn(email, added.path("oneTimePassword").asText(), PASSWORD, tenant)
                .path("accessToken")
                .asText();
        return new Account(added.at("/person/personId").asText(), email, tenant, new Caller(name, token));
    }

    /** The same person, signed in to a tenant of theirs. */
    Account in(String tenant, Account who) {
        String token =
                signIn(who.email(), PASSWORD, null, tenant).path("accessToken").asText();
        return new Account(
                who.personId(), who.email(), tenant, new Caller(who.caller().name(), token));
    }

    /** New tokens of somebody. */
    JsonNode signIn(Account who) {
        return signIn(who.email(), PASSWORD, null, who.tenant());
    }

    /** The id of a new session of somebody. */
    String session(Account who) {
        String token = signIn(who).path("accessToken").asText();
        try {
            return SignedJWT.parse(token).getJWTClaimsSet().getStringClaim("sid");
        } catch (ParseException e) {
            throw new IllegalStateException("An access token is no token.", e);
        }
    }

    private JsonNode signIn(String email, String password, @Nullable String newPassword, @Nullable String tenant) {
        Map<String, String> sent = new LinkedHashMap<>(Map.of("email", email, "password", password));
        if (newPassword != null) {
            sent.put("newPassword", newPassword);
        }
        if (tenant != null) {
            sent.put("tenant", tenant);
        }
        return server.json(NOBODY, "POST", "/auth/v1/sign-in", sent);
    }

    void join(String personId, String tenant, String... groups) {
        server.json(administrator, "PUT", PEOPLE + personId + "/tenants/" + tenant, Map.of("groups", List.of(groups)));
    }

    void leave(String personId, String tenant) {
        server.json(administrator, "DELETE", PEOPLE + personId + "/tenants/" + tenant, null);
    }

    private void disable(Account who) {
        server.json(administrator, "PATCH", PEOPLE + who.personId(), Map.of("status", "DISABLED"));
    }

    String resetCode(Account who) {
        return server.json(administrator, "POST", PEOPLE + who.personId() + "/reset-code", null)
                .path("code")
                .asText();
    }

    /** A program that acts for somebody. */
    Caller key(String name, Account owner, String... groups) {
        return new Caller(name, newKey(owner, name, groups).path("key").asText());
    }

    /** A key, and what is known of it. */
    JsonNode newKey(Account owner, String name, String... groups) {
        return server.json(
                owner.caller(), "POST", "/auth/v1/api-keys", Map.of("name", name, "groups", List.of(groups)));
    }

    /**
     * Callers who have shown nothing that holds, in the name of somebody who may do much.
     *
     * @param disabled somebody else with the same rights, whose account is disabled now
     */
    List<Caller> outsiders(Account inTheNameOf, Account disabled) {
        JsonNode ended = signIn(inTheNameOf);
        server.json(
                NOBODY,
                "POST",
                "/auth/v1/sign-out",
                Map.of("refreshToken", ended.path("refreshToken").asText()));
        JsonNode revoked = newKey(inTheNameOf, "revoked key");
        server.json(
                inTheNameOf.caller(),
                "DELETE",
                "/auth/v1/api-keys/" + revoked.at("/apiKey/keyId").asText(),
                null);
        disable(disabled);
        return List.of(
                NOBODY,
                new Caller("bad token", "nonsense"),
                new Caller(
                        "forged token",
                        forged(String.valueOf(inTheNameOf.caller().token()))),
                new Caller("foreign token", token(server.identity("https://elsewhere.example", 1), inTheNameOf)),
                new Caller("expired token", token(server.identity(server.issuer(), -1), inTheNameOf)),
                new Caller("signed out", ended.path("accessToken").asText()),
                new Caller("revoked key", revoked.path("key").asText()),
                disabled.caller().named("disabled"));
    }

    /** Signed with the server's own key, whatever it says. */
    private static String token(Identity issuer, Account who) {
        SignIns.Outcome outcome = issuer.signIns().signIn(who.email(), PASSWORD, null, who.tenant(), "127.0.0.1");
        if (outcome instanceof SignIns.SignedIn done) {
            return done.tokens().accessToken();
        }
        throw new IllegalStateException(who.email() + " is not signed in: " + outcome);
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
