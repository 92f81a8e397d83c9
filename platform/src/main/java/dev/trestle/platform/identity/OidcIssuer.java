package dev.trestle.platform.identity;

import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * An issuer of tokens that is trusted: Cognito, or any other that speaks OpenID Connect.
 *
 * @param issuer as its tokens name it
 * @param keys where it publishes its keys: its {@code jwks_uri}
 * @param audiences the clients whose tokens are meant for us; a token for anybody else is refused
 * @param tenantClaims where the tenant stands, the first that is there
 * @param groupClaims where the groups stand, the first that is there
 */
public record OidcIssuer(
        String issuer, URI keys, Set<String> audiences, List<String> tenantClaims, List<String> groupClaims) {
    static final List<String> TENANT_CLAIMS = List.of("custom:tenantId", "custom:orgId");
    static final List<String> GROUP_CLAIMS = List.of("cognito:groups", "groups");

    public OidcIssuer {
        audiences = Set.copyOf(audiences);
        tenantClaims = List.copyOf(tenantClaims);
        groupClaims = List.copyOf(groupClaims);
        if (audiences.isEmpty()) {
            throw new IllegalArgumentException(
                    "Issuer " + issuer + " needs an audience: without one, tokens for any other program would do.");
        }
    }

    /** An issuer with the usual claims. */
    public static OidcIssuer of(String issuer, URI keys, Set<String> audiences) {
        return new OidcIssuer(issuer, keys, audiences, TENANT_CLAIMS, GROUP_CLAIMS);
    }
}
