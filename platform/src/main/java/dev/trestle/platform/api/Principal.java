package dev.trestle.platform.api;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who calls.
 *
 * @param issuer who vouches for it
 * @param subject the person, or the program, as the issuer knows it; with the issuer it is unique
 * @param tenant on whose behalf; null for somebody of none
 * @param claims everything else that the issuer says
 */
public record Principal(
        String issuer,
        String subject,
        Proof proof,
        @Nullable String tenant,
        Set<String> groups,
        Map<String, Object> claims) {

    /** How the caller has shown who it is. */
    public enum Proof {
        TOKEN,
        API_KEY
    }

    public Principal {
        groups = Set.copyOf(groups);
        claims = Map.copyOf(claims);
    }

    public boolean isIn(String group) {
        return groups.contains(group);
    }

    /** A claim that is text, null if there is none of that name. */
    public @Nullable String claim(String name) {
        return claims.get(name) instanceof String text ? text : null;
    }

    public @Nullable String email() {
        return claim("email");
    }

    /** Whether the issuer has seen that the address is the caller's own. Some issuers say it as text. */
    public boolean isEmailVerified() {
        Object verified = claims.get("email_verified");
        return Boolean.TRUE.equals(verified) || "true".equals(verified);
    }

    /** Without claims: what may stand in a log. */
    @Override
    public String toString() {
        return subject + "@" + issuer + (tenant == null ? "" : " of " + tenant);
    }
}
