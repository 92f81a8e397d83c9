package dev.trestle.engine.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SearchTest {
    private static final long SEED = Long.getLong("trestle.seed", 20_261_116L);

    @Test
    void contains_randomTexts_agreesWithTheLibrary() {
        Random random = new Random(SEED);
        int found = 0;
        for (int round = 0; round < 20_000; round++) {
            String whole = text(random, random.nextInt(400));
            String part = random.nextBoolean() && !whole.isEmpty()
                    ? whole.substring(random.nextInt(whole.length()))
                    : text(random, random.nextInt(random.nextBoolean() ? 8 : 120));
            boolean expected = whole.contains(part);
            found += expected ? 1 : 0;

            assertThat(Search.contains(whole, part))
                    .as("seed %d round %d", SEED, round)
                    .isEqualTo(expected);
            assertThat(Search.contains(bytes(whole), bytes(part)))
                    .as("seed %d round %d, as bytes", SEED, round)
                    .isEqualTo(expected);
        }
        assertThat(found).isBetween(5_000, 19_000);
    }

    @Test
    void contains_textsMadeToBeSlow_isLinear() {
        String whole = "a".repeat(400_000);
        String part = "a".repeat(200_000) + "b";

        assertTimeoutPreemptively(Duration.ofSeconds(2), () -> {
            assertThat(Search.contains(whole, part)).isFalse();
            assertThat(Search.contains(bytes(whole), bytes(part))).isFalse();
        });
    }

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(random.nextInt(6) == 0 ? 'b' : 'a');
        }
        return text.toString();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
