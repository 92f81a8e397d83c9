package dev.trestle.platform.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptTest {
    private static final Map<String, String> OFFERS =
            Map.of("text/html", "html", "text/*", "text", "*/*", "text", "application/json", "json");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "text/html | html",
                "Text/HTML;charset=utf-8 | html",
                "application/json, text/html | json",
                "application/json;q=0.5, text/html;q=0.8 | html",
                "image/png, */*;q=0.1 | text",
                "text/html;q=0, application/json;q=0.001 | json",
                "text/html;q=x | html",
                "image/png | -",
                "text/html;q=0 | -",
                ",;,; | -"
            })
    void preferred_header_isTheOneThatIsWantedMost(String header, @Nullable String expected) {
        assertThat(Accept.preferred(header, OFFERS)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"49, html", "50, -"})
    void preferred_behindManyOthers_isLookedForInTheFirstFifty(int others, String expected) {
        String found = Accept.preferred("image/png,".repeat(others) + "text/html", OFFERS);

        assertThat(found == null ? "-" : found).isEqualTo(expected);
    }
}
