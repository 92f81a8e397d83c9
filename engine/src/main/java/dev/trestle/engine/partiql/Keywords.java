package dev.trestle.engine.partiql;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The words that a statement may use as names only in double quotes. They are others than those of expressions. */
final class Keywords {
    private static final Set<String> WORDS = load();
    private static final int LENGTH_MAX =
            WORDS.stream().mapToInt(String::length).max().orElse(0);

    private Keywords() {}

    static boolean contains(String word) {
        return word.length() <= LENGTH_MAX && WORDS.contains(word.toUpperCase(Locale.ROOT));
    }

    private static Set<String> load() {
        try (InputStream stream = Keywords.class.getResourceAsStream("keywords.txt")) {
            if (stream == null) {
                throw new IllegalStateException("keywords.txt is missing from the class path");
            }
            return new BufferedReader(new InputStreamReader(stream, StandardCharsets.US_ASCII))
                    .lines()
                    .filter(line -> !line.isEmpty())
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException("keywords.txt cannot be read", e);
        }
    }
}
