package dev.trestle.platform.http.contract;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Problem.Violation;
import dev.trestle.platform.api.Texts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One operation of a contract. */
public final class Operation {
    private static final int REDIRECT = 307;

    /** The parameter that says where a page begins. */
    public static final String CURSOR = "cursor";

    private static final String JSON = "application/json";
    private static final String JSON_SUFFIX = "+json";
    private static final String BODY_LIMIT = "x-body-bytes-max";
    private static final String ANYTHING = "*/*";
    private static final String LIMIT = "limit";
    private static final String HIDDEN = "***";

    private final String id;
    private final String method;
    private final List<String> path;
    private final List<Integer> secrets;
    private final List<Parameter> parameters;
    private final Map<String, @Nullable ValueCheck> bodies;
    private final boolean bodyRequired;
    private final boolean secured;
    private final Map<Integer, Map<String, @Nullable ValueCheck>> responses;
    private final int success;
    private final long bodyBytesMax;

    /**
     * What an operation is made of, wherever it was read from.
     *
     * @param secrets the parts of the path, counted from its end, whose values no log shows
     * @param bodies the media types that it takes, each with the check of its values, null for none
     * @param responses by status, each with its media types
     * @param bodyBytesMax -1 for the server's limit
     */
    record Parts(
            String id,
            String method,
            List<String> path,
            List<Integer> secrets,
            List<Parameter> parameters,
            boolean secured,
            Map<String, @Nullable ValueCheck> bodies,
            boolean bodyRequired,
            Map<Integer, Map<String, @Nullable ValueCheck>> responses,
            long bodyBytesMax) {}

    Operation(Parts parts) {
        this.id = parts.id();
        this.method = parts.method();
        this.path = List.copyOf(parts.path());
        this.secrets = List.copyOf(parts.secrets());
        this.parameters = List.copyOf(parts.parameters());
        this.secured = parts.secured();
        this.bodies = parts.bodies();
        this.bodyRequired = parts.bodyRequired();
        this.responses = parts.responses();
        this.success = responses.keySet().stream()
                .filter(status -> status >= 200 && status < 300 || status == REDIRECT)
                .findFirst()
                .orElseThrow(() -> new ContractException(id + " names no response for success."));
        this.bodyBytesMax = parts.bodyBytesMax();
    }

    /** An operation of a document. */
    static Operation of(
            String method, List<String> path, List<Parameter> parameters, Node node, boolean secured, Schemas schemas) {
        Node body = node.get("requestBody");
        Map<Integer, Map<String, @Nullable ValueCheck>> responses = new LinkedHashMap<>();
        node.get("responses").members().forEach(response -> {
            if (response.getKey().matches("[1-5][0-9][0-9]")) {
                responses.put(Integer.valueOf(response.getKey()), content(response.getValue(), schemas));
            }
        });
        return new Operation(new Parts(
                node.text("operationId"),
                method,
                path,
                List.of(),
                parameters,
                secured,
                content(body, schemas),
                body.flag("required", false),
                responses,
                node.value().get(BODY_LIMIT) instanceof Number limit ? limit.longValue() : -1));
    }

    private static Map<String, @Nullable ValueCheck> content(Node node, Schemas schemas) {
        Map<String, @Nullable ValueCheck> content = new LinkedHashMap<>();
        node.get("content")
                .members()
                .forEach(type -> content.put(
                        essence(type.getKey()),
                        isJson(type.getKey()) && type.getValue().has("schema")
                                ? schemas.check(type.getValue().get("schema"))
                                : null));
        return content;
    }

    public String id() {
        return id;
    }

    public String method() {
        return method;
    }

    List<String> path() {
        return path;
    }

    /** The path of a request for this operation as a log may have it: without the values that are secret. */
    public String shown(String requested) {
        if (secrets.isEmpty()) {
            return requested;
        }
        String[] parts = requested.split("/", -1);
        secrets.stream()
                .filter(fromEnd -> fromEnd <= parts.length)
                .forEach(fromEnd -> parts[parts.length - fromEnd] = HIDDEN);
        return String.join("/", parts);
    }

    /** Whether somebody has to be signed in. */
    public boolean isSecured() {
        return secured;
    }

    /** The status of an answer whose handler names none. */
    public int success() {
        return success;
    }

    /** How long a body may be, {@code otherwise} if the contract does not say. */
    public long bodyBytesMax(long otherwise) {
        return bodyBytesMax < 0 ? otherwise : bodyBytesMax;
    }

    public boolean hasBody() {
        return !bodies.isEmpty();
    }

    public boolean takesHeader(String name) {
        return parameters.stream()
                .anyMatch(parameter -> parameter.place() == Parameter.Place.HEADER
                        && parameter.name().equalsIgnoreCase(name));
    }

