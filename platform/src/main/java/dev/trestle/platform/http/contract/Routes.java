package dev.trestle.platform.http.contract;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which operation a path is for: a tree of segments, in which a name goes before a parameter. */
final class Routes {
    private final Map<String, Routes> names = new HashMap<>();
    private @Nullable Routes parameter;
    private final Map<String, Operation> operations = new TreeMap<>();

    void add(Operation operation) {
        Routes place = this;
        for (String segment : operation.path()) {
            place = segment.startsWith("{")
                    ? place.parameter()
                    : place.names.computeIfAbsent(segment, n -> new Routes());
        }
        if (place.operations.putIfAbsent(operation.method(), operation) != null) {
            throw new ContractException("Two operations have the method and path of " + operation.id() + ".");
        }
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
        return any == null || segments.get(depth).isEmpty() ? Map.of() : any.find(segments, depth + 1);
    }
}
