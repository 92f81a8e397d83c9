package dev.trestle.platform.identity;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Authenticator;
import java.net.URI;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;

/** The built-in issuer, with everything that it needs, over the platform's table. */
public final class Identity {
    private final People people;
    private final SignIns signIns;
    private final ApiKeys apiKeys;
    private final String name;
    private final TokenIssuer issuer;
    private final Authenticator tokens;
    private final boolean trustsOthers;

    private Identity(ItemStore store, IdentityOptions options, List<OidcIssuer> trusted) {
        SecureRandom random = new SecureRandom();
        Secrets secrets = new Secrets(random);
        Passwords passwords = new Passwords(random, options.passwordCost());
        SigningKeys keys = new SigningKeys(store, options, random);
        this.name = options.issuer();
        this.trustsOthers = !trusted.isEmpty();
        this.issuer = new TokenIssuer(options, keys);
        this.people = new People(store, options, passwords, secrets);
        this.signIns = new SignIns(store, options, people, passwords, secrets, issuer);
        this.apiKeys = new ApiKeys(store, options, people, secrets);
        OidcIssuer own = new OidcIssuer(
                options.issuer(),
                URI.create(options.issuer()),
                Set.of(options.audience()),
                OidcIssuer.TENANT_CLAIMS,
                OidcIssuer.GROUP_CLAIMS);
        TokenAuthenticator all = TokenAuthenticator.of(trusted, options.clock())
                .with(own, (selector, context) -> keys.select(selector), options.clock());
        this.tokens = new BuiltInAuthenticator(all, options.issuer(), people, signIns);
    }

    /** {@code trusted} are further issuers whose tokens are taken. */
    public static Identity open(ItemStore store, IdentityOptions options, List<OidcIssuer> trusted) {
        return new Identity(store, options, trusted);
    }

    public People people() {
        return people;
    }

    public SignIns signIns() {
        return signIns;
    }

    public ApiKeys apiKeys() {
        return apiKeys;
    }

    /** The issuer of the principals whom it knows. */
    public String issuerName() {
        return name;
    }

    /** Whether there are callers of other issuers, whom it does not know. */
    public boolean trustsOthers() {
        return trustsOthers;
    }

    TokenIssuer issuer() {
        return issuer;
    }

    /** All ways in which a caller can show who it is. */
    public List<Authenticator> authenticators() {
        return List.of(apiKeys, tokens);
    }
}
