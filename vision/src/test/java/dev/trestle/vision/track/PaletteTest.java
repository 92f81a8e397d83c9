package dev.trestle.vision.track;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.vision.Color;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names of colours, of fabrics as cameras see them. */
class PaletteTest {
    @ParameterizedTest
    @CsvSource({
        "000000, BLACK",
        "1c1c20, BLACK",
        "302c2a, BLACK",
        "7a7e82, GRAY",
        "505458, GRAY",
        "eeeeea, WHITE",
        "ffffff, WHITE",
        "c42824, RED",
        "801818, RED",
        "e87a1e, ORANGE",
        "684226, BROWN",
        "8a6a48, BROWN",
        "ecc82c, YELLOW",
        "2a8a3e, GREEN",
        "1e4d2b, GREEN",
        "2252b0, BLUE",
        "1f3050, BLUE",
        "8fb4e0, BLUE",
        "703896, PURPLE",
        "ee82b0, PINK",
        "f4b6c2, PINK",
    })
    void color_ofAFabric_hasItsName(String rgb, Color name) {
        int value = Integer.parseInt(rgb, 16);

        assertThat(Palette.color(value >> 16, value >> 8 & 0xff, value & 0xff)).isEqualTo(name);
    }
}
