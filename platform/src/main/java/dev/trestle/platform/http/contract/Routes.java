package dev.trestle.platform.http.contract;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which operation a path is for: a tree of segments, in which a name goes before a parameter, and a parameter of one segment before one
 * of several.
 */
final class Routes {
    private final Map<String, Routes> names = new HashMap<>();
    private @Nullable Routes parameter;
    private @Nullable Routes wide;
    private final Map<String, Operation> operations = new TreeMap<>();

    void add(Operation operation) {
        Routes place = this;
        for (String segment : operation.path()) {
            if (isWide(segment)) {
                place = place.wide();
            } else {
                place = segment.startsWith("{")
                        ? place.parameter()
                        : place.names.computeIfAbsent(segment, n -> new Routes());
            }
        }
        if (place.operations.putIfAbsent(operation.method(), operation) != null) {
            throw new ContractException("Two operations have the method and path of " + operation.id() + ".");
        }
    }

    /** Whether a part of a template takes several segments. */
    static boolean isWide(String part) {
        return part.startsWith("{") && part.endsWith("*}");
    }

    /** The name of a parameter that is a part of a template. */
    static String nameOf(String part) {
        return part.substring(1, part.length() - (isWide(part) ? 2 : 1));
    }

    private Routes wide() {
        Routes below = wide;
        if (below == null) {
            below = new Routes();
            wide = below;
        }
        return below;
    }

    private Routes parameter() {
        Routes below = parameter;
        if (below == null) {
            below = new Routes();
            parameter = below;
        }
        return below;
    }

    /** The operations at a path, by method; empty if there are none. */
    Map<String, Operation> find(List<String> segments) {
        return find(segments, 0);
    }

    private Map<String, Operation> find(List<String> segments, int depth) {
        if (depth == segments.size()) {
            return operations;
        }
        Routes named = names.get(segments.get(depth));
        if (named != null) {
            Map<String, Operation> found = named.find(segments, depth + 1);
            if (!found.isEmpty()) {
                return found;
            }
        }
        Routes any = parameter;
        if (any != null && !segments.get(depth).isEmpty()) {
            Map<String, Operation> found = any.find(segments, depth + 1);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return findWide(segments, depth);
    }

    /** The fewest segments first, so that a name behind the parameter counts as a name. */
    private Map<String, Operation> findWide(List<String> segments, int depth) {
        Routes several = wide;
        for (int end = depth + 1; several != null && end <= segments.size(); end++) {
            Map<String, Operation> found = several.find(segments, end);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return Map.of();
    }
}
