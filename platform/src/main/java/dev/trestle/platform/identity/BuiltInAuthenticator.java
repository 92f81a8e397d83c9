package dev.trestle.platform.identity;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Authenticator;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.table.Person;
import org.jspecify.annotations.Nullable;

/**
 * Callers with a token, of the built-in issuer or of one that is trusted. Of our own people it is looked up at each request whether
 * the token still holds: who is disabled, signed out or in other groups now is so at once. So is everybody of a suspended tenant.
 */
final class BuiltInAuthenticator implements Authenticator {
    private final TokenAuthenticator tokens;
    private final String issuer;
    private final People people;
    private final SignIns signIns;
    private final Tenants tenants;

    BuiltInAuthenticator(TokenAuthenticator tokens, String issuer, People people, SignIns signIns, Tenants tenants) {
        this.tenants = tenants;
        this.tokens = tokens;
        this.issuer = issuer;
        this.people = people;
        this.signIns = signIns;
    }

    @Override
    public @Nullable Principal authenticate(String authorization) {
        Principal principal = tokens.authenticate(authorization);
        if (principal == null) {
            return null;
        }
        if (!principal.issuer().equals(issuer)) {
            tenants.requireActive(principal.tenant());
            return principal;
        }
        Person person = people.find(principal.subject())
                .orElseThrow(() -> ApiException.unauthenticated("token: of nobody whom we know"));
        boolean current = principal.claims().get(TokenIssuer.GENERATION) instanceof Number generation
                && generation.intValue() == person.tokens();
        String session = principal.claim(TokenIssuer.SESSION);
        if (!person.isActive() || !current || session == null || !signIns.isOpen(session)) {
            throw ApiException.unauthenticated("token: signed out, disabled, or made before a change");
        }
        tenants.requireActive(principal.tenant());
        return principal;
    }
}
