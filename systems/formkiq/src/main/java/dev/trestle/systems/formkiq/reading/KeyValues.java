package dev.trestle.systems.formkiq.reading;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pairs of a text: lines such as {@code Invoice number: 4711}. */
public final class KeyValues {
    private static final int PAIRS_MAX = 1000;
    private static final int KEY_MAX = 100;
    private static final int VALUE_MAX = 1000;

    private KeyValues() {}

    /** Values by their keys, in the order of the text. */
    public static Map<String, List<String>> of(String text) {
        Map<String, List<String>> pairs = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            int colon = line.indexOf(':');
            String key = colon < 0 ? "" : line.substring(0, colon).strip();
            String value = colon < 0 ? "" : line.substring(colon + 1).strip();
            boolean isPair = !key.isEmpty()
                    && key.length() <= KEY_MAX
                    && !value.isEmpty()
                    && !value.startsWith("//")
                    && key.codePoints().anyMatch(Character::isLetter);
            if (isPair && (pairs.containsKey(key) || pairs.size() < PAIRS_MAX)) {
                List<String> values = pairs.computeIfAbsent(key, any -> new ArrayList<>());
                if (values.size() < PAIRS_MAX) {
                    values.add(value.length() > VALUE_MAX ? value.substring(0, VALUE_MAX) : value);
                }
            }
        });
        return pairs;
    }
}
