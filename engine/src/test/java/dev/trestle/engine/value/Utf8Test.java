package dev.trestle.engine.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test {
    private static final long SEED = 7_411L;

    @Test
    void compare_supplementaryCharacter_isAboveAllOthers() {
        assertThat(Utf8.compare("\ud83d\ude00", "\uffff")).isPositive();
        assertThat(Utf8.compare("\ue000", "\ud800\udc00")).isNegative();
        assertThat(Utf8.compare("a\ud83d\ude00", "a\ud83d\ude01")).isNegative();
        assertThat(Utf8.compare("a", "ab")).isNegative();
        assertThat(Utf8.compare("", "")).isZero();
    }

    @Test
    void compare_random_isTheOrderOfTheBytes() {
        RandomValues values = new RandomValues(SEED);
        for (int i = 0; i < 20_000; i++) {
            String a = values.text();
            String b = values.upTo(3) == 0 ? a + values.text() : values.text();
            int expected = Integer.signum(Arrays.compareUnsigned(utf8(a), utf8(b)));
            assertThat(Integer.signum(Utf8.compare(a, b)))
                    .as("seed %d, %s and %s", SEED, a, b)
                    .isEqualTo(expected);
        }
    }

    @Test
    void lengthAndWellFormed_random_agreeWithTheEncoder() {
        Random random = new Random(SEED);
        for (int i = 0; i < 20_000; i++) {
            char[] chars = new char[random.nextInt(6)];
            for (int at = 0; at < chars.length; at++) {
                chars[at] = (char) (random.nextBoolean() ? 0xD7FE + random.nextInt(0x804) : random.nextInt(0x10000));
            }
            String text = new String(chars);
            String decoded = new String(utf8(text), StandardCharsets.UTF_8);
            assertThat(Utf8.length(text)).as("seed %d", SEED).isEqualTo(utf8(text).length);
            assertThat(Utf8.wellFormed(text)).as("seed %d", SEED).isEqualTo(decoded);
        }
    }

    @Test
    void wellFormed_wellFormedText_isTheSameObject() {
        String text = "plain and \ud83d\ude00";
        assertThat(Utf8.wellFormed(text)).isSameAs(text);
    }

    @Test
    void wellFormed_loneSurrogates_becomeQuestionMarks() {
        assertThat(Utf8.wellFormed("a\ud800b\udc00")).isEqualTo("a?b?");
        assertThat(Utf8.wellFormed("\ud800\ud83d\ude00\ud800")).isEqualTo("?\ud83d\ude00?");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
