package dev.trestle.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every colour that text has can be read on every ground that it may stand on, also where a page shows it for a moment only. */
class ContrastTest {
    private static final double CONTRAST_MIN = 4.5;
    private static final List<String> TEXTS = List.of("text", "quiet", "accent", "good", "warn", "bad", "busy");
    private static final List<String> GROUNDS = List.of("ground", "surface", "raised", "fresh", "accent-soft");
    private static final Pattern TOKEN =
            Pattern.compile("--([\\w-]+): light-dark\\(#([0-9a-f]{6}), #([0-9a-f]{6})\\);");

    @Test
    void tokens_textOnAnyGround_canBeRead() throws IOException {
        Map<String, List<Integer>> tokens = tokens();
        List<String> poor = new ArrayList<>();
        for (String text : TEXTS) {
            List<String> grounds = new ArrayList<>(GROUNDS);
            if (tokens.containsKey(text + "-soft")) {
                grounds.add(text + "-soft");
            }
            for (String ground : grounds) {
                for (int theme = 0; theme < 2; theme++) {
                    double contrast = contrast(colour(tokens, text, theme), colour(tokens, ground, theme));
                    if (contrast < CONTRAST_MIN) {
                        poor.add(String.format(
                                Locale.ROOT,
                                "%s on %s, %s: %.2f",
                                text,
                                ground,
                                theme == 0 ? "light" : "dark",
                                contrast));
                    }
                }
            }
        }
        assertThat(poor).isEmpty();
    }

    private static int colour(Map<String, List<Integer>> tokens, String name, int theme) {
        return Objects.requireNonNull(tokens.get(name), name).get(theme);
    }

    private static Map<String, List<Integer>> tokens() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(ContrastTest.class.getResourceAsStream("/dev/trestle/server/site/tokens.css"))) {
            Matcher token = TOKEN.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            Map<String, List<Integer>> found = new HashMap<>();
            while (token.find()) {
                found.put(
                        token.group(1),
                        List.of(Integer.parseInt(token.group(2), 16), Integer.parseInt(token.group(3), 16)));
            }
            return found;
        }
    }

    /** As WCAG 2 defines it. */
    private static double contrast(int one, int other) {
        double lighter = Math.max(luminance(one), luminance(other));
        double darker = Math.min(luminance(one), luminance(other));
        return (lighter + 0.05) / (darker + 0.05);
    }

    private static double luminance(int colour) {
        return 0.2126 * linear(colour >> 16 & 0xff)
                + 0.7152 * linear(colour >> 8 & 0xff)
                + 0.0722 * linear(colour & 0xff);
    }

    private static double linear(int part) {
        double share = part / 255.0;
        return share <= 0.03928 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }
}
