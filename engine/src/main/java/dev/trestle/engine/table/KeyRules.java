package dev.trestle.engine.table;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Value;
import java.util.List;
import java.util.Map;

/** What the key attributes of a request, and of an item for its indexes, must be like. */
public final class KeyRules {
    public static final int PARTITION_BYTES_MAX = 2048;
    public static final int SORT_BYTES_MAX = 1024;

    private static final String INVALID = "One or more parameter values were invalid: ";
    private static final String NOT_VALID = "One or more parameter values are not valid. ";

    private KeyRules() {}

    /** A Key parameter: exactly the key attributes, of the right types. */
    public static void checkKey(TableDef table, Map<String, Value> key) {
        List<KeyAttribute> parts = table.key().all();
        boolean fits = key.size() == parts.size();
        for (KeyAttribute part : parts) {
            Value value = key.get(part.name());
            fits = fits && value != null && value.type() == part.type();
        }
        if (!fits) {
            throw EngineException.validation("The provided key element does not match the schema");
        }
        checkContents(table.key(), key);
    }

    /** The key attributes inside an item that is to be stored. */
    public static void checkItem(TableDef table, Map<String, Value> item) {
        for (KeyAttribute part : table.key().all()) {
            Value value = item.get(part.name());
            if (value == null) {
                throw EngineException.validation(INVALID + "Missing the key " + part.name() + " in the item");
            }
            if (value.type() != part.type()) {
                throw EngineException.validation(INVALID + "Type mismatch for key " + part.name() + " expected: "
                        + part.type() + " actual: " + value.type());
            }
        }
        checkContents(table.key(), item);
    }

    /** Those attributes of an item that are keys of an index: absent, or good enough to be one. */
    public static void checkIndexKeys(TableDef table, Map<String, Value> item) {
        for (IndexDef index : table.indexes()) {
            for (KeyAttribute part : index.key().all()) {
                Value value = item.get(part.name());
                if (value != null) {
                    checkIndexKey(index, part, value);
                }
            }
            checkSizes(index.key(), item);
        }
    }

    private static void checkIndexKey(IndexDef index, KeyAttribute part, Value value) {
        if (value.type() != part.type()) {
            throw EngineException.validation(INVALID + "Type mismatch for Index Key " + part.name() + " Expected: "
                    + part.type() + " Actual: " + value.type() + " IndexName: " + index.name());
        }
        if (isEmpty(value)) {
            throw EngineException.validation(NOT_VALID
                    + "A value specified for a secondary index key is not supported. The AttributeValue for a key attribute"
                    + " cannot contain an empty " + (value.type() == Value.Type.S ? "string" : "binary")
                    + " value. IndexName: " + index.name() + ", IndexKey: " + part.name());
        }
    }

    private static void checkContents(KeyDef key, Map<String, Value> attributes) {
        for (KeyAttribute part : key.all()) {
            Value value = attributes.get(part.name());
            if (value != null && isEmpty(value)) {
                throw EngineException.validation(NOT_VALID + "The AttributeValue for a key attribute cannot contain an empty "
                        + (value.type() == Value.Type.S ? "string" : "binary") + " value. Key: " + part.name());
            }
        }
        checkSizes(key, attributes);
    }

    private static void checkSizes(KeyDef key, Map<String, Value> attributes) {
        if (bytes(key.partition(), attributes) > PARTITION_BYTES_MAX) {
            throw EngineException.validation(
                    INVALID + "Size of hashkey has exceeded the maximum size limit of" + PARTITION_BYTES_MAX + " bytes");
        }
        if (bytes(key.sort(), attributes) > SORT_BYTES_MAX) {
            throw EngineException.validation(INVALID + "Aggregated size of all range keys has exceeded the size limit of "
                    + SORT_BYTES_MAX + " bytes");
        }
    }

    private static int bytes(List<KeyAttribute> parts, Map<String, Value> attributes) {
        int bytes = 0;
        for (KeyAttribute part : parts) {
            Value value = attributes.get(part.name());
            bytes += value == null ? 0 : Keys.size(value);
        }
        return bytes;
    }

    private static boolean isEmpty(Value value) {
        return value.type() != Value.Type.N && Keys.size(value) == 0;
    }
}
