package dev.trestle.engine.table;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the key attributes of a request, and of an item for its indexes, must be like. */
public final class KeyRules {
    public static final int PARTITION_BYTES_MAX = 2048;
    public static final int SORT_BYTES_MAX = 1024;

    public static final String NO_MATCH = "The provided key element does not match the schema";

    private static final String INVALID = "One or more parameter values were invalid: ";
    private static final String NOT_VALID = "One or more parameter values are not valid. ";

    private KeyRules() {}

    /** A Key parameter: exactly the key attributes, of the right types, and neither empty nor too long. */
    public static void checkKey(TableDef table, Map<String, Value> key) {
        String misfit = keyMisfit(table, key);
        if (misfit != null) {
            throw EngineException.validation(misfit);
        }
        checkContents(table.key(), key);
    }

    /** What is wrong with the attributes and types of a Key parameter, or null. */
    public static @Nullable String keyMisfit(TableDef table, Map<String, Value> key) {
        List<KeyAttribute> parts = table.key().all();
        boolean fits = key.size() == parts.size();
        for (KeyAttribute part : parts) {
            Value value = key.get(part.name());
            fits = fits && value != null && value.type() == part.type();
        }
        return fits ? null : NO_MATCH;
    }

    /** The key attributes inside an item that is to be stored. */
    public static void checkItem(TableDef table, Map<String, Value> item) {
        String misfit = itemMisfit(table, item);
        if (misfit != null) {
            throw EngineException.validation(misfit);
        }
        checkContents(table.key(), item);
    }

    /** What is wrong with the key attributes and their types inside an item, or null. */
    public static @Nullable String itemMisfit(TableDef table, Map<String, Value> item) {
        for (KeyAttribute part : table.key().all()) {
            Value value = item.get(part.name());
            if (value == null) {
                return INVALID + "Missing the key " + part.name() + " in the item";
            }
            if (value.type() != part.type()) {
                return INVALID + "Type mismatch for key " + part.name() + " expected: " + part.type() + " actual: "
                        + value.type();
            }
        }
        return null;
    }

    /** The index keys of an item that an update made, with the complaints that the service has for updates. */
    public static void checkUpdatedIndexKeys(TableDef table, Map<String, Value> item) {
        for (IndexDef index : table.indexes()) {
            for (KeyAttribute part : index.key().all()) {
                Value value = item.get(part.name());
                if (value != null && value.type() != part.type()) {
                    throw EngineException.validation(
                            "The update expression attempted to update the secondary index key to unsupported type");
                }
                if (value != null && isEmpty(value)) {
                    throw EngineException.validation(NOT_VALID
                            + "The update expression attempted to update a secondary index key to a value that is not"
                            + " supported. The AttributeValue for a key attribute cannot contain an empty "
                            + (value.type() == Value.Type.S ? "string" : "binary") + " value.");
                }
            }
            if (bytes(index.key().partition(), item) > PARTITION_BYTES_MAX
                    || bytes(index.key().sort(), item) > SORT_BYTES_MAX) {
                throw EngineException.validation(
                        "The update expression attempted to update the secondary index key beyond allowed size limits");
            }
        }
    }

    /** What is wrong with the types of an item's index keys, or null. */
    public static @Nullable String indexMisfit(TableDef table, Map<String, Value> item) {
        for (IndexDef index : table.indexes()) {
            for (KeyAttribute part : index.key().all()) {
                Value value = item.get(part.name());
                if (value != null && value.type() != part.type()) {
                    return INVALID + "Type mismatch for Index Key " + part.name() + " Expected: " + part.type()
                            + " Actual: " + value.type() + " IndexName: " + index.name();
                }
            }
        }
        return null;
    }

    /** Those attributes of an item that are keys of an index: absent, or good enough to be one. */
    public static void checkIndexKeys(TableDef table, Map<String, Value> item) {
        String misfit = indexMisfit(table, item);
        if (misfit != null) {
            throw EngineException.validation(misfit);
        }
        for (IndexDef index : table.indexes()) {
            for (KeyAttribute part : index.key().all()) {
                Value value = item.get(part.name());
                if (value != null) {
                    checkIndexKey(index, part, value);
                }
            }
            checkAggregate("HASH", index, index.key().partition(), item, PARTITION_BYTES_MAX);
            checkAggregate("RANGE", index, index.key().sort(), item, SORT_BYTES_MAX);
            checkSizes(index.key(), item);
        }
    }

    private static void checkIndexKey(IndexDef index, KeyAttribute part, Value value) {
        if (isEmpty(value)) {
            throw EngineException.validation(NOT_VALID
                    + "A value specified for a secondary index key is not supported. The AttributeValue for a key attribute"
                    + " cannot contain an empty " + (value.type() == Value.Type.S ? "string" : "binary")
                    + " value. IndexName: " + index.name() + ", IndexKey: " + part.name());
        }
    }

    private static void checkContents(KeyDef key, Map<String, Value> attributes) {
        for (KeyAttribute part : key.all()) {
            String complaint = emptiness(part, attributes);
            if (complaint != null) {
                throw EngineException.validation(complaint);
            }
        }
        checkSizes(key, attributes);
    }

    /** The complaint about a key attribute that is empty, or null. */
    public static @Nullable String emptiness(KeyAttribute part, Map<String, Value> attributes) {
        Value value = attributes.get(part.name());
        if (value == null || !isEmpty(value)) {
            return null;
        }
        return NOT_VALID + "The AttributeValue for a key attribute cannot contain an empty "
                + (value.type() == Value.Type.S ? "string" : "binary") + " value. Key: " + part.name();
    }

    private static void checkSizes(KeyDef key, Map<String, Value> attributes) {
        if (bytes(key.partition(), attributes) > PARTITION_BYTES_MAX) {
            throw EngineException.validation(INVALID + "Size of hashkey has exceeded the maximum size limit of"
                    + PARTITION_BYTES_MAX + " bytes");
        }
        if (bytes(key.sort(), attributes) > SORT_BYTES_MAX) {
            throw EngineException.validation(INVALID
                    + "Aggregated size of all range keys has exceeded the size limit of " + SORT_BYTES_MAX + " bytes");
        }
    }

    /** Several attributes share the limit of one, whether or not the item has all that the index asks for. */
    private static void checkAggregate(
            String keyType, IndexDef index, List<KeyAttribute> parts, Map<String, Value> item, int maxBytes) {
        int bytes = parts.size() > 1 ? bytes(parts, item) : 0;
        if (bytes > maxBytes) {
            throw EngineException.validation("Aggregate size for " + keyType + " key attributes "
                    + parts.stream().map(KeyAttribute::name).collect(Collectors.joining(", ")) + " of index "
                    + index.name() + " has exceeded limit " + maxBytes + " bytes, with actual size " + bytes
                    + " bytes");
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
