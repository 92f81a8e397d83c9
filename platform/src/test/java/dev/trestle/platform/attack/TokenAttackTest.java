package dev.trestle.platform.attack;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tokens and keys that nobody gave out, or that were given out for something else. */
class TokenAttackTest extends AttackTest {
    private static final String PATH = "/things/v1/things";

    private void assertRefused(String token, String reason) throws Exception {
        assertDenied(get(PATH, token), 401, reason);
    }

    private static String changed(String token, String claims) {
        String[] parts = token.split("\\.");
        String body = Base64.getUrlEncoder().withoutPadding().encodeToString(claims.getBytes(StandardCharsets.UTF_8));
        return parts[0] + "." + body + "." + parts[2];
    }

    @Test
    void token_genuine_isTaken() throws Exception {
        assertThat(get(PATH, token("ann", "acme")).status()).isEqualTo(200);
    }

    @Test
    void token_forged_isRefused() throws Exception {
        String genuine = token("ann", "acme");
        assertRefused(
                changed(genuine, claims("ann", "other").build().toString()), "Signed JWT rejected: Invalid signature");
        RSAKey own = new RSAKeyGenerator(2048).keyID("k1").generate();
        SignedJWT mine = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .keyID("k1")
                        .jwk(own.toPublicJWK())
                        .build(),
                claims("ann", "acme").build());
        mine.sign(new RSASSASigner(own));
        assertRefused(mine.serialize(), "Invalid signature");
        SignedJWT named = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .keyID("../../etc/passwd")
                        .build(),
                claims("ann", "acme").build());
        named.sign(new RSASSASigner(own));
        assertRefused(named.serialize(), "no matching key");
    }

    @Test
    void token_ofTheBuiltInIssuer_cannotBeChanged() throws Exception {
        String admin = administrator();
        String ann = member("ann@example.org", "acme", admin)
                .body()
                .path("accessToken")
                .asText();
        JWTClaimsSet said = SignedJWT.parse(ann).getJWTClaimsSet();
        String raised = new JWTClaimsSet.Builder(said)
                .claim("groups", List.of("administrators"))
                .build()
                .toString();

        assertDenied(get("/auth/v1/people", changed(ann, raised)), 401, "Invalid signature");
        String moved = new JWTClaimsSet.Builder(said)
                .claim("custom:tenantId", "other")
                .build()
                .toString();
        assertRefused(changed(ann, moved), "Invalid signature");
    }

    @Test
    void token_ofATrustedIssuerInTheNameOfOurs_isRefused() throws Exception {
        assertRefused(
                signed(claims("ann", "acme")
                        .issuer(OWN)
                        .audience("trestle")
                        .claim("groups", List.of("administrators"))
                        .build()),
                "no matching key");
        String administrators = signed(claims("ann", "acme")
                .claim("cognito:groups", List.of("administrators"))
                .build());
        assertDenied(get("/auth/v1/people", administrators), 403, "people of the built-in issuer");
    }

    @Test
    void token_expiredOrNotYetValid_isRefused() throws Exception {
        assertRefused(
                signed(claims("ann", "acme")
                        .expirationTime(Date.from(clock.instant().minusSeconds(61)))
                        .build()),
                "token: expired");
        assertRefused(signed(claims("ann", "acme").expirationTime(null).build()), "token: expired");
        assertRefused(
                signed(claims("ann", "acme")
                        .notBeforeTime(Date.from(clock.instant().plusSeconds(90)))
                        .build()),
                "not valid yet");
        String own = administrator();
        clock.advance(Duration.ofMinutes(17));
        assertRefused(own, "token: expired");
    }

    @Test
    void token_algorithmNone_isRefused() throws Exception {
        assertRefused(new PlainJWT(claims("ann", "acme").build()).serialize(), "token: cannot be read");
        String header = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("{\"alg\":\"nOnE\",\"typ\":\"JWT\"}".getBytes(StandardCharsets.UTF_8));
        String[] parts = token("ann", "acme").split("\\.");
        assertRefused(header + "." + parts[1] + ".", "token");
        assertRefused(header + "." + parts[1] + "." + parts[2], "token");
    }

    @Test
    void token_signedWithThePublishedKeyAsASecret_isRefused() throws Exception {
        SignedJWT confused = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("k1").build(),
                claims("ann", "acme").build());
        confused.sign(new MACSigner(KEY.toRSAPublicKey().getEncoded()));

        assertRefused(confused.serialize(), "token");
    }

    @Test
    void token_forAnotherAudienceOrOfAnotherIssuer_isRefused() throws Exception {
        assertRefused(signed(claims("ann", "acme").audience("client-2").build()), "for another audience");
        assertRefused(signed(claims("ann", "acme").audience((String) null).build()), "for another audience");
        assertRefused(
                signed(claims("ann", "acme")
                        .audience((String) null)
                        .claim("token_use", "access")
                        .claim("client_id", "client-2")
                        .build()),
                "for another audience");
        assertRefused(
                signed(claims("ann", "acme").issuer("https://evil.example").build()), "not trusted");
    }

    @Test
    void refreshToken_stolenOrGuessed_isRefusedAndEndsItsSession() throws Exception {
        administrator();
        Got signedIn = signIn(ADMIN, PASSWORD);
        String refresh = signedIn.body().path("refreshToken").asText();
        assertRefused(refresh, "token of no known kind");
        Got next = post("/auth/v1/refresh", Map.of("refreshToken", refresh), null);
        assertThat(next.status()).isEqualTo(200);

        assertDenied(post("/auth/v1/refresh", Map.of("refreshToken", refresh), null), 401, "used before");
        assertThat(get("/auth/v1/me", next.body().path("accessToken").asText()).status())
                .as("whoever had the successor is out, too")
                .isEqualTo(401);
        assertDenied(post("/auth/v1/refresh", Map.of("refreshToken", "x#y.z"), null), 401, "refresh: no refresh token");
    }

    @Test
    void apiKey_guessedOrChanged_isRefused() throws Exception {
        String admin = administrator();
        String key = post("/auth/v1/api-keys", Map.of("name", "k"), admin)
                .body()
                .path("key")
                .asText();
        assertThat(get("/auth/v1/me", key).status()).isEqualTo(200);

        String last = key.endsWith("A") ? "B" : "A";
        assertRefused(key.substring(0, key.length() - 1) + last, "API key: unknown");
        assertRefused("trk_", "API key: unknown");
        assertDenied(get("/auth/v1/people", key), 403, "not an administrator");
    }
}
