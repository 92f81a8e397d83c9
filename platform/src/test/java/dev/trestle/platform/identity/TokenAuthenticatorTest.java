package dev.trestle.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import dev.trestle.engine.SetClock;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Problem.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tokens of an issuer whose keys are fetched over HTTP, genuine and forged. */
class TokenAuthenticatorTest {
    private static final String ISSUER = "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_abc";
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    private static final RSAKey KEY = key("k1");
    private final AtomicReference<JWKSet> published = new AtomicReference<>(new JWKSet(KEY.toPublicJWK()));
    private final AtomicInteger fetched = new AtomicInteger();
    private final SetClock clock = new SetClock(NOW);
    private HttpServer keys;
    private TokenAuthenticator authenticator;

    private static RSAKey key(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void publishKeys() throws IOException {
        keys = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        keys.createContext("/jwks", exchange -> {
            fetched.incrementAndGet();
            byte[] body = published.get().toString().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        keys.start();
        URI uri = URI.create("http://127.0.0.1:" + keys.getAddress().getPort() + "/jwks");
        authenticator = TokenAuthenticator.of(List.of(OidcIssuer.of(ISSUER, uri, Set.of("client-1"))), clock);
    }

    @AfterEach
    void stop() {
        keys.stop(0);
    }

    private static JWTClaimsSet.Builder idToken() {
        return new JWTClaimsSet.Builder()
                .issuer(ISSUER)
                .subject("sub-1")
                .audience("client-1")
                .claim("token_use", "id")
                .claim("email", "ann@example.org")
                .claim("email_verified", true)
                .claim("custom:tenantId", "acme")
                .claim("cognito:groups", List.of("Admins", "staff"))
                .issueTime(Date.from(NOW))
                .expirationTime(Date.from(NOW.plusSeconds(300)));
    }

    private static String signed(JWTClaimsSet claims, RSAKey by) throws Exception {
        return signed(
                claims,
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(by.getKeyID()).build(),
                new RSASSASigner(by));
    }

    private static String signed(JWTClaimsSet claims, JWSHeader header, JWSSigner signer) throws Exception {
        SignedJWT token = new SignedJWT(header, claims);
        token.sign(signer);
        return token.serialize();
    }

    private void assertRefused(String token, String reason) {
        assertThatThrownBy(() -> authenticator.authenticate("Bearer " + token))
                .isInstanceOfSatisfying(ApiException.class, refused -> {
                    assertThat(refused.problem().kind()).isEqualTo(Kind.UNAUTHENTICATED);
                    assertThat(refused.problem().reason()).contains(reason);
                    assertThat(refused.problem().message()).isEqualTo("Sign in to do this.");
                });
    }

    @Test
    void idToken_genuine_isAPrincipal() throws Exception {
        Principal ann = Objects.requireNonNull(
                authenticator.authenticate("Bearer " + signed(idToken().build(), KEY)));

        assertThat(ann.issuer()).isEqualTo(ISSUER);
        assertThat(ann.subject()).isEqualTo("sub-1");
        assertThat(ann.tenant()).isEqualTo("acme");
        assertThat(ann.groups()).containsExactlyInAnyOrder("Admins", "staff");
        assertThat(ann.email()).isEqualTo("ann@example.org");
        assertThat(ann.isEmailVerified()).isTrue();
        assertThat(ann.claims().get("exp")).isEqualTo(NOW.plusSeconds(300).getEpochSecond());
    }

    @Test
    void idToken_thatWasTakenAMomentAgo_isRefusedOnceItsTimeIsOver() throws Exception {
        String token =
                signed(idToken().expirationTime(Date.from(NOW.minusSeconds(50))).build(), KEY); // clocks may differ
        assertThat(authenticator.authenticate("Bearer " + token)).isNotNull();

        clock.advance(Duration.ofSeconds(11));

        assertRefused(token, "expired");
    }

    @Test
    void idToken_likeOneThatWasTakenAMomentAgo_isNotTakenForIt() throws Exception {
        String token = signed(idToken().build(), KEY);
        assertThat(authenticator.authenticate("Bearer " + token)).isNotNull();
        String claims = token.split("\\.", -1)[1];
        String other = signed(idToken().subject("sub-2").build(), KEY).split("\\.", -1)[1];

        assertRefused(token.replace(claims, other), "signature");
        assertRefused(token.substring(0, token.length() - 8) + "AAAAAAAA", "signature");
    }

    @Test
    void accessToken_ofCognito_namesItsClient() throws Exception {
        JWTClaimsSet claims = new JWTClaimsSet.Builder(
                        idToken().audience((String) null).build())
                .claim("token_use", "access")
                .claim("client_id", "client-1")
                .claim("custom:tenantId", null)
                .claim("custom:orgId", "org-7")
                .build();

        Principal ann = Objects.requireNonNull(authenticator.authenticate(signed(claims, KEY)));
        assertThat(ann.tenant()).isEqualTo("org-7");
        assertRefused(
                signed(
                        new JWTClaimsSet.Builder(claims)
                                .claim("client_id", "other")
                                .build(),
                        KEY),
                "another audience");
    }

    @Test
    void claims_wrong_areRefused() throws Exception {
        assertRefused(signed(idToken().audience("client-2").build(), KEY), "another audience");
        assertRefused(signed(idToken().audience((String) null).build(), KEY), "another audience");
        assertRefused(signed(idToken().issuer("https://evil.example").build(), KEY), "not trusted");
        assertRefused(signed(idToken().issuer(null).build(), KEY), "not trusted");
        assertRefused(
                signed(idToken().expirationTime(Date.from(NOW.minusSeconds(61))).build(), KEY), "expired");
        assertRefused(signed(idToken().expirationTime(null).build(), KEY), "expired");
        assertRefused(
                signed(idToken().notBeforeTime(Date.from(NOW.plusSeconds(90))).build(), KEY), "not valid yet");
        assertRefused(signed(idToken().subject(null).build(), KEY), "subject");
    }

    @Test
    void clocks_aMinuteApart_areForgiven() throws Exception {
        String token = signed(
                idToken()
                        .expirationTime(Date.from(NOW.minusSeconds(59)))
                        .notBeforeTime(Date.from(NOW.plusSeconds(59)))
                        .build(),
                KEY);

        assertThat(authenticator.authenticate(token)).isNotNull();
    }

    @Test
    void signature_forged_isRefused() throws Exception {
        String genuine = signed(idToken().build(), KEY);
        String[] parts = genuine.split("\\.");
        String raised = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(idToken()
                        .claim("cognito:groups", List.of("root"))
                        .build()
                        .toString()
                        .getBytes(StandardCharsets.UTF_8));

        assertRefused(parts[0] + "." + raised + "." + parts[2], "token");
        assertRefused(signed(idToken().build(), key("k1")), "token");
        assertRefused(parts[0] + "." + parts[1] + ".", "token");
    }

    @Test
    void algorithm_noneOrOurOwnKeyAsASecret_isRefused() throws Exception {
        assertRefused(new PlainJWT(idToken().build()).serialize(), "token");
        byte[] publicKey = KEY.toRSAPublicKey().getEncoded();
        assertRefused(
                signed(
                        idToken().build(),
                        new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("k1").build(),
                        new MACSigner(publicKey)),
                "token");
    }

    @Test
    void key_inTheTokenItself_isNotTaken() throws Exception {
        RSAKey own = key("k9");
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .jwk(own.toPublicJWK())
                .jwkURL(URI.create("http://127.0.0.1:1/mine"))
                .build();

        assertRefused(signed(idToken().build(), header, new RSASSASigner(own)), "token");
    }

    @Test
    void keys_rotatedByTheIssuer_areFetchedAgain() throws Exception {
        authenticator.authenticate(signed(idToken().build(), KEY));
        authenticator.authenticate(signed(idToken().build(), KEY));
        assertThat(fetched).hasValue(1);

        RSAKey next = key("k2");
        published.set(new JWKSet(List.of(KEY.toPublicJWK(), next.toPublicJWK())));
        assertThat(authenticator.authenticate(signed(idToken().build(), next))).isNotNull();
        assertThat(fetched).hasValue(2);
    }

    @Test
    void header_noToken_isLeftToOthers() {
        assertThat(authenticator.authenticate("Bearer trk_abc")).isNull();
        assertThat(authenticator.authenticate("Basic YTpi")).isNull();
        assertThat(authenticator.authenticate("")).isNull();
        assertThat(authenticator.authenticate("a.b." + "c".repeat(20_000))).isNull();
    }

    @Test
    void keys_notByHttps_areRefusedUnlessOfThisMachine() {
        for (String address :
                List.of("http://idp.example/jwks", "ftp://idp.example/jwks", "http://localhost.evil/jwks")) {
            OidcIssuer issuer = OidcIssuer.of(ISSUER, URI.create(address), Set.of("client-1"));
            assertThatThrownBy(() -> TokenAuthenticator.of(List.of(issuer), Clock.systemUTC()))
                    .as(address)
                    .hasMessageContaining("https");
        }
    }
}
