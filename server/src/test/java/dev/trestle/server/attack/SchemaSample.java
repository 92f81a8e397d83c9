package dev.trestle.server.attack;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Values that a schema of an API document lets pass: the smallest ones. */
final class SchemaSample {
    private static final String LETTER = "a";

    private final JsonNode document;

    SchemaSample(JsonNode document) {
        this.document = document;
    }

    JsonNode resolved(JsonNode node) {
        JsonNode found = node;
        while (found.has("$ref")) {
            found = document.at(found.path("$ref").asText().substring(1));
        }
        for (String choice : List.of("anyOf", "oneOf")) {
            if (found.has(choice)) {
                return resolved(found.path(choice).get(0));
            }
        }
        return found;
    }

    /** @throws IllegalStateException for a schema that needs a value of the fixture */
    Object of(JsonNode given) {
        JsonNode schema = resolved(given);
        if (schema.has("enum")) {
            return schema.path("enum").get(0).asText();
        }
        return switch (type(schema)) {
            case "integer", "number" -> schema.path("minimum").asLong(1);
            case "boolean" -> false;
            case "array" -> array(schema);
            case "object" -> object(schema);
            default -> text(schema);
        };
    }

    private static String type(JsonNode schema) {
        JsonNode type = schema.path("type");
        if (!type.isArray()) {
            return type.asText();
        }
        for (JsonNode each : type) {
            if (!each.asText().equals("null")) {
                return each.asText();
            }
        }
        return "null";
    }

    private List<Object> array(JsonNode schema) {
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < schema.path("minItems").asInt(0); i++) {
            elements.add(of(schema.path("items")));
        }
        return elements;
    }

    private Map<String, Object> object(JsonNode schema) {
        Map<String, Object> fields = new LinkedHashMap<>();
        schema.path("required")
                .forEach(name ->
                        fields.put(name.asText(), of(schema.path("properties").path(name.asText()))));
        return fields;
    }

    private static String text(JsonNode schema) {
        String text = LETTER.repeat(Math.max(3, schema.path("minLength").asInt(0)));
        JsonNode pattern = schema.path("pattern");
        if (!pattern.isMissingNode()
                && !Pattern.compile(pattern.asText()).matcher(text).find()) {
            throw new IllegalStateException("the fixture has to give a text that matches " + pattern.asText());
        }
        return text;
    }
}
