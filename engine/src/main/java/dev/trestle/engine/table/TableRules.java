package dev.trestle.engine.table;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.IndexSpec;
import dev.trestle.engine.api.KeySchemaElement;
import dev.trestle.engine.api.ProjectionSpec;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a table's keys and indexes must be like, with the service's words for what is wrong. Turns specifications into definitions. */
final class TableRules {
    private static final String INVALID = "One or more parameter values were invalid: ";
    private static final int GLOBAL_MAX = 20;
    private static final int LOCAL_MAX = 5;
    private static final int INCLUDED_MAX = 100;
    private static final int KEY_ATTRIBUTES_MAX = 4;

    private final Map<String, Value.Type> types = new LinkedHashMap<>();
    private final Set<String> used = new LinkedHashSet<>();

    TableRules(List<AttributeDefinition> definitions) {
        for (AttributeDefinition definition : definitions) {
            Value.Type type = Value.Type.valueOf(definition.attributeType());
            if (types.put(definition.attributeName(), type) != null) {
                throw EngineException.validation(
                        INVALID + "Duplicate AttributeName in AttributeDefinitions: " + definition.attributeName());
            }
        }
    }

    /** The key of a table or local index: one partition attribute, and perhaps one to sort by. */
    KeyDef key(List<KeySchemaElement> schema) {
        if (schema.isEmpty() || schema.size() > 2) {
            throw EngineException.validation(
                    schema.isEmpty()
                            ? "No defined key schema.  A key schema containing at least a hash key must be defined for all tables"
                            : "Key Schema too big.  Key Schema must at most consist of the hash and range key of a table");
        }
        checkFirst(schema);
        if (schema.size() == 2 && isHash(schema.get(1))) {
            throw EngineException.validation("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
        }
        return define(schema);
    }

    /** The key of a global index: up to four attributes that make the partition, then up to four to sort by. */
    private KeyDef globalKey(List<KeySchemaElement> schema) {
        checkFirst(schema);
        long hashes = schema.stream().filter(TableRules::isHash).count();
        if (schema.subList(0, (int) hashes).stream().anyMatch(element -> !isHash(element))) {
            throw EngineException.validation(
                    INVALID + "All HASH key attributes must precede RANGE key attributes in the KeySchema");
        }
        if (hashes > KEY_ATTRIBUTES_MAX || schema.size() - hashes > KEY_ATTRIBUTES_MAX) {
            throw EngineException.validation(INVALID + "The KeySchema exceeds the maximum allowed number of "
                    + (hashes > KEY_ATTRIBUTES_MAX ? "HASH" : "RANGE") + " key attributes");
        }
        return define(schema);
    }

    private static boolean isHash(KeySchemaElement element) {
        return "HASH".equals(element.keyType());
    }

    private static void checkFirst(List<KeySchemaElement> schema) {
        if (!isHash(schema.get(0))) {
            throw EngineException.validation("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
        }
    }

    /** Gives the attributes of a schema, whose order is right, their types. */
    private KeyDef define(List<KeySchemaElement> schema) {
        if (schema.size() > types.size()) {
            throw EngineException.validation("Invalid KeySchema: Some index key attribute have no definition");
        }
        List<String> names =
                schema.stream().map(KeySchemaElement::attributeName).toList();
        if (new HashSet<>(names).size() < names.size()) {
            throw EngineException.validation(
                    schema.size() == 2 && !isHash(schema.get(1))
                            ? "Both the Hash Key and the Range Key element in the KeySchema have the same name"
                            : "The KeySchema contains multiple key attributes with the same name");
        }
        List<String> undefined =
                names.stream().filter(name -> !types.containsKey(name)).toList();
        if (!undefined.isEmpty()) {
            throw EngineException.validation(INVALID
                    + "Some index key attributes are not defined in AttributeDefinitions. Keys: " + undefined
                    + ", AttributeDefinitions: " + types.keySet());
        }
        List<KeyAttribute> partition = new ArrayList<>();
        List<KeyAttribute> sort = new ArrayList<>();
        for (KeySchemaElement element : schema) {
            used.add(element.attributeName());
            (isHash(element) ? partition : sort)
                    .add(new KeyAttribute(
                            element.attributeName(), Objects.requireNonNull(types.get(element.attributeName()))));
        }
        return new KeyDef(List.copyOf(partition), List.copyOf(sort));
    }

    /** A local index as specified; its id is given by the caller. */
    IndexDef local(IndexSpec spec, KeyDef tableKey, int id) {
        String name = indexName(spec);
        if (tableKey.sort().isEmpty()) {
            throw EngineException.validation(
                    INVALID
                            + "Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex");
        }
        KeyDef key = key(schema(spec, name));
        if (key.sort().isEmpty()) {
            throw EngineException.validation(INVALID + "Index KeySchema does not have a range key for index: " + name);
        }
        if (!key.partition().equals(tableKey.partition())) {
            throw EngineException.validation(INVALID
                    + "Index KeySchema does not have the same leading hash key as table KeySchema for index: " + name
                    + ". index hash key: " + key.partition().get(0).name() + ", table hash key: "
                    + tableKey.partition().get(0).name());
        }
        return new IndexDef(id, name, true, key, projection(spec), IndexDef.Status.ACTIVE, null, null);
    }

    IndexDef global(IndexSpec spec, int id, IndexDef.Status status) {
        String name = indexName(spec);
        return new IndexDef(
                id,
                name,
                false,
                globalKey(schema(spec, name)),
                projection(spec),
                status,
                spec.provisionedThroughput(),
                spec.onDemandThroughput());
    }

    /** Marks the keys of indexes that stay as they are. */
    void alreadyUsed(KeyDef key) {
        used.addAll(key.names());
    }

    void checkAllUsed(boolean hasIndexes) {
        if (used.containsAll(types.keySet())) {
            return;
        }
        throw EngineException.validation(
                hasIndexes
                        ? INVALID + "Some AttributeDefinitions are not used. AttributeDefinitions: " + types.keySet()
                                + ", keys used: " + used
                        : INVALID
                                + "Number of attributes in KeySchema does not exactly match number of attributes defined in"
                                + " AttributeDefinitions");
    }

    static void checkIndexes(List<IndexDef> indexes) {
        Set<String> names = new LinkedHashSet<>();
        int included = 0;
        for (IndexDef index : indexes) {
            if (!names.add(index.name())) {
                throw EngineException.validation(INVALID + "Duplicate index name: " + index.name());
            }
            List<String> attributes = index.projection().nonKeyAttributes();
            included += attributes == null ? 0 : attributes.size();
        }
        if (indexes.stream().filter(IndexDef::local).count() > LOCAL_MAX) {
            throw EngineException.validation(
                    INVALID + "Number of LocalSecondaryIndexes exceeds per-table limit of " + LOCAL_MAX);
        }
        if (indexes.stream().filter(index -> !index.local()).count() > GLOBAL_MAX) {
            throw EngineException.validation(
                    INVALID + "GlobalSecondaryIndex count exceeds the per-table limit of " + GLOBAL_MAX);
        }
        if (included > INCLUDED_MAX) {
            throw EngineException.validation(INVALID + "Number of attributes projected by all indexes, " + included
                    + ", exceeds the per-table limit of " + INCLUDED_MAX);
        }
    }

    private static String indexName(IndexSpec spec) {
        return TableNames.checked(Objects.requireNonNull(spec.indexName()));
    }

    private static List<KeySchemaElement> schema(IndexSpec spec, String name) {
        List<KeySchemaElement> schema = spec.keySchema();
        if (schema == null || schema.isEmpty()) {
            throw EngineException.validation(INVALID + "No defined key schema for index: " + name);
        }
        return schema;
    }

    private static ProjectionSpec projection(IndexSpec spec) {
        ProjectionSpec projection = spec.projection();
        String type = projection == null ? null : projection.projectionType();
        List<String> included = projection == null ? null : projection.nonKeyAttributes();
        if (type == null) {
            throw EngineException.validation(INVALID + "Unknown ProjectionType: null");
        }
        if (type.equals("INCLUDE")) {
            if (included == null || included.isEmpty()) {
                throw EngineException.validation(
                        INVALID + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
            }
            checkDistinct(included);
        } else if (included != null) {
            throw EngineException.validation(
                    INVALID + "ProjectionType is " + type + ", but NonKeyAttributes is specified");
        }
        return new ProjectionSpec(type, copyOrNull(included));
    }

    private static void checkDistinct(List<String> included) {
        Set<String> seen = new LinkedHashSet<>();
        for (String attribute : included) {
            if (!seen.add(attribute)) {
                throw EngineException.validation(INVALID + "Duplicate attribute in NonKeyAttributes: " + attribute);
            }
        }
    }

    private static @Nullable List<String> copyOrNull(@Nullable List<String> names) {
        return names == null ? null : List.copyOf(names);
    }
}
