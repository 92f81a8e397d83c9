package dev.trestle.platform.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The named schemas of one API document: each record once, under a name of its own. For one thread. */
public final class Definitions {
    private final Map<Fields, String> names = new LinkedHashMap<>();
    private final Map<String, Object> schemas = new TreeMap<>();

    /** A reference to a record's schema, which is described when it is first referred to. */
    Map<String, Object> reference(Fields fields) {
        String known = names.get(fields);
        if (known == null) {
            known = free(fields.name());
            names.put(fields, known);
            // Before it is described: a record may hold itself.
            schemas.put(known, Map.of());
            schemas.put(known, fields.describeHere(this));
        }
        Map<String, Object> reference = new LinkedHashMap<>();
        reference.put("$ref", "#/components/schemas/" + known);
        return reference;
    }

    /** Two records may have one simple name; a request and an answer of one record differ, too. */
    private String free(String wanted) {
        String name = wanted;
        for (int number = 2; schemas.containsKey(name); number++) {
            name = wanted + number;
        }
        return name;
    }

    /** Puts a schema that is no record's under a name. */
    public void add(String name, Map<String, Object> schema) {
        schemas.put(name, schema);
    }

    public Map<String, Object> all() {
        return schemas;
    }
}
