package dev.trestle.platform.http.contract;

import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Declaration;
import dev.trestle.platform.api.Declaration.Answer;
import dev.trestle.platform.api.Declaration.Body;
import dev.trestle.platform.api.Declaration.Form;
import dev.trestle.platform.api.Shape;
import dev.trestle.platform.http.contract.Parameter.Place;
import dev.trestle.platform.schema.Fields;
import dev.trestle.platform.schema.Header;
import dev.trestle.platform.schema.Schema;
import dev.trestle.platform.schema.SchemaReader;
import dev.trestle.platform.schema.SchemaReader.Use;
import dev.trestle.platform.schema.Unlogged;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes what the server calls of what systems declare: parameters, checks and statuses follow from the request's record. */
final class DeclaredOperations {
    static final String BODY = "body";

    private final Shape shape;
    private final SchemaReader requests;

    DeclaredOperations(Shape shape, Api.About about) {
        this.shape = shape;
        this.requests = new SchemaReader(about.ignoresUnknown() ? Use.LENIENT_REQUEST : Use.REQUEST);
    }

    Operation operation(Declaration declared) {
        List<String> path = Contract.segments(declared.path());
        Body body = declared.body();
        return new Operation(new Operation.Parts(
                declared.id(),
                declared.method(),
                path,
                secrets(declared, path),
                parameters(declared, path),
                declared.right() != null,
                bodies(declared),
                body != null && body.required(),
                responses(declared),
                body == null ? -1 : body.bytesMax()));
    }

    /** Where secrets stand in a path, counted from its end: a base path may stand before it. */
    private static List<Integer> secrets(Declaration declared, List<String> path) {
        List<Integer> found = new ArrayList<>();
        for (RecordComponent part : declared.request().getRecordComponents()) {
            int at = path.indexOf("{" + SchemaReader.nameOf(part) + "}");
            if (part.isAnnotationPresent(Unlogged.class)) {
                if (at < 0) {
                    throw new ContractException(
                            declared.id() + ": " + part.getName() + " is kept out of the log and no part of the path.");
                }
                found.add(path.size() - at);
            }
        }
        return found;
    }

    private List<Parameter> parameters(Declaration declared, List<String> path) {
        List<Parameter> parameters = new ArrayList<>();
        for (RecordComponent part : declared.request().getRecordComponents()) {
            if (!part.getName().equals(BODY)) {
                parameters.add(new Parameter(field(requests, part), placeOf(part, path)));
            }
        }
        return parameters;
    }

    /** A parameter, under the name of its header if it stands in one. */
    static Fields.Field field(SchemaReader reader, RecordComponent part) {
        Fields.Field field = reader.field(part);
        Header header = part.getAnnotation(Header.class);
        return header == null
                ? field
                : new Fields.Field(
                        header.value(),
                        field.aliases(),
                        field.schema(),
                        field.required(),
                        field.nullable(),
                        field.otherwise(),
                        field.about());
    }

    static Place placeOf(RecordComponent part, List<String> path) {
        if (part.getAnnotation(Header.class) != null) {
            return Place.HEADER;
        }
        String name = SchemaReader.nameOf(part);
        boolean inPath = path.stream()
                .anyMatch(segment ->
                        segment.startsWith("{") && Routes.nameOf(segment).equals(name));
        return inPath ? Place.PATH : Place.QUERY;
    }

    private Map<String, @Nullable ValueCheck> bodies(Declaration declared) {
        Map<String, @Nullable ValueCheck> bodies = new LinkedHashMap<>();
        Body body = declared.body();
        if (body != null) {
            Schema schema = bodySchema(requests, declared);
            body.types().forEach(type -> bodies.put(type, Operation.isJson(type) ? ValueCheck.of(schema) : null));
        }
        return bodies;
    }

    static Schema bodySchema(SchemaReader reader, Declaration declared) {
        for (RecordComponent part : declared.request().getRecordComponents()) {
            if (part.getName().equals(BODY)) {
                return reader.field(part).schema();
            }
        }
        throw new ContractException(declared.id() + " has no body.");
    }

    private Map<Integer, Map<String, @Nullable ValueCheck>> responses(Declaration declared) {
        Map<Integer, Map<String, @Nullable ValueCheck>> responses = new LinkedHashMap<>();
        for (Answer answer : declared.answers()) {
            Map<String, @Nullable ValueCheck> content =
                    responses.computeIfAbsent(answer.status(), s -> new LinkedHashMap<>());
            if (answer.form() == Form.BYTES) {
                answer.mediaTypes().forEach(type -> content.put(type, null));
            } else if (answer.form() != Form.NOTHING) {
                content.put("application/json", null);
            }
        }
        Statuses.of(declared).forEach(status -> responses.putIfAbsent(status, failure(status)));
        return responses;
    }

    private Map<String, @Nullable ValueCheck> failure(int status) {
        Map<String, @Nullable ValueCheck> content = new LinkedHashMap<>();
        if (status >= 400) {
            content.put(shape.failureType(), null);
        }
        return content;
    }
}
