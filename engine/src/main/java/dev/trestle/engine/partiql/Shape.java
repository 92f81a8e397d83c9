package dev.trestle.engine.partiql;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a SELECT makes of the attributes that were read for it: each path's value under the name of its last field, {@code b} for
 * {@code a.b} and {@code b[0]} for {@code a.b[0]}.
 */
final class Shape {
    private final Map<String, Expr.Path> byLabel = new LinkedHashMap<>();
    private final boolean whole;

    Shape(@Nullable List<Expr.Path> paths) {
        this.whole = paths == null || paths.stream().allMatch(Expr.Path::isTopLevel);
        if (paths != null) {
            for (Expr.Path path : paths) {
                String label = label(path);
                if (byLabel.put(label, path) != null) {
                    throw EngineException.validation("Duplicate identifiers in select clause: " + label);
                }
            }
        }
    }

    private static String label(Expr.Path path) {
        StringBuilder indexes = new StringBuilder();
        for (int i = path.steps().size() - 1; i > 0; i--) {
            if (path.steps().get(i) instanceof Expr.Field field) {
                return field.name() + indexes;
            }
            indexes.insert(0, "[" + ((Expr.Element) path.steps().get(i)).index() + "]");
        }
        return path.attribute() + indexes;
    }

    StoredItem apply(StoredItem item) {
        if (whole) {
            return item;
        }
        Map<String, Value> values = new LinkedHashMap<>();
        byLabel.forEach((label, path) -> {
            Value value = path.find(item.attribute(path.attribute()));
            if (value != null) {
                values.put(label, value);
            }
        });
        return StoredItem.of(values);
    }
}
