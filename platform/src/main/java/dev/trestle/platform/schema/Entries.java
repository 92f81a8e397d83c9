package dev.trestle.platform.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An object whose names are data: a map. */
public record Entries(Schema values, int max) implements Schema {
    @Override
    public void check(Object value, String place, Violations found) {
        if (!(value instanceof Map<?, ?> map)) {
            found.add(place, "must be an object");
            return;
        }
        if (map.size() > max) {
            found.add(place, "must have at most " + max + " entries");
            return;
        }
        map.forEach((name, each) -> checkEntry(place + "/" + name, each, found));
    }

    private void checkEntry(String place, @Nullable Object value, Violations found) {
        if (value == null) {
            found.add(place, "must not be null");
        } else {
            values.check(value, place, found);
        }
    }

    @Override
    public Map<String, Object> describe(Definitions definitions) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        Map<String, Object> each = values.describe(definitions);
        if (!each.isEmpty()) {
            schema.put("additionalProperties", each);
        }
        return schema;
    }
}
