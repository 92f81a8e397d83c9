package dev.trestle.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyLanguageTest {
    private static final long SEED = 20_240_501;

    @Test
    void common_textsAndAlternatives_isATextOfBoth() {
        KeyLanguage one = new KeyLanguage().text("A#").oneOf(List.of("x", "yy", "z"));
        assertThat(one.common(new KeyLanguage().text("A#").any(Characters.ANY.except("xz"))))
                .isEqualTo("A#yy");
        assertThat(one.common(new KeyLanguage().text("A#y"))).isNull();
        assertThat(one.common(new KeyLanguage().text("B"))).isNull();
    }

    @Test
    void before_aText_holdsWhatSortsBeforeIt() {
        KeyLanguage before = new KeyLanguage().before("REACTION#");
        for (String text : List.of("2024-01-01", "REACTION", "R", "", "RDX", "A")) {
            assertThat(before.common(new KeyLanguage().text(text))).as(text).isEqualTo(text);
        }
        for (String text : List.of("REACTION#", "REACTION#1", "S", "a")) {
            assertThat(before.common(new KeyLanguage().text(text))).as(text).isNull();
        }
    }

    @Test
    void common_randomLanguages_agreesWithTrying() {
        Random random = new Random(SEED);
        for (int round = 0; round < 2000; round++) {
            String one = pattern(random);
            String other = pattern(random);
            String common = language(one).common(language(other));
            String place = "seed " + SEED + ", round " + round + ": " + one + " and " + other;
            if (common != null) {
                assertThat(common).as(place).matches(one).matches(other);
            } else {
                for (String text : texts(6)) {
                    assertThat(text.matches(one) && text.matches(other))
                            .as(place + ", " + text)
                            .isFalse();
                }
            }
        }
    }

    /** A regular expression of pieces that languages are built from. */
    private static String pattern(Random random) {
        StringBuilder pattern = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            pattern.append(List.of("a", "b", "[ab]*", "[a]*", "(ab|b)", "a?").get(random.nextInt(6)));
        }
        return pattern.toString();
    }

    private static KeyLanguage language(String pattern) {
        KeyLanguage language = new KeyLanguage();
        String rest = pattern;
        while (!rest.isEmpty()) {
            String piece = List.of("[ab]*", "[a]*", "(ab|b)", "a?", "a", "b").stream()
                    .filter(rest::startsWith)
                    .findFirst()
                    .orElseThrow();
            switch (piece) {
                case "[ab]*" -> language.any(Characters.between('a', 'b'));
                case "[a]*" -> language.any(Characters.of('a'));
                case "(ab|b)" -> language.oneOf(List.of("ab", "b"));
                case "a?" -> language.maybe(Characters.of('a'));
                default -> language.text(piece);
            }
            rest = rest.substring(piece.length());
        }
        return language;
    }

    private static List<String> texts(int lengthMax) {
        List<String> texts = new ArrayList<>(List.of(""));
        for (int i = 0; texts.get(i).length() < lengthMax; i++) {
            texts.add(texts.get(i) + "a");
            texts.add(texts.get(i) + "b");
        }
        return texts;
    }
}
