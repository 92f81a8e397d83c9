package dev.trestle.systems.holdthatthought.transfer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * A letter as a file of markdown: fields between two lines of {@code ---}, as YAML, and the text. Any editor opens it, and what is written is
 * read again as it was.
 *
 * @param fields by name: texts, and lists of texts
 */
record LetterFile(Map<String, Object> fields, String content) {
    private static final String FENCE = "---";
    private static final int HEAD_CHARS_MAX = 20_000;
    private static final int ALIASES_MAX = 0;
    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setMaxAliasesForCollections(ALIASES_MAX)
            .setCodePointLimit(HEAD_CHARS_MAX)
            .setAllowDuplicateKeys(false)
            .build();

    LetterFile {
        fields = Map.copyOf(fields);
    }

    /** Reads a file. One without fields is all text. */
    static LetterFile read(String text) {
        String clean = (text.startsWith("\uFEFF") ? text.substring(1) : text).replace("\r\n", "\n");
        if (!clean.startsWith(FENCE + "\n")) {
            return new LetterFile(Map.of(), clean);
        }
        int end = clean.indexOf("\n" + FENCE + "\n", FENCE.length());
        if (end < 0) {
            return new LetterFile(Map.of(), clean);
        }
        String head = clean.substring(FENCE.length() + 1, end + 1);
        String body = clean.substring(end + FENCE.length() + 2);
        return new LetterFile(fields(head), body.startsWith("\n") ? body.substring(1) : body);
    }

    private static Map<String, Object> fields(String head) {
        Object loaded;
        try {
            loaded = new Load(SETTINGS).loadFromString(head);
        } catch (YamlEngineException e) {
            throw new LetterFileException("The lines between the two --- are no valid YAML.");
        }
        if (loaded == null) {
            return Map.of();
        }
        if (!(loaded instanceof Map<?, ?> map)) {
            throw new LetterFileException("The lines between the two --- must be fields, such as title: A letter.");
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        map.forEach((name, value) -> {
            if (value instanceof List<?> list) {
                fields.put(String.valueOf(name), texts(list));
            } else if (value != null && !(value instanceof Map<?, ?>)) {
                fields.put(String.valueOf(name), String.valueOf(value));
            }
        });
        return fields;
    }

    private static List<String> texts(List<?> values) {
        List<String> texts = new ArrayList<>();
        values.forEach(value -> texts.add(String.valueOf(value)));
        return texts;
    }

    @Nullable
    String text(String name) {
        return fields.get(name) instanceof String text && !text.isBlank() ? text.strip() : null;
    }

    /** A list, or one text with commas. */
    List<String> texts(String name) {
        Object value = fields.get(name);
        if (value instanceof List<?> list) {
            return texts(list);
        }
        return value instanceof String text ? List.of(text.split("\\s*,\\s*", -1)) : List.of();
    }

    /** The file, with fields in this order; those that are null are left out. */
    static String write(Map<String, ? extends @Nullable Object> fields, String content) {
        StringBuilder file = new StringBuilder(FENCE).append('\n');
        fields.forEach((name, value) -> {
            if (value instanceof List<?> list) {
                if (!list.isEmpty()) {
                    file.append(name).append(":\n");
                    list.forEach(each -> file.append("  - ")
                            .append(quoted(String.valueOf(each)))
                            .append('\n'));
                }
            } else if (value instanceof Number) {
                file.append(name).append(": ").append(value).append('\n');
            } else if (value != null) {
                file.append(name)
                        .append(": ")
                        .append(quoted(String.valueOf(value)))
                        .append('\n');
            }
        });
        return file.append(FENCE).append("\n\n").append(content).toString();
    }

    /** In double quotes, which YAML reads as JSON does: nothing in a text can be taken for something else. */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
            } else if (c == '\n') {
                quoted.append("\\n");
            } else if (c < ' ' || c == 127 || c == 0x85 || c == 0x2028 || c == 0x2029) {
                quoted.append(String.format("\\u%04x", c));
            } else {
                quoted.appendCodePoint(c);
            }
        });
        return quoted.append('"').toString();
    }
}
