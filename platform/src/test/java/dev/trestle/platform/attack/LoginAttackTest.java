package dev.trestle.platform.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Guessing who is who. */
class LoginAttackTest extends AttackTest {
    @Test
    void password_guessed_takesEverLongerAndIsLogged() throws Exception {
        administrator();
        for (int i = 0; i < 5; i++) {
            assertDenied(signIn(ADMIN, "guess " + i), 401, "sign-in: wrong or expired password");
        }
        Got locked = signIn(ADMIN, "guess");
        assertThat(locked.status()).isEqualTo(429);
        assertThat(locked.header("retry-after")).isEqualTo("15");
        assertLogged("Too many requests");
        int looked = 0;
        for (int minute = 0; minute < 60; minute++) {
            clock.advance(Duration.ofMinutes(1));
            looked += signIn(ADMIN, "guess " + minute).status() == 401 ? 1 : 0;
        }
        assertThat(looked).as("guesses in an hour").isLessThanOrEqualTo(9);
    }

    @Test
    void name_guessed_tellsNothing() throws Exception {
        administrator();
        Got nobody = signIn("nobody@example.org", "x");
        Got somebody = signIn(ADMIN, "x");

        assertThat(nobody.status()).isEqualTo(somebody.status()).isEqualTo(401);
        assertThat(nobody.body().path("detail")).isEqualTo(somebody.body().path("detail"));
        assertLogged("sign-in: nobody of that name");
    }

    @Test
    void resetCode_guessed_isSlowedDownAlike() throws Exception {
        administrator();
        Map<String, String> guess = Map.of("email", ADMIN, "code", "abcde", "newPassword", PASSWORD + "2");
        for (int i = 0; i < 5; i++) {
            assertDenied(post("/auth/v1/reset", guess, null), 401, "reset: wrong or expired code");
        }
        assertThat(post("/auth/v1/reset", guess, null).status()).isEqualTo(429);
    }

    @Test
    void oneTimePassword_usedTwice_isRefused() throws Exception {
        administrator();
        assertDenied(signIn(ADMIN, oneTime), 401, "sign-in: wrong or expired password");
    }
}
