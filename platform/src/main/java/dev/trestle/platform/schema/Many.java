package dev.trestle.platform.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A list. */
public record Many(Schema items, int min, int max) implements Schema {
    @Override
    public void check(Object value, String place, Violations found) {
        if (!(value instanceof List<?> list)) {
            found.add(place, "must be a list");
            return;
        }
        if (list.size() < min) {
            found.add(place, "must have at least " + min + (min == 1 ? " element" : " elements"));
        } else if (list.size() > max) {
            found.add(place, "must have at most " + max + " elements");
            return;
        }
        int index = 0;
        for (@Nullable Object each : list) {
            String at = place + "/" + index++;
            if (each == null) {
                found.add(at, "must not be null");
            } else {
                items.check(each, at, found);
            }
        }
    }

    @Override
    public Map<String, Object> describe(Definitions definitions) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "array");
        if (min > 0) {
            schema.put("minItems", min);
        }
        if (max < Integer.MAX_VALUE) {
            schema.put("maxItems", max);
        }
        schema.put("items", items.describe(definitions));
        return schema;
    }
}
