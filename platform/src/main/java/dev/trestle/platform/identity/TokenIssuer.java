package dev.trestle.platform.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.trestle.platform.table.Person;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes access tokens of the built-in issuer. */
final class TokenIssuer {
    /** The claim with the person's {@link Person#tokens} when the token was made. */
    static final String GENERATION = "gen";

    /** The claim with the session that it was made in. */
    static final String SESSION = "sid";

    private final IdentityOptions options;
    private final SigningKeys keys;

    TokenIssuer(IdentityOptions options, SigningKeys keys) {
        this.options = options;
        this.keys = keys;
    }

    String access(Person person, @Nullable String tenant, Collection<String> groups, String sessionId) {
        Instant now = options.clock().instant();
        JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder()
                .issuer(options.issuer())
                .subject(person.personId())
                .audience(options.audience())
                .issueTime(Date.from(now))
                .notBeforeTime(Date.from(now))
                .expirationTime(Date.from(now.plus(options.accessLife())))
                .jwtID(UUID.randomUUID().toString())
                .claim("token_use", "access")
                .claim("email", person.email())
                .claim("email_verified", true)
                .claim("name", person.name())
                .claim("groups", List.copyOf(groups))
                .claim(SESSION, sessionId)
                .claim(GENERATION, person.tokens());
        if (tenant != null) {
            claims.claim("custom:tenantId", tenant);
        }
        ECKey key = keys.current();
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.ES256)
                        .type(JOSEObjectType.JWT)
                        .keyID(key.getKeyID())
                        .build(),
                claims.build());
        try {
            token.sign(new ECDSASigner(key));
        } catch (JOSEException e) {
            throw new IllegalStateException("A token could not be signed.", e);
        }
        return token.serialize();
    }

    /** What programs read to find out how this issuer works. */
    Map<String, Object> discovery() {
        String issuer = options.issuer();
        return Map.of(
                "issuer", issuer,
                "jwks_uri", issuer + "/.well-known/jwks.json",
                "token_endpoint", issuer + "/refresh",
                "response_types_supported", List.of("token"),
                "subject_types_supported", List.of("public"),
                "id_token_signing_alg_values_supported", List.of("ES256"),
                "claims_supported",
                        List.of("sub", "email", "email_verified", "name", "groups", "custom:tenantId", "exp", "iat"));
    }

    Map<String, Object> jwks() {
        return keys.published().toJSONObject(true);
    }
}
