package dev.trestle.server.attack;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** An API that the server hosts, as its document describes it. */
record ServedApi(String name, Map<String, ServedOperation> operations) {
    private static final Set<String> METHODS = Set.of("get", "put", "post", "patch", "delete");

    static ServedApi of(String name, String base, JsonNode document) {
        SchemaSample samples = new SchemaSample(document);
        Map<String, ServedOperation> operations = new LinkedHashMap<>();
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(method -> {
                    if (METHODS.contains(method.getKey())) {
                        List<JsonNode> parameters = new ArrayList<>();
                        path.getValue().path("parameters").forEach(each -> parameters.add(samples.resolved(each)));
                        method.getValue().path("parameters").forEach(each -> parameters.add(samples.resolved(each)));
                        String id = method.getValue().path("operationId").asText();
                        operations.put(
                                id,
                                new ServedOperation(
                                        id,
                                        method.getKey().toUpperCase(Locale.ROOT),
                                        base,
                                        path.getKey(),
                                        parameters,
                                        method.getValue(),
                                        samples));
                    }
                }));
        return new ServedApi(name, operations);
    }

    @Override
    public String toString() {
        return name;
    }
}
