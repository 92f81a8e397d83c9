package dev.trestle.platform.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageTest {
    @Test
    void nameTotalAndMore_ofAPageThatIsMappedOrEndsElsewhere_stay() {
        Page<String> page = new Page<>(List.of("1", "2"), "more")
                .named("numbers")
                .withTotal(7)
                .with("of", "all");

        assertThat(page.map(Integer::valueOf).upTo("sealed"))
                .isEqualTo(new Page<>(List.of(1, 2), "sealed", "numbers", 7L, Map.of("of", "all")));
    }
}
