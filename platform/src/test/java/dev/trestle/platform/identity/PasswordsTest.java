package dev.trestle.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.platform.api.ApiException;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

class PasswordsTest {
    private final Passwords passwords = new Passwords(new SecureRandom(), Passwords.Cost.STANDARD);

    @Test
    void matches_thePasswordAlone_isTrue() {
        String hash = passwords.hash("correct horse 電池");

        assertThat(hash).startsWith("$argon2id$v=19$m=19456,t=2,p=1$");
        assertThat(passwords.matches("correct horse 電池", hash)).isTrue();
        assertThat(passwords.matches("correct horse 電", hash)).isFalse();
        assertThat(passwords.matches("", hash)).isFalse();
        assertThat(passwords.hash("correct horse 電池")).isNotEqualTo(hash);
    }

    /** Made with the reference program of Argon2: {@code echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1 -l 32}. */
    @Test
    void matches_hashWithOtherParameters_holdsAndIsOutdated() {
        String older = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";

        assertThat(passwords.matches("password", older)).isTrue();
        assertThat(passwords.isOutdated(older)).isTrue();
        assertThat(passwords.isOutdated(passwords.hash("x"))).isFalse();
    }

    @Test
    void matches_damagedHash_isFalse() {
        assertThat(passwords.matches("x", "")).isFalse();
        assertThat(passwords.matches("x", "$2a$10$abc")).isFalse();
        assertThat(passwords.matches("x", "$argon2id$v=19$m=99999999,t=2,p=1$c29tZXNhbHQ$AAAA"))
                .isFalse();
    }

    @Test
    void check_weakPasswords_areRefused() {
        for (String weak : new String[] {"short", "aaaaaaaaaaaa", "ann@example.org", "x".repeat(201)}) {
            assertThatThrownBy(() -> Passwords.check(weak, "ann@example.org"))
                    .as(weak)
                    .isInstanceOf(ApiException.class);
        }
        Passwords.check("a good one, this", "ann@example.org");
    }
}
