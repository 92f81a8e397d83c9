package dev.trestle.platform.http.contract;

import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Declaration;
import dev.trestle.platform.api.Declaration.Answer;
import dev.trestle.platform.api.Declaration.Body;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.schema.Definitions;
import dev.trestle.platform.schema.Fields;
import dev.trestle.platform.schema.SchemaReader;
import dev.trestle.platform.schema.SchemaReader.Use;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the OpenAPI 3.1 document of an API whose operations are declared. For one thread. */
final class DeclaredDocument {
    private static final String JSON = "application/json";
    private static final String ERROR = "Error";

    private final Api api;
    private final Api.About about;
    private final SchemaReader requests;
    private final SchemaReader answers;
    private final Definitions definitions = new Definitions();

    DeclaredDocument(Api api, Api.About about) {
        this.api = api;
        this.about = about;
        this.requests = new SchemaReader(about.ignoresUnknown() ? Use.LENIENT_REQUEST : Use.REQUEST);
        this.answers = new SchemaReader(about.leavesOutNulls() ? Use.ANSWER_WITHOUT_NULLS : Use.ANSWER);
    }

    Map<String, Object> write() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("openapi", "3.1.0");
        document.put("info", object("title", about.title(), "version", "1", "description", about.description()));
        document.put("servers", List.of(object("url", about.basePath())));
        document.put("security", List.of(object("bearer", List.of())));
        Map<String, Object> paths = new LinkedHashMap<>();
        for (Declaration each : api.declarations()) {
            @SuppressWarnings("unchecked")
            Map<String, Object> path = (Map<String, Object>)
                    paths.computeIfAbsent(each.path().replace("*}", "}"), p -> new LinkedHashMap<String, Object>());
            path.put(each.method().toLowerCase(Locale.ROOT), operation(each));
        }
        document.put("paths", paths);
        definitions.add(ERROR, api.shape().describeFailure());
        document.put(
                "components",
                object(
                        "securitySchemes",
                        object("bearer", object("type", "http", "scheme", "bearer")),
                        "schemas",
                        definitions.all()));
        return document;
    }

    private Map<String, Object> operation(Declaration declared) {
        Map<String, Object> operation = object("operationId", declared.id());
        if (!declared.summary().isEmpty()) {
            operation.put("summary", declared.summary());
        }
        String description = declared.description();
        if (description != null) {
            operation.put("description", description);
        }
        String right = declared.right();
        if (right == null) {
            operation.put("security", List.of());
        } else {
            operation.put("x-right", right);
            if (!declared.role().isEmpty()) {
                operation.put("x-role", declared.role());
            }
        }
        List<Object> parameters = parameters(declared);
        if (!parameters.isEmpty()) {
            operation.put("parameters", parameters);
        }
        Body body = declared.body();
        if (body != null) {
            operation.put("requestBody", body(declared, body));
            if (body.bytesMax() >= 0) {
                operation.put("x-body-bytes-max", body.bytesMax());
            }
        }
        operation.put("responses", responses(declared));
        return operation;
    }

    private List<Object> parameters(Declaration declared) {
        List<String> path = Contract.segments(declared.path());
        List<Object> parameters = new ArrayList<>();
        for (RecordComponent part : declared.request().getRecordComponents()) {
            if (!part.getName().equals(DeclaredOperations.BODY)) {
                Parameter.Place place = DeclaredOperations.placeOf(part, path);
                parameters.add(parameter(DeclaredOperations.field(requests, part), place));
            }
        }
        return parameters;
    }

    private Map<String, Object> parameter(Fields.Field field, Parameter.Place place) {
        Map<String, Object> parameter =
                object("name", field.name(), "in", place.name().toLowerCase(Locale.ROOT));
        if (field.required() || place == Parameter.Place.PATH) {
            parameter.put("required", true);
        }
        String text = field.about();
        if (text != null) {
            parameter.put("description", text);
        }
        Map<String, Object> schema = field.schema().describe(definitions);
        Object otherwise = field.otherwise();
        if (otherwise != null) {
            schema.put("default", otherwise);
        }
        parameter.put("schema", schema);
        return parameter;
    }

    private Map<String, Object> body(Declaration declared, Body body) {
        Map<String, Object> content = new LinkedHashMap<>();
        for (String type : body.types()) {
            content.put(
                    type,
                    Operation.isJson(type)
                            ? object(
                                    "schema",
                                    DeclaredOperations.bodySchema(requests, declared)
                                            .describe(definitions))
                            : Map.of());
        }
        return object("required", body.required(), "content", content);
    }

    private Map<String, Object> responses(Declaration declared) {
        Map<String, Object> responses = new LinkedHashMap<>();
        for (Answer answer : declared.answers()) {
            String status = Integer.toString(answer.status());
            @SuppressWarnings("unchecked")
            Map<String, Object> response = (Map<String, Object>) responses.computeIfAbsent(
                    status,
                    s -> object("description", answer.description().isEmpty() ? "Success" : answer.description()));
            if (declared.tagged()) {
                response.put("headers", object("ETag", object("schema", object("type", "string"))));
            }
            Map<String, Object> content = content(answer);
            if (!content.isEmpty()) {
                Object before = response.get("content");
                Map<String, Object> all = new LinkedHashMap<>(before instanceof Map<?, ?> map ? texts(map) : Map.of());
                all.putAll(content);
                response.put("content", all);
            }
        }
        for (int status : Statuses.of(declared)) {
            responses.putIfAbsent(Integer.toString(status), refusal(status));
        }
        return responses;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> texts(Map<?, ?> map) {
        return (Map<String, Object>) map;
    }

    private Map<String, Object> content(Answer answer) {
        Class<?> type = answer.type();
        return switch (answer.form()) {
            case NOTHING -> Map.of();
            case BYTES -> {
                Map<String, Object> content = new LinkedHashMap<>();
                answer.mediaTypes().forEach(each -> content.put(each, Map.of()));
                yield content;
            }
            case VALUE -> object(JSON, object("schema", api.shape().describeSuccess(schema(type))));
            case PAGE -> object(JSON, object("schema", api.shape().describePage(schema(type))));
            case PLAIN -> object(JSON, object("schema", schema(type)));
        };
    }

    private Map<String, Object> schema(@Nullable Class<?> type) {
        return type == null ? new LinkedHashMap<>() : answers.read(type).describe(definitions);
    }

    private Map<String, Object> refusal(int status) {
        if (status < 400) {
            return object("description", "Not modified");
        }
        return object(
                "description",
                words(status),
                "content",
                object(api.shape().failureType(), object("schema", object("$ref", "#/components/schemas/" + ERROR))));
    }

    private static String words(int status) {
        for (Kind kind : Kind.values()) {
            if (kind.status() == status) {
                String name = kind.name().replace('_', ' ').toLowerCase(Locale.ROOT);
                return Character.toUpperCase(name.charAt(0)) + name.substring(1);
            }
        }
        return Integer.toString(status);
    }

    private static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }
}
