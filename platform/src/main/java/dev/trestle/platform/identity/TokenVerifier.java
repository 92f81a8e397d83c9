package dev.trestle.platform.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import java.net.MalformedURLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks the tokens of one issuer: signature, issuer, audience, times. Every refusal has its reason, for the log alone. */
final class TokenVerifier {
    /** Signatures with a key that only the issuer has. None that the verifier's own key could make, and never none at all. */
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);

    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.[0-9]+){3}|\\[::1]");
    private static final Duration SKEW = Duration.ofSeconds(60);
    private static final int RETRIEVE_MILLIS = 3000;
    private static final int RETRIEVE_BYTES = 256 * 1024;
    private static final long OUTAGE_MILLIS = Duration.ofHours(4).toMillis();

    private final OidcIssuer issuer;
    private final Clock clock;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    TokenVerifier(OidcIssuer issuer, JWKSource<SecurityContext> keys, Clock clock) {
        this.issuer = issuer;
        this.clock = clock;
        processor.setJWSTypeVerifier(
                new DefaultJOSEObjectTypeVerifier<>(null, JOSEObjectType.JWT, new JOSEObjectType("at+jwt")));
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, keys));
        processor.setJWTClaimsSetVerifier(null); // below, with our clock
    }

    /** Fetches the keys when they are needed, keeps them, and asks again for a key that it does not know, not too often. */
    static TokenVerifier remote(OidcIssuer issuer, Clock clock) {
        String host = String.valueOf(issuer.keys().getHost());
        if (!"https".equals(issuer.keys().getScheme())
                && !LOOPBACK.matcher(host).matches()) {
            throw new IllegalArgumentException("The keys of " + issuer.issuer()
                    + " must be fetched by https: whoever can change them on the way can sign in as anybody.");
        }
        try {
            JWKSource<SecurityContext> keys = JWKSourceBuilder.create(
                            issuer.keys().toURL(),
                            new DefaultResourceRetriever(RETRIEVE_MILLIS, RETRIEVE_MILLIS, RETRIEVE_BYTES))
                    .retrying(true)
                    .outageTolerant(OUTAGE_MILLIS)
                    .build();
            return new TokenVerifier(issuer, keys, clock);
        } catch (MalformedURLException | IllegalArgumentException e) {
            throw new IllegalArgumentException("The keys' address of " + issuer.issuer() + " is no URL.", e);
        }
    }

    /** The claims, if the issuer signed them. */
    JWTClaimsSet signed(SignedJWT token) {
        try {
            return processor.process(token, null);
        } catch (BadJOSEException e) {
            throw ApiException.unauthenticated("token: " + e.getMessage());
        } catch (JOSEException e) {
            throw new ApiException(
                    Problem.of(Kind.UNAVAILABLE, "Sign-in cannot be checked now. Try again a little later.")
                            .withReason("keys of " + issuer.issuer() + ": " + e.getMessage())
                            .withRetryAfter(Duration.ofSeconds(5)),
                    e);
        }
    }

    /** Who is meant by claims that the issuer signed, if they hold now and here. */
    Principal principal(JWTClaimsSet claims) {
        check(claims);
        Map<String, Object> all = new LinkedHashMap<>();
        claims.getClaims().forEach((name, value) -> {
            if (value instanceof Date date) {
                all.put(name, date.toInstant().getEpochSecond());
            } else if (value != null) {
                all.put(name, value);
            }
        });
        return new Principal(
                issuer.issuer(), claims.getSubject(), Principal.Proof.TOKEN, tenant(claims), groups(claims), all);
    }

    private void check(JWTClaimsSet claims) {
        Instant now = clock.instant();
        Date expiry = claims.getExpirationTime();
        Date notBefore = claims.getNotBeforeTime();
        if (!issuer.issuer().equals(claims.getIssuer())) {
            throw ApiException.unauthenticated("token: of another issuer");
        }
        if (expiry == null || !expiry.toInstant().plus(SKEW).isAfter(now)) {
            throw ApiException.unauthenticated("token: expired");
        }
        if (notBefore != null && notBefore.toInstant().minus(SKEW).isAfter(now)) {
            throw ApiException.unauthenticated("token: not valid yet");
        }
        if (claims.getSubject() == null || claims.getSubject().isEmpty()) {
            throw ApiException.unauthenticated("token: without a subject");
        }
        if (!isForUs(claims)) {
            throw ApiException.unauthenticated("token: for another audience");
        }
    }

    /** Cognito's access tokens name their client as {@code client_id} and have no audience. */
    private boolean isForUs(JWTClaimsSet claims) {
        if ("access".equals(claims.getClaim("token_use"))
                && claims.getAudience().isEmpty()) {
            return claims.getClaim("client_id") instanceof String client
                    && issuer.audiences().contains(client);
        }
        return claims.getAudience().stream().anyMatch(issuer.audiences()::contains);
    }

    private @Nullable String tenant(JWTClaimsSet claims) {
        for (String name : issuer.tenantClaims()) {
            if (claims.getClaim(name) instanceof String tenant && !tenant.isBlank()) {
                return tenant;
            }
        }
        return null;
    }

    private Set<String> groups(JWTClaimsSet claims) {
        for (String name : issuer.groupClaims()) {
            Object found = claims.getClaim(name);
            if (found instanceof Collection<?> list) {
                Set<String> groups = new LinkedHashSet<>();
                list.forEach(group -> groups.add(String.valueOf(group)));
                return groups;
            }
            if (found instanceof String one && !one.isBlank()) {
                return new LinkedHashSet<>(List.of(one.split("[, ]+")));
            }
        }
        return Set.of();
    }
}
