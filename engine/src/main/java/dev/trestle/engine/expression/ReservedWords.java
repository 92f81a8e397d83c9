package dev.trestle.engine.expression;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The words that an expression may not use as attribute names except through a {@code #name} placeholder. */
final class ReservedWords {
    private static final Set<String> WORDS = load();
    private static final int LENGTH_MAX =
            WORDS.stream().mapToInt(String::length).max().orElse(0);

    private ReservedWords() {}

    static boolean contains(String word) {
        return word.length() <= LENGTH_MAX && WORDS.contains(word.toUpperCase(Locale.ROOT));
    }

    static Set<String> all() {
        return WORDS;
    }

    private static Set<String> load() {
        try (InputStream stream = ReservedWords.class.getResourceAsStream("reserved-words.txt")) {
            if (stream == null) {
                throw new IllegalStateException("reserved-words.txt is missing from the class path");
            }
            return new BufferedReader(new InputStreamReader(stream, StandardCharsets.US_ASCII))
                    .lines()
                    .filter(line -> !line.isEmpty())
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException("reserved-words.txt cannot be read", e);
        }
    }
}
