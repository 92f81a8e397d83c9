package dev.trestle.server.attack;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An operation as the server's API document describes it.
 *
 * @param parameters without references
 */
record ServedOperation(
        String id,
        String method,
        String base,
        String path,
        List<JsonNode> parameters,
        JsonNode node,
        SchemaSample samples) {
    private static final String JSON = "application/json";
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0};

    boolean isRead() {
        return method.equals("GET");
    }

    boolean hasPathParameter(String name) {
        return path.contains("{" + name + "}");
    }

    boolean hasBody() {
        return node.has("requestBody");
    }

    boolean hasJsonBody() {
        return node.path("requestBody").path("content").has(JSON);
    }

    /** Values for its path that the document lets pass. */
    Map<String, String> pathSamples() {
        Map<String, String> found = new LinkedHashMap<>();
        for (JsonNode each : parameters) {
            if (each.path("in").asText().equals("path")) {
                found.put(
                        each.path("name").asText(),
                        samples.of(each.path("schema")).toString());
            }
        }
        return found;
    }

    /** The names of path parameters, query parameters and fields of the body. */
    Set<String> names() {
        Map<String, Object> names = new LinkedHashMap<>();
        parameters.forEach(each -> names.put(each.path("name").asText(), ""));
        bodySchema().path("properties").fieldNames().forEachRemaining(name -> names.put(name, ""));
        return names.keySet();
    }

    private JsonNode bodySchema() {
        return samples.resolved(
                node.path("requestBody").path("content").path(JSON).path("schema"));
    }

    /**
     * A request that passes all checks of its form.
     *
     * @param chosen parameters for this request, in place of what else they would be
     */
    Request request(Values values, Map<String, String> chosen) {
        String filled = path;
        StringBuilder query = new StringBuilder();
        for (JsonNode each : parameters) {
            String name = each.path("name").asText();
            boolean isInPath = each.path("in").asText().equals("path");
            Object value = value(each, name, values, chosen, isInPath);
            if (value == null || each.path("in").asText().equals("header")) {
                continue;
            }
            String encoded =
                    URLEncoder.encode(value.toString(), StandardCharsets.UTF_8).replace("+", "%20");
            if (isInPath) {
                filled = filled.replace("{" + name + "}", encoded);
            } else {
                query.append(query.length() == 0 ? '?' : '&')
                        .append(name)
                        .append('=')
                        .append(encoded);
            }
        }
        Map<String, String> headers = new LinkedHashMap<>();
        if (node.path("responses").has("412")) {
            headers.put("if-match", "*");
        }
        return new Request(method, base + filled + query, headers, body(values, headers));
    }

    private @Nullable Object value(
            JsonNode parameter, String name, Values values, Map<String, String> chosen, boolean isInPath) {
        if (chosen.containsKey(name)) {
            return chosen.get(name);
        }
        boolean isRequired = parameter.path("required").asBoolean();
        Object value = isRequired ? values.of(id, name) : values.given(id, name);
        if (value != null || !isRequired) {
            return value;
        }
        JsonNode schema = samples.resolved(parameter.path("schema"));
        if (isInPath && !schema.has("enum")) {
            throw new IllegalStateException(id + ": the fixture has no value for {" + name + "}");
        }
        return samples.of(schema);
    }

    private byte @Nullable [] body(Values values, Map<String, String> headers) {
        JsonNode content = node.path("requestBody").path("content");
        if (content.isMissingNode()) {
            return null;
        }
        if (content.has(JSON)) {
            headers.put("content-type", JSON);
            return Json.bytes(fields(values));
        }
        String first =
                content.has("image/png") ? "image/png" : content.fieldNames().next();
        String type = first.equals("*/*") ? "text/plain" : first;
        headers.put("content-type", type);
        Object given = values.given(id, "body");
        if (given != null) {
            return given.toString().getBytes(StandardCharsets.UTF_8);
        }
        return type.startsWith("image/") ? PNG : "some text".getBytes(StandardCharsets.UTF_8);
    }

    private Map<String, Object> fields(Values values) {
        JsonNode schema = bodySchema();
        Map<String, Object> fields = new LinkedHashMap<>();
        schema.path("properties").fieldNames().forEachRemaining(name -> {
            Object given = values.given(id, name);
            if (given != null) {
                fields.put(name, given);
            }
        });
        for (JsonNode name : schema.path("required")) {
            if (!fields.containsKey(name.asText())) {
                Object known = values.all().get(name.asText());
                fields.put(
                        name.asText(),
                        known == null ? samples.of(schema.path("properties").path(name.asText())) : known);
            }
        }
        return fields;
    }

    @Override
    public String toString() {
        return id;
    }
}
