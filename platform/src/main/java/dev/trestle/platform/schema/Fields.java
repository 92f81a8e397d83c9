package dev.trestle.platform.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An object with known members: a record. Equal only to itself. */
public final class Fields implements Schema {
    private final String name;
    private final boolean open;
    private final @Nullable String about;
    private final List<Field> fields = new ArrayList<>();
    private final Set<String> known = new LinkedHashSet<>();

    /**
     * A member.
     *
     * @param aliases other names, of which at most one may be there
     * @param required whether it has to be there; never if it has a default
     * @param nullable whether it may be null
     * @param otherwise its value when it is not there; null for none
     */
    public record Field(
            String name,
            List<String> aliases,
            Schema schema,
            boolean required,
            boolean nullable,
            @Nullable Object otherwise,
            @Nullable String about) {}

    /** {@code open}: members that are not known are ignored, not refused. */
    Fields(String name, boolean open, @Nullable String about) {
        this.name = name;
        this.open = open;
        this.about = about;
    }

    void add(Field field) {
        fields.add(field);
        known.add(field.name());
        known.addAll(field.aliases());
    }

    public String name() {
        return name;
    }

    public List<Field> fields() {
        return List.copyOf(fields);
    }

    @Override
    public void check(Object value, String place, Violations found) {
        if (!(value instanceof Map<?, ?> map)) {
            found.add(place.isEmpty() ? "body" : place, "must be an object");
            return;
        }
        for (Field field : fields) {
            check(field, map, place, found);
        }
        if (!open) {
            for (Object each : map.keySet()) {
                if (!known.contains(String.valueOf(each))) {
                    found.add(below(place, String.valueOf(each)), "is not known here");
                }
            }
        }
    }

    private static void check(Field field, Map<?, ?> map, String place, Violations found) {
        String sent = null;
        for (String each : names(field)) {
            if (map.containsKey(each)) {
                if (sent != null) {
                    found.add(below(place, each), "is the same as " + sent + ": send one of them");
                    return;
                }
                sent = each;
            }
        }
        if (sent == null) {
            if (field.required()) {
                found.add(below(place, field.name()), "is missing");
            }
            return;
        }
        Object value = map.get(sent);
        if (value != null) {
            field.schema().check(value, below(place, sent), found);
        } else if (!field.nullable()) {
            found.add(below(place, sent), "must not be null");
        }
    }

    private static List<String> names(Field field) {
        if (field.aliases().isEmpty()) {
            return List.of(field.name());
        }
        List<String> names = new ArrayList<>(List.of(field.name()));
        names.addAll(field.aliases());
        return names;
    }

    private static String below(String place, String name) {
        return place.isEmpty() ? name : place + "/" + name;
    }

    @Override
    public Map<String, Object> describe(Definitions definitions) {
        return definitions.reference(this);
    }

    Map<String, Object> describeHere(Definitions definitions) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        if (about != null) {
            schema.put("description", about);
        }
        if (!open) {
            schema.put("additionalProperties", false);
        }
        List<String> required =
                fields.stream().filter(Field::required).map(Field::name).toList();
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        Map<String, Object> properties = new LinkedHashMap<>();
        for (Field field : fields) {
            names(field).forEach(each -> properties.put(each, describe(field, definitions)));
        }
        schema.put("properties", properties);
        return schema;
    }

    private static Map<String, Object> describe(Field field, Definitions definitions) {
        Map<String, Object> schema = field.schema().describe(definitions);
        if (field.nullable()) {
            schema = orNull(schema);
        }
        if (field.otherwise() != null) {
            schema.put("default", field.otherwise());
        }
        if (field.about() != null) {
            schema.put("description", field.about());
        }
        return schema;
    }

    private static Map<String, Object> orNull(Map<String, Object> schema) {
        Object type = schema.get("type");
        Map<String, Object> either = new LinkedHashMap<>(schema);
        if (schema.isEmpty()) {
            return either;
        }
        if (type == null) {
            either.clear();
            either.put("anyOf", List.of(schema, Map.of("type", "null")));
            return either;
        }
        either.put("type", List.of(type, "null"));
        if (schema.get("enum") instanceof List<?> values) {
            List<@Nullable Object> more = new ArrayList<>(values);
            more.add(null);
            either.put("enum", more);
        }
        return either;
    }
}
