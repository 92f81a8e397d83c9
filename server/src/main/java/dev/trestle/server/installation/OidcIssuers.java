package dev.trestle.server.installation;

import dev.trestle.platform.identity.OidcIssuer;
import dev.trestle.server.config.ConfigException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Issuers of tokens as the configuration names them. */
final class OidcIssuers {
    private static final int PARTS_MIN = 3;

    private OidcIssuers() {}

    /** {@code ISSUER|KEYS-URL|AUDIENCE|AUDIENCE…}. */
    static OidcIssuer parse(String text) {
        String[] parts = text.split("\\|", -1);
        List<String> audiences = Arrays.asList(parts).subList(Math.min(2, parts.length), parts.length);
        boolean whole = parts.length >= PARTS_MIN && audiences.stream().noneMatch(String::isBlank);
        if (!whole || !parts[1].startsWith("https://") && !parts[1].startsWith("http://")) {
            throw new ConfigException(List.of("oidc.issuers: \"" + text + "\" must be ISSUER|KEYS-URL|AUDIENCE, such as"
                    + " https://issuer.example|https://issuer.example/jwks.json|my-client."));
        }
        return OidcIssuer.of(parts[0].strip(), URI.create(parts[1].strip()), Set.copyOf(audiences));
    }
}
