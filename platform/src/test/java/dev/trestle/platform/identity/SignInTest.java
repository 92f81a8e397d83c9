package dev.trestle.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Signing in and staying signed in. */
class SignInTest extends IdentityTest {
    @Test
    void firstStart_anotherProcess_makesNoSecondAdministrator() {
        assertThat(open().people().addFirstAdministrator("other@example.org")).isEmpty();
    }

    @Test
    void oneTimePassword_servesToChooseOneAndNothingElse() throws Exception {
        Got first = signIn(" Admin@Example.ORG ", adminOneTime);
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.text("next")).isEqualTo("newPassword");
        assertThat(first.body().has("accessToken")).isFalse();

        Got done = administrator();
        assertThat(me(done.text("accessToken"))).isEqualTo(200);
        assertThat(signIn(ADMIN, adminOneTime).status()).isEqualTo(401);
        assertThat(signIn(ADMIN, PASSWORD).text("next")).isEqualTo("none");
    }

    @Test
    void oneTimePassword_afterAWeek_isOver() throws Exception {
        clock.advance(Duration.ofDays(8));

        assertThat(signIn(ADMIN, adminOneTime).status()).isEqualTo(401);
    }

    @Test
    void password_wrongOrOfNobody_looksAlike() throws Exception {
        administrator();

        Got wrong = signIn(ADMIN, "not the password");
        Got nobody = signIn("nobody@example.org", "not the password");
        assertThat(wrong.status()).isEqualTo(401);
        assertThat(nobody.status()).isEqualTo(401);
        assertThat(wrong.text("detail")).isEqualTo(nobody.text("detail"));
    }

    @Test
    void guessing_isSlowedDownForNamesTakenOrNot() throws Exception {
        administrator();
        for (String name : List.of(ADMIN, "nobody@example.org")) {
            for (int i = 0; i < 5; i++) {
                assertThat(signIn(name, "guess " + i).status()).as(name).isEqualTo(401);
            }
            assertThat(signIn(name, "guess").status()).as(name).isEqualTo(429);
        }
        assertThat(signIn(ADMIN, PASSWORD).status())
                .as("the right one has to wait, too")
                .isEqualTo(429);

        clock.advance(Duration.ofSeconds(16));
        assertThat(signIn(ADMIN, "guess").status()).isEqualTo(401);
        clock.advance(Duration.ofSeconds(16));
        assertThat(signIn(ADMIN, "guess").status()).as("twice as long").isEqualTo(429);
        clock.advance(Duration.ofSeconds(16));
        assertThat(signIn(ADMIN, PASSWORD).status()).isEqualTo(200);
        assertThat(signIn(ADMIN, "guess").status())
                .as("forgotten after a success")
                .isEqualTo(401);
    }

    @Test
    @Tag("once")
    void guessing_manyAtATime_getsNoMoreGuesses() throws Exception {
        administrator();
        AtomicInteger looked = new AtomicInteger();
        List<CompletableFuture<Void>> guesses = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            String guess = "guess " + i;
            guesses.add(CompletableFuture.runAsync(() -> {
                try {
                    if (signIn(ADMIN, guess).status() == 401) {
                        looked.incrementAndGet();
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        guesses.forEach(CompletableFuture::join);

        assertThat(looked).hasValueLessThanOrEqualTo(5);
    }

    @Test
    void spraying_oneAddressManyNames_isSlowedDown() throws Exception {
        int refused = 0;
        for (int i = 0; i < 102; i++) {
            refused += signIn("n" + i + "@example.org", "guess").status() == 429 ? 1 : 0;
        }
        assertThat(refused).isPositive();
    }

    @Test
    void accessToken_afterItsTime_isRefused() throws Exception {
        String token = administrator().text("accessToken");

        clock.advance(Duration.ofMinutes(17));
        assertThat(me(token)).isEqualTo(401);
    }

    @Test
    void refresh_onceEach_goesOn() throws Exception {
        String refresh = administrator().text("refreshToken");

        for (int i = 0; i < 3; i++) {
            clock.advance(Duration.ofDays(20));
            Got next = post("/refresh", Map.of("refreshToken", refresh), null);
            assertThat(next.status()).isEqualTo(200);
            assertThat(me(next.text("accessToken"))).isEqualTo(200);
            refresh = next.text("refreshToken");
        }
        clock.advance(Duration.ofDays(31));
        assertThat(post("/refresh", Map.of("refreshToken", refresh), null).status())
                .isEqualTo(401);
    }

    @Test
    void refresh_sameTokenTwice_endsTheSession() throws Exception {
        String first = administrator().text("refreshToken");
        Got stolen = post("/refresh", Map.of("refreshToken", first), null);

        assertThat(post("/refresh", Map.of("refreshToken", first), null).status())
                .isEqualTo(401);
        assertThat(post("/refresh", Map.of("refreshToken", stolen.text("refreshToken")), null)
                        .status())
                .isEqualTo(401);
        assertThat(me(stolen.text("accessToken"))).isEqualTo(401);
    }

    @Test
    void refresh_forged_isRefused() throws Exception {
        String token = administrator().text("refreshToken");
        String session = token.substring(0, token.indexOf('.'));

        for (String forged : List.of("x", "x.y", ".", session + ".", "a#b.c", session + "." + session + ".x")) {
            assertThat(post("/refresh", Map.of("refreshToken", forged), null).status())
                    .as(forged)
                    .isEqualTo(401);
        }
    }

    @Test
    void signOut_ofOneAndOfAll_bitesAtOnce() throws Exception {
        Got here = administrator();
        Got there = signIn(ADMIN, PASSWORD);
        Got elsewhere = signIn(ADMIN, PASSWORD);

        assertThat(post("/sign-out", Map.of("refreshToken", here.text("refreshToken")), null)
                        .status())
                .isEqualTo(204);
        assertThat(me(here.text("accessToken"))).isEqualTo(401);
        assertThat(me(there.text("accessToken"))).isEqualTo(200);

        assertThat(post("/sign-out-everywhere", null, there.text("accessToken")).status())
                .isEqualTo(204);
        assertThat(me(elsewhere.text("accessToken"))).isEqualTo(401);
        assertThat(post("/refresh", Map.of("refreshToken", elsewhere.text("refreshToken")), null)
                        .status())
                .isEqualTo(401);
    }

    @Test
    void changePassword_needsTheOldOneAndEndsSessions() throws Exception {
        String token = administrator().text("accessToken");

        assertThat(post("/password", Map.of("oldPassword", "wrong", "newPassword", "another long one"), token)
                        .status())
                .isEqualTo(401);
        assertThat(post("/password", Map.of("oldPassword", PASSWORD, "newPassword", "short"), token)
                        .status())
                .isEqualTo(400);
        assertThat(post("/password", Map.of("oldPassword", PASSWORD, "newPassword", "another long one"), token)
                        .status())
                .isEqualTo(204);
        assertThat(me(token)).isEqualTo(401);
        assertThat(signIn(ADMIN, PASSWORD).status()).isEqualTo(401);
        assertThat(signIn(ADMIN, "another long one").status()).isEqualTo(200);
    }

    @Test
    void keys_published_verifyTokensAndAreRotated() throws Exception {
        SignedJWT before = SignedJWT.parse(administrator().text("accessToken"));
        Got published = send("GET", "/.well-known/jwks.json", null, null);
        assertThat(JWKSet.parse(published.body().toString())
                        .getKeyByKeyId(before.getHeader().getKeyID()))
                .isNotNull();
        assertThat(published.body().toString()).doesNotContain("\"d\":");
        assertThat(send("GET", "/.well-known/openid-configuration", null, null).text("jwks_uri"))
                .isEqualTo("http://localhost/auth/v1/.well-known/jwks.json");

        clock.advance(Duration.ofDays(31));
        String late = signIn(ADMIN, PASSWORD).text("accessToken");
        assertThat(SignedJWT.parse(late).getHeader().getKeyID())
                .as("published first, used later")
                .isEqualTo(before.getHeader().getKeyID());
        assertThat(send("GET", "/.well-known/jwks.json", null, null).body().get("keys"))
                .hasSize(2);
        clock.advance(Duration.ofMinutes(61));
        String later = signIn(ADMIN, PASSWORD).text("accessToken");
        assertThat(SignedJWT.parse(later).getHeader().getKeyID())
                .isNotEqualTo(before.getHeader().getKeyID());
        assertThat(me(later)).isEqualTo(200);
        assertThat(open().authenticators().get(1).authenticate("Bearer " + later))
                .isNotNull();
    }

    @Test
    void table_holdsNoSecretInPlain() throws Exception {
        Got signedIn = administrator();
        Got key = post("/api-keys", Map.of("name", "k"), signedIn.text("accessToken"));
        String all = db.client().scan(request -> request.tableName("trestle-platform")).items().stream()
                .flatMap(item -> item.values().stream())
                .map(AttributeValue::toString)
                .reduce("", String::concat);

        String refresh = signedIn.text("refreshToken");
        assertThat(all)
                .doesNotContain(PASSWORD)
                .doesNotContain(adminOneTime)
                .doesNotContain(refresh.substring(refresh.indexOf('.') + 1))
                .doesNotContain(key.text("key"))
                .doesNotContain("\"d\"");
    }
}
