package dev.trestle.server.config;

import dev.trestle.platform.settings.Key;
import dev.trestle.platform.settings.Secret;
import dev.trestle.platform.settings.SettingsGroup;
import dev.trestle.platform.settings.SharedSettings;
import dev.trestle.platform.system.SystemDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a server is told: on its command line, by the environment, in {@code trestle.conf}, and the defaults; what is named first wins. All
 * errors are reported at once, when it is read. A line is {@code key = value}; what follows {@code #} at a line's beginning is a comment.
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

    private static final Pattern SECRET_NAMES = Pattern.compile("(?i)key|secret|password|token");
    private static final long FILE_BYTES_MAX = 1024 * 1024;

    /** Stands for a value that was refused; no configuration is made then. */
    private static final Object REFUSED = new Object();

    private final Map<Key<?>, Object> values;
    private final Map<SettingsGroup<?>, Record> settings;

    /** An option of the command line, such as {@code --port}, that says what a key says. */
    public record Option(String name, Key<?> key, String value) {
        @Override
        public String toString() {
            return name;
        }
    }

    private Configuration(Map<Key<?>, Object> values, Map<SettingsGroup<?>, Record> settings) {
        this.values = values;
        this.settings = settings;
    }

    /** Reads a file, which must be there, with the keys of some systems. */
    public static Configuration read(
            Path file, Map<String, String> environment, List<Option> options, List<SystemDefinition<?>> systems) {
        try {
            if (Files.size(file) > FILE_BYTES_MAX) {
                throw new ConfigException(List.of(file + " is too large to be a configuration."));
            }
            return parse(file.toString(), Files.readString(file), environment, options, systems);
        } catch (IOException e) {
            throw new ConfigException(List.of(file + " cannot be read: " + e));
        }
    }

    /** For a server without systems. */
    public static Configuration parse(
            String source, String text, Map<String, String> environment, List<Option> options) {
        return parse(source, text, environment, options, List.of());
    }

    /** {@code source} is what problems name. */
    public static Configuration parse(
            String source,
            String text,
            Map<String, String> environment,
            List<Option> options,
            List<SystemDefinition<?>> systems) {
        List<String> problems = new ArrayList<>();
        Map<String, Key<?>> known = new TreeMap<>();
        Keys.all(systems).forEach(key -> {
            if (known.put(key.name(), key) != null) {
                throw new IllegalStateException("Two settings have the key " + key.name() + ".");
            }
        });
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
        Map<SettingsGroup<?>, Record> settings = settings(systems, values, problems);
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        known.values()
                .forEach(
                        key -> values.computeIfAbsent(key, each -> each.parser().apply(each.otherwise())));
        return new Configuration(values, settings);
    }

    /** The records that values make; what one refuses is a problem. Of a group with a value that was refused, no more is said. */
    private static Map<SettingsGroup<?>, Record> settings(
            List<SystemDefinition<?>> systems, Map<Key<?>, Object> values, List<String> problems) {
        List<SettingsGroup<?>> groups = new ArrayList<>(List.of(SharedSettings.GROUP));
        systems.forEach(system -> groups.add(system.settings()));
        Map<SettingsGroup<?>, Record> settings = new HashMap<>();
        for (SettingsGroup<?> group : groups) {
            group.read(key -> REFUSED.equals(values.get(key)) ? null : valueOr(key, values), problems)
                    .ifPresent(read -> settings.put(group, read));
        }
        return settings;
    }

    private static Object valueOr(Key<?> key, Map<Key<?>, Object> values) {
        Object known = values.get(key);
        return known == null ? key.parser().apply(key.otherwise()) : known;
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
            values.put(key, REFUSED);
            String shown = key.isSecret() ? "its value" : "\"" + value + "\"";
            problems.add(place + ": " + key.name() + " " + e.getMessage() + ", and " + shown + " is not.");
        }
    }

    /** The value of a key; its default if it is of a system that this was read without. */
    @SuppressWarnings("unchecked")
    public <T> T get(Key<T> key) {
        Object value = values.get(key);
        return value == null ? key.parser().apply(key.otherwise()) : (T) value;
    }

    /** A record of settings; their defaults if they are of a system that this was read without. */
    @SuppressWarnings("unchecked")
    public <R extends Record> R get(SettingsGroup<R> group) {
        Record read = settings.get(group);
        return read == null ? group.defaults() : (R) read;
    }

    /** What differs from the defaults, without secrets. */
    @Override
    public String toString() {
        return values.keySet().stream()
                .filter(key -> !get(key).equals(key.parser().apply(key.otherwise())))
                .sorted(Comparator.comparing(Key::name))
                .map(key -> key.name() + " = " + (key.isSecret() ? "(secret)" : shown(get(key))))
                .collect(Collectors.joining(", "));
    }

    private static Object shown(Object value) {
        return value instanceof Optional<?> optional
                ? optional.<Object>map(known -> known).orElse("")
                : value;
    }

    /** All values as text, by their keys. Of a value that is or may be secret, only whether it is set. */
    public Map<String, String> shown() {
        Map<String, String> shown = new TreeMap<>();
        values.forEach((key, value) -> {
            String text = String.valueOf(value);
            boolean set = !text.isEmpty() && !text.equals("[]") && !text.equals("{}");
            shown.put(key.name(), isSecret(key, value) ? (set ? "(secret)" : "") : text);
        });
        return shown;
    }

    private static boolean isSecret(Key<?> key, Object value) {
        return value instanceof Secret || SECRET_NAMES.matcher(key.name()).find();
    }
}
