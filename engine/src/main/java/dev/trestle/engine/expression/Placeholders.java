package dev.trestle.engine.expression;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.ItemSize;
import dev.trestle.engine.value.Utf8;
import dev.trestle.engine.value.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The {@code #names} and {@code :values} of one request, and which of them its expressions have used. */
final class Placeholders {
    private static final String NAMES = "ExpressionAttributeNames";
    private static final String VALUES = "ExpressionAttributeValues";
    private static final String ONLY_WITH_EXPRESSIONS = " can only be specified when using expressions";
    private static final int KEY_LENGTH_MAX = 255;
    private static final int NAME_BYTES_MAX = 65_535;
    private static final int BYTES_MAX = 2 * 1024 * 1024;

    private final @Nullable Map<String, String> names;
    private final @Nullable Map<String, Value> values;
    private final Set<String> usedNames = new HashSet<>();
    private final Set<String> usedValues = new HashSet<>();

    Placeholders(@Nullable Map<String, String> names, @Nullable Map<String, Value> values) {
        this.names = names;
        this.values = values;
    }

    /**
     * Refuses maps that are empty or hold what is no placeholder. Without expressions the service does not look at
     * them.
     */
    void check() {
        if (names != null) {
            checkKeys(NAMES, '#', names.keySet());
            names.forEach(Placeholders::checkName);
        }
        if (values != null) {
            checkKeys(VALUES, ':', values.keySet());
            checkSize(values);
        }
    }

    private static void checkKeys(String parameter, char marker, Set<String> keys) {
        if (keys.isEmpty()) {
            throw EngineException.validation(parameter + " must not be empty");
        }
        for (String key : keys) {
            String problem = null;
            if (key.isEmpty()) {
                problem = "The expression attribute map contains an empty key;";
            } else if (key.length() > KEY_LENGTH_MAX) {
                problem = "The expression attribute map contains a key that is too long; size of key: " + key.length();
            } else if (!Lexer.isPlaceholder(key, marker)) {
                problem = "Syntax error; key: \"" + key + "\"";
            }
            if (problem != null) {
                throw EngineException.validation(parameter + " contains invalid key: " + problem);
            }
        }
    }

    private static void checkName(String key, @Nullable String name) {
        String problem = null;
        if (name == null || name.isEmpty()) {
            problem = "Empty attribute name";
        } else if (Utf8.length(name) > NAME_BYTES_MAX) {
            problem = "Attribute name is too large, must be less than " + (NAME_BYTES_MAX + 1) + " bytes";
        }
        if (problem != null) {
            throw EngineException.validation(NAMES + " contains invalid value: " + problem + " for key " + key);
        }
    }

    private static void checkSize(Map<String, Value> values) {
        long size = 0;
        for (Map.Entry<String, Value> entry : values.entrySet()) {
            size += entry.getKey().length() + ItemSize.ofValue(entry.getValue());
        }
        if (size > BYTES_MAX) {
            throw EngineException.validation(VALUES + " exceeds max size");
        }
    }

    /** What a {@code #name} stands for. */
    String name(ExpressionKind kind, String placeholder) {
        String name = names == null ? null : names.get(placeholder);
        if (name == null) {
            throw kind.invalid("An expression attribute name used in the document path is not defined; attribute name: "
                    + placeholder);
        }
        usedNames.add(placeholder);
        return name;
    }

    /** What a {@code :value} stands for. */
    Value value(ExpressionKind kind, String placeholder) {
        Value value = values == null ? null : values.get(placeholder);
        if (value == null) {
            throw kind.invalid(
                    "An expression attribute value used in expression is not defined; attribute value: " + placeholder);
        }
        usedValues.add(placeholder);
        return value;
    }

    void checkAllUsed() {
        checkAllUsed(NAMES, names, usedNames);
        checkAllUsed(VALUES, values, usedValues);
    }

    private static void checkAllUsed(String parameter, @Nullable Map<String, ?> given, Set<String> used) {
        if (given == null || given.size() == used.size()) {
            return;
        }
        String unused =
                given.keySet().stream().filter(key -> !used.contains(key)).collect(Collectors.joining(", ", "{", "}"));
        throw EngineException.validation("Value provided in " + parameter + " unused in expressions: keys: " + unused);
    }

    void checkNoNames() {
        if (names != null && !names.isEmpty()) {
            throw EngineException.validation(NAMES + ONLY_WITH_EXPRESSIONS);
        }
    }

    boolean hasValues() {
        return values != null && !values.isEmpty();
    }

    static EngineException unwantedValues(List<String> absentParameters) {
        return EngineException.validation(VALUES
                + ONLY_WITH_EXPRESSIONS
                + ": "
                + String.join(" and ", absentParameters)
                + (absentParameters.size() == 1 ? " is null" : " are null"));
    }
}
