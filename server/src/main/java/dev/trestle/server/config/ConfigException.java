package dev.trestle.server.config;

import java.util.List;

/** A configuration with mistakes: all of them, each with where it is and what to do. */
public final class ConfigException extends RuntimeException {
    private final transient List<String> problems;

    public ConfigException(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    public List<String> problems() {
        return problems;
    }
}
