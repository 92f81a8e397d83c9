package dev.trestle.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a server is told: on its command line, by the environment, in {@code trestle.conf}, and what holds otherwise; what is named first
 * wins. All mistakes are reported together, when it is read. A line is {@code key = value}; what follows {@code #} at a line's beginning
 * is a comment.
 */
public final class Configuration {
    private static final String PREFIX = "TRESTLE_";

    /** Names the file. */
    public static final String FILE_VARIABLE = "TRESTLE_CONF";

    /** Variables that are the launcher's own, and those that the guides' programs read. */
    private static final List<String> OTHERS = List.of(
            FILE_VARIABLE,
            "TRESTLE_HEAP",
            "TRESTLE_GC",
            "TRESTLE_JAVA_OPTS",
            "TRESTLE_DEBUG",
            "TRESTLE_PRINT_JAVA",
            "TRESTLE_SERVER",
            "TRESTLE_TOKEN",
            "TRESTLE_ENDPOINT",
            "TRESTLE_KEY_ID",
            "TRESTLE_SECRET");

    private static final long FILE_BYTES_MAX = 1024 * 1024;

    private final Map<Key<?>, Object> values;

    /** An option of the command line, such as {@code --port}, that says what a key says. */
    public record Option(String name, Key<?> key, String value) {
        @Override
        public String toString() {
            return name;
        }
    }

    private Configuration(Map<Key<?>, Object> values) {
        this.values = values;
    }

    /** Reads a file, which must be there. */
    public static Configuration read(Path file, Map<String, String> environment, List<Option> options) {
        try {
            if (Files.size(file) > FILE_BYTES_MAX) {
                throw new ConfigException(List.of(file + " is too large to be a configuration."));
            }
            return parse(file.toString(), Files.readString(file), environment, options);
        } catch (IOException e) {
            throw new ConfigException(List.of(file + " cannot be read: " + e));
        }
    }

    /** {@code source} is what problems name. */
    public static Configuration parse(
            String source, String text, Map<String, String> environment, List<Option> options) {
        List<String> problems = new ArrayList<>();
        Map<String, Key<?>> known = new TreeMap<>();
        Keys.all().forEach(key -> known.put(key.name(), key));
        Map<Key<?>, Object> values = new HashMap<>();
        Map<String, String> where = new LinkedHashMap<>();
        int number = 0;
        for (String line : text.split("\\R", -1)) {
            number++;
            String content = line.strip();
            if (!content.isEmpty() && !content.startsWith("#")) {
                readLine(source + " line " + number, content, known, where, values, problems);
            }
        }
        readEnvironment(environment, known, values, problems);
        options.forEach(option -> parse(option.name(), option.key(), option.value(), values, problems));
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        known.values()
                .forEach(
                        key -> values.computeIfAbsent(key, each -> each.parser().apply(each.otherwise())));
        return new Configuration(values);
    }

    private static void readLine(
            String place,
            String line,
            Map<String, Key<?>> known,
            Map<String, String> where,
            Map<Key<?>, Object> values,
            List<String> problems) {
        int equals = line.indexOf('=');
        if (equals < 0) {
            problems.add(place + ": there is no = in it. Write key = value.");
            return;
        }
        String name = line.substring(0, equals).strip();
        Key<?> key = known.get(name);
        if (key == null) {
            String nearest = Nearest.of(name, known.keySet())
                    .map(meant -> " Did you mean " + meant + "?")
                    .orElse("");
            problems.add(place + ": there is no key " + name + "." + nearest);
            return;
        }
        String before = where.putIfAbsent(name, place);
        if (before != null) {
            problems.add(place + ": " + name + " was said before, at " + before + ". Delete one of them.");
            return;
        }
        parse(place, key, line.substring(equals + 1).strip(), values, problems);
    }

    private static void readEnvironment(
            Map<String, String> environment,
            Map<String, Key<?>> known,
            Map<Key<?>, Object> values,
            List<String> problems) {
        Map<String, Key<?>> variables =
                known.values().stream().collect(Collectors.toMap(Key::variable, key -> key, (a, b) -> a, TreeMap::new));
        new TreeMap<>(environment).forEach((name, value) -> {
            Key<?> key = variables.get(name);
            if (key != null) {
                parse("The variable " + name, key, value.strip(), values, problems);
            } else if (name.startsWith(PREFIX) && !OTHERS.contains(name)) {
                String nearest = Nearest.of(name, variables.keySet())
                        .map(meant -> " Did you mean " + meant + "?")
                        .orElse("");
                problems.add("There is no variable " + name + "." + nearest);
            }
        });
    }

    private static <T> void parse(
            String place, Key<T> key, String value, Map<Key<?>, Object> values, List<String> problems) {
        try {
            T parsed = key.parser().apply(value);
            values.put(key, Objects.requireNonNull(parsed));
        } catch (IllegalArgumentException e) {
            String shown = key.isSecret() ? "its value" : "\"" + value + "\"";
            problems.add(place + ": " + key.name() + " " + e.getMessage() + ", and " + shown + " is not.");
        }
    }

    @SuppressWarnings("unchecked")
    public <T> T get(Key<T> key) {
        return (T) Objects.requireNonNull(values.get(key));
    }

    /** What differs from what holds otherwise, without secrets. */
    @Override
    public String toString() {
        return Keys.all().stream()
                .filter(key -> !get(key).equals(key.parser().apply(key.otherwise())))
                .map(key -> key.name() + " = " + (key.isSecret() ? "(secret)" : get(key)))
                .collect(Collectors.joining(", "));
    }
}
