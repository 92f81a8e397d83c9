package dev.trestle.platform.settings;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * A key of the configuration.
 *
 * @param name such as {@code http.port}
 * @param otherwise its default, as it would be written
 * @param isSecret whether its value must never be shown
 * @param about what it is for, line by line
 * @param parser throws {@link IllegalArgumentException} with what a value must be
 */
public record Key<T>(String name, String otherwise, boolean isSecret, List<String> about, Function<String, T> parser) {
    public Key {
        about = List.copyOf(about);
    }

    public static <T> Key<T> of(String name, String otherwise, Function<String, T> parser, String... about) {
        return new Key<>(name, otherwise, false, List.of(about), parser);
    }

    public Key<T> secret() {
        return new Key<>(name, otherwise, true, about, parser);
    }

    /** The environment variable that says the same: {@code http.public-url} is {@code TRESTLE_HTTP_PUBLIC_URL}. */
    public String variable() {
        return "TRESTLE_" + name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }
}