    /** Whether it gives a list page by page. */
    public boolean takesCursor() {
        return parameters.stream()
                .anyMatch(parameter -> parameter.place() == Parameter.Place.QUERY
                        && parameter.name().equals(CURSOR));
    }

    /** What makes one of its lists another: all that stands in the address, but for where a page begins and how long it is. */
    public List<String> list(Map<String, Object> values) {
        List<String> list = new ArrayList<>();
        parameters.stream()
                .filter(parameter -> parameter.place() != Parameter.Place.HEADER)
                .map(Parameter::name)
                .filter(name -> !name.equals(CURSOR) && !name.equals(LIMIT))
                .sorted()
                .forEach(name -> list.addAll(List.of(name, String.valueOf(values.get(name)))));
        return list;
    }

    /** The names of all parameters, and which of them always have a value. */
    public Map<String, Boolean> parameters() {
        Map<String, Boolean> names = new LinkedHashMap<>();
        parameters.forEach(parameter -> names.put(parameter.name(), parameter.isAlwaysThere()));
        return names;
    }

    /**
     * The parameters' values.
     *
     * @param violations gets what is wrong with them
     */
    public Map<String, Object> read(
            Map<String, String> pathValues,
            Map<String, List<String>> query,
            Function<String, List<String>> headers,
            List<Violation> violations) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Parameter parameter : parameters) {
            List<String> texts = switch (parameter.place()) {
                case PATH -> List.of(pathValues.getOrDefault(parameter.name(), ""));
                case QUERY -> parameter.in(query);
                case HEADER -> headers.apply(parameter.name());
            };
            Object value = parameter.read(texts, violations);
            if (value != null) {
                values.put(parameter.name(), value);
            }
        }
        return values;
    }

    /** Refuses a body of a type that the contract does not have. Null where there is neither a body nor a need for one. */
    public @Nullable String bodyType(@Nullable String contentType, boolean isEmpty) {
        if (bodies.isEmpty() || isEmpty && contentType == null) {
            if (bodyRequired) {
                throw ApiException.invalid("body", "is missing");
            }
            return null;
        }
        String type = contentType == null ? "" : essence(contentType);
        if (!bodies.containsKey(type) && !takesAnything()) {
            throw ApiException.of(
                    Kind.UNSUPPORTED_MEDIA_TYPE, "Send the body as " + String.join(" or ", bodies.keySet()) + ".");
        }
        return type;
    }

    /** Whether its body may be of any type; then it is not looked into. */
    public boolean takesAnything() {
        return bodies.containsKey(ANYTHING);
    }

    /** A JSON body, checked. */
    public @Nullable Object parse(String type, byte[] bytes, List<Violation> violations) {
        if (bytes.length == 0) {
            if (bodyRequired) {
                violations.add(new Violation("body", "is missing"));
            }
            return null;
        }
        Object value;
        try {
            value = Json.parse(bytes);
        } catch (IOException e) {
            throw ApiException.invalid("body", "is no valid JSON");
        }
        int before = violations.size();
        Texts.check(value, "", violations);
        ValueCheck check = bodies.get(type);
        if (check != null && violations.size() == before) {
            violations.addAll(check.violations(value, ""));
        }
        return value;
    }

    /** What is wrong with an answer, for tests; also a status that the contract does not name. */
    public List<Violation> answerViolations(int status, @Nullable String contentType, byte[] bytes) {
        Map<String, @Nullable ValueCheck> content = responses.get(status);
        if (content == null) {
            return List.of(new Violation("status", id + " has no response " + status + " in the contract"));
        }
        if (bytes.length == 0 && content.isEmpty()) {
            return List.of();
        }
        String type = contentType == null ? "" : essence(contentType);
        if (!content.containsKey(type)) {
            return List.of(new Violation("content-type", id + " " + status + " has no content " + type));
        }
        ValueCheck check = content.get(type);
        try {
            return check == null ? List.of() : check.violations(Json.parse(bytes), "");
        } catch (IOException e) {
            return List.of(new Violation("body", "is no valid JSON"));
        }
    }

    public static boolean isJson(String type) {
        String essence = essence(type);
        return essence.equals(JSON) || essence.endsWith(JSON_SUFFIX);
    }

    /** A media type without its parameters. */
    private static String essence(String type) {
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    /** Names for the parts of a path, from what stood in their places. */
    Map<String, String> named(List<String> segments) {
        Map<String, String> values = new LinkedHashMap<>();
        int at = 0;
        for (String part : path) {
            int taken = Routes.isWide(part) ? segments.size() - path.size() + 1 : 1;
            if (part.startsWith("{")) {
                values.put(Routes.nameOf(part), String.join("/", segments.subList(at, at + taken)));
            }
            at += taken;
        }
        return values;
    }
}
