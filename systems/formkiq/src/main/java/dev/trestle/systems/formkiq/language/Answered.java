package dev.trestle.systems.formkiq.language;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trestle.platform.api.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The values that a model's answer has, if it is a JSON object, also one within a fence of Markdown. */
final class Answered {
    private static final int VALUES_MAX = 100;
    private static final int KEY_MAX = 200;
    private static final int VALUE_MAX = 1_000;
    private static final Pattern FENCED = Pattern.compile("(?s)\\A[^{]{0,2000}(\\{.*\\})[^}]{0,2000}\\z");
    private static final Pattern UNSEEN = Pattern.compile("\\p{Cntrl}");

    private Answered() {}

    /** A value; a key may have several. */
    record Value(String key, String value) {}

    /** Texts, numbers and truth values, alone or in lists; all else is left out. None if the answer is no object. */
    static List<Value> values(String answer) {
        List<Value> values = new ArrayList<>();
        JsonNode object = object(answer);
        if (object == null) {
            return values;
        }
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            String key = plain(field.getKey(), KEY_MAX);
            if (field.getValue().isArray()) {
                field.getValue().forEach(each -> add(values, key, each));
            } else {
                add(values, key, field.getValue());
            }
        }
        return values;
    }

    private static void add(List<Value> values, String key, JsonNode node) {
        if (!key.isEmpty() && node.isValueNode() && !node.isNull() && values.size() < VALUES_MAX) {
            String text = plain(node.asText(), VALUE_MAX);
            if (!text.isEmpty()) {
                values.add(new Value(key, text));
            }
        }
    }

    private static String plain(String text, int most) {
        String shown = UNSEEN.matcher(text).replaceAll(" ").strip();
        return shown.length() <= most ? shown : shown.substring(0, most);
    }

    private static @Nullable JsonNode object(String answer) {
        Matcher fenced = FENCED.matcher(answer);
        if (!fenced.matches()) {
            return null;
        }
        try {
            JsonNode read = Json.mapper().readTree(fenced.group(1));
            return read instanceof ObjectNode ? read : null;
        } catch (JsonProcessingException e) {
            return null;
        }
    }
}
