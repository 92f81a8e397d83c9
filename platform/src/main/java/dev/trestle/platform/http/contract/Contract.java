package dev.trestle.platform.http.contract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Json;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** An OpenAPI 3.1 document: its operations, by id and by path. */
public final class Contract {
    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch", "head");
    private static final int CODE_POINTS_MAX = 16 * 1024 * 1024;

    private final Supplier<Map<String, Object>> document;
    private final String basePath;
    private final Map<String, Operation> operations = new LinkedHashMap<>();
    private final Routes routes = new Routes();

    private Contract(Map<String, Object> document) {
        this.document = () -> document;
        Node root = Node.root(document);
        if (!root.text("openapi").startsWith("3.1")) {
            throw new ContractException("The contract must be of OpenAPI 3.1.");
        }
        List<Node> servers = root.list("servers");
        this.basePath = servers.isEmpty() ? "" : basePath(servers.get(0).text("url"));
        Schemas schemas = new Schemas(document);
        // Whatever a contract forgets to say about security, it does not open a door.
        boolean securedByDefault = !root.has("security") || isSecured(root);
        root.get("paths").members().forEach(path -> addPath(path.getKey(), path.getValue(), schemas, securedByDefault));
    }

    private Contract(Api api, Api.About about) {
        this.basePath = about.basePath();
        DeclaredOperations declared = new DeclaredOperations(api.shape(), about);
        api.declarations().forEach(each -> add(declared.operation(each)));
        this.document = new Once(() -> new DeclaredDocument(api, about).write());
    }

    /** Writes the document when it is first read, and keeps it: anybody may read it, as often as they like. */
    private static final class Once implements Supplier<Map<String, Object>> {
        private final Supplier<Map<String, Object>> writer;
        private @Nullable Map<String, Object> written;

        Once(Supplier<Map<String, Object>> writer) {
            this.writer = writer;
        }

        @Override
        public synchronized Map<String, Object> get() {
            Map<String, Object> known = written;
            if (known == null) {
                known = writer.get();
                written = known;
            }
            return known;
        }
    }

    /** The contract of an API whose operations are declared. */
    public static Contract of(Api api) {
        Api.About about = api.about();
        if (about == null) {
            throw new ContractException(api.name() + " does not declare its operations.");
        }
        return new Contract(api, about);
    }

    /** Reads YAML, of which JSON is a part. */
    @SuppressWarnings("unchecked")
    public static Contract read(InputStream in) {
        try {
            Object loaded = new Load(LoadSettings.builder()
                            .setCodePointLimit(CODE_POINTS_MAX)
                            .setAllowDuplicateKeys(false)
                            .build())
                    .loadFromInputStream(in);
            if (!(loaded instanceof Map<?, ?> map)) {
                throw new ContractException("The contract must be an object.");
            }
            return new Contract((Map<String, Object>) map);
        } catch (YamlEngineException e) {
            throw new ContractException("The contract cannot be read: " + e.getMessage(), e);
        }
    }

    private static String basePath(String url) {
        String path = URI.create(url).getPath();
        return path == null || path.equals("/") ? "" : path.replaceFirst("/+$", "");
    }

    private void addPath(String template, Node path, Schemas schemas, boolean securedByDefault) {
        List<String> segments = segments(template);
        for (String method : path.value().keySet()) {
            if (METHODS.contains(method)) {
                Node node = path.get(method);
                Map<String, Parameter> parameters = new LinkedHashMap<>();
                addParameters(path, schemas, parameters);
                addParameters(node, schemas, parameters);
                boolean secured = node.has("security") ? isSecured(node) : securedByDefault;
                add(Operation.of(
                        method.toUpperCase(Locale.ROOT),
                        segments,
                        new ArrayList<>(parameters.values()),
                        node,
                        secured,
                        schemas));
            }
        }
    }

    private void add(Operation operation) {
        if (operations.putIfAbsent(operation.id(), operation) != null) {
            throw new ContractException("Two operations have the id " + operation.id() + ".");
        }
        routes.add(operation);
    }

    /** An empty list, and an empty requirement in it, let everybody in. */
    private static boolean isSecured(Node node) {
        return node.value().get("security") instanceof List<?> list
                && !list.isEmpty()
                && list.stream().noneMatch(requirement -> requirement instanceof Map<?, ?> map && map.isEmpty());
    }

    private static void addParameters(Node node, Schemas schemas, Map<String, Parameter> into) {
        for (Node each : node.list("parameters")) {
            Parameter parameter = Parameter.of(each, schemas);
            if (parameter != null) {
                into.put(each.text("in") + " " + parameter.name(), parameter);
            }
        }
    }

    static List<String> segments(String template) {
        List<String> segments = List.of(template.replaceFirst("^/", "").split("/", -1));
        for (String segment : segments) {
            if (segment.contains("{") && !segment.matches("\\{[^{}]+}")) {
                throw new ContractException("A parameter must be a whole part of a path: " + template);
            }
        }
        return template.equals("/") ? List.of() : segments;
    }

    /** The path under which all operations are, without a slash at its end. */
    public String basePath() {
        return basePath;
    }

    public Map<String, Operation> operations() {
        return Map.copyOf(operations);
    }

    public @Nullable Operation operation(String id) {
        return operations.get(id);
    }

    /** The document, as it is shown to people, with a server that is wherever it is read from. */
    public Map<String, Object> document() {
        Map<String, Object> shown = new LinkedHashMap<>(document.get());
        shown.put("servers", List.of(Map.of("url", basePath.isEmpty() ? "/" : basePath)));
        return shown;
    }

    /** The document as it is kept in a file: indented, and in an order that stays. */
    public String text() {
        try {
            return Json.mapper()
                            .writer()
                            .with(SerializationFeature.INDENT_OUTPUT, SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                            .writeValueAsString(document())
                    + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A document of maps and lists is JSON.", e);
        }
    }

    /** The operations at a path below the base path, by method; empty if there are none. */
    public Map<String, Operation> find(List<String> segments) {
        return routes.find(segments);
    }

    /** The values of a path's parameters. */
    public static Map<String, String> pathValues(Operation operation, List<String> segments) {
        return operation.named(segments);
    }
}
