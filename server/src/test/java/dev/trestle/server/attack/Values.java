package dev.trestle.server.attack;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What goes into requests: by the name of a parameter or field, or by operation and name, as in {@code createUser.email}. */
record Values(Map<String, Object> all) {
    Values {
        all = Map.copyOf(all);
    }

    static Values of(Map<String, ?> all) {
        return new Values(new LinkedHashMap<>(all));
    }

    Values with(Map<String, ?> more) {
        Map<String, Object> merged = new LinkedHashMap<>(all);
        merged.putAll(more);
        return new Values(merged);
    }

    @Nullable
    Object of(String operation, String name) {
        Object own = given(operation, name);
        return own == null ? all.get(name) : own;
    }

    /** What is meant for this operation alone. */
    @Nullable
    Object given(String operation, String name) {
        return all.get(operation + "." + name);
    }
}
