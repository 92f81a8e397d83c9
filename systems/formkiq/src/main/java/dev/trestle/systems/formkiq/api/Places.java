package dev.trestle.systems.formkiq.api;

import dev.trestle.platform.api.Declaration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Where the operations are, which policies speak of as methods and resources. Known once all are declared. */
public final class Places {
    private static final Pattern PARAMETER = Pattern.compile("\\{[^}/]*}");
    private static final Place NOWHERE = new Place("", "");

    private volatile Map<String, Place> byId = Map.of();
    private volatile Map<String, String> resources = Map.of();

    /** A method and the template of a path. */
    record Place(String method, String path) {}

    public void know(Collection<Declaration> declared) {
        byId = declared.stream()
                .collect(Collectors.toMap(Declaration::id, each -> new Place(each.method(), each.path())));
        // Operations that are not built can be named too: a policy may be older than they are.
        Map<String, String> known = new TreeMap<>();
        KnownOperations.paths().forEach(path -> known.put(shape(path), path));
        declared.forEach(each -> known.put(shape(each.path()), each.path()));
        resources = known;
    }

    Place of(String operationId) {
        return byId.getOrDefault(operationId, NOWHERE);
    }

    /** A template as it is declared, whatever its parameters are called; empty where no operation is. */
    public List<String> declared(String template) {
        String known = resources.get(shape(template));
        return known == null ? List.of() : List.of(known);
    }

    private static String shape(String template) {
        return PARAMETER.matcher(template).replaceAll("{}");
    }
}
