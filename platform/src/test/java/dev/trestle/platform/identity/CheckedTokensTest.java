package dev.trestle.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.trestle.engine.SetClock;
import dev.trestle.platform.identity.CheckedTokens.Checked;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CheckedTokensTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

    private final SetClock clock = new SetClock(NOW);
    private final CheckedTokens tokens = new CheckedTokens(clock);
    private final Checked checked = new Checked(
            new JWTClaimsSet.Builder().build(),
            new TokenVerifier(
                    OidcIssuer.of("https://issuer.example", URI.create("https://issuer.example/keys"), Set.of("us")),
                    (selector, context) -> List.of(),
                    clock));

    @Test
    void find_kept_isFoundForAMinute() {
        tokens.keep("a", checked);
        assertThat(tokens.find("b")).isNull();

        clock.advance(CheckedTokens.KEPT.minusMillis(1));
        assertThat(tokens.find("a")).isSameAs(checked);
        clock.advance(Duration.ofMillis(1));
        assertThat(tokens.find("a")).isNull();
    }

    @Test
    void find_clockSetBack_isNotFound() {
        tokens.keep("a", checked);

        clock.advance(Duration.ofSeconds(-1));

        assertThat(tokens.find("a")).isNull();
    }

    @Test
    void keep_moreThanThereIsRoomFor_letsGoOfTheOldest() {
        IntStream.range(0, 5000).forEach(each -> tokens.keep("t" + each, checked));

        assertThat(IntStream.range(0, 5000).filter(each -> tokens.find("t" + each) != null))
                .hasSize(4096)
                .allMatch(each -> each >= 904);
    }
}
