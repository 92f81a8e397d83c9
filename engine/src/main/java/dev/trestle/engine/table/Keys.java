package dev.trestle.engine.table;

import dev.trestle.engine.item.ByteWriter;
import dev.trestle.engine.item.KeyCodec;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.ItemSize;
import dev.trestle.engine.value.Utf8;
import dev.trestle.engine.value.Value;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The bytes under which items and index entries are stored:
 *
 * <pre>
 * item         = table id(4) · hash(4) · partition key · sort key
 * global entry = index id(4) · hash(4) · index partition key · index sort key · table partition key · table sort key
 * local entry  = index id(4) · hash(4) · partition key · index sort key · table sort key
 * </pre>
 *
 * The hash is the CRC-32C of the encoded partition key. It keeps partitions together and spreads them, so that a scan's segments are
 * even ranges of bytes, and its order is nothing that a program could come to rely on, as with DynamoDB.
 */
public final class Keys {
    private static final int HASH_AT = 4;
    private static final int PARTITION_AT = 8;

    private Keys() {}

    /** The key of an item whose key attributes are known to be there and of the right types. */
    public static Bytes item(TableDef table, Function<String, @Nullable Value> attributes) {
        ByteWriter out = partition(table.id(), table.key(), attributes);
        writeAll(out, table.key().sort(), attributes);
        return Bytes.of(out.toByteArray());
    }

    /** The key of the item's entry in an index, or null if the item has none because it lacks a key attribute of the index. */
    public static byte @Nullable [] entry(
            TableDef table, IndexDef index, Function<String, @Nullable Value> attributes) {
        if (!fits(index.key().partition(), attributes, KeyRules.PARTITION_BYTES_MAX)
                || !fits(index.key().sort(), attributes, KeyRules.SORT_BYTES_MAX)) {
            return null;
        }
        ByteWriter out = partition(index.id(), index.key(), attributes);
        writeAll(out, index.key().sort(), attributes);
        if (!index.local()) {
            writeAll(out, table.key().partition(), attributes);
        }
        writeAll(out, table.key().sort(), attributes);
        return out.toByteArray();
    }

    /** The bytes that all entries of one partition start with. */
    public static ByteWriter partition(int id, KeyDef key, Function<String, @Nullable Value> attributes) {
        ByteWriter out = new ByteWriter(96);
        out.writeInt(id);
        out.writeInt(0);
        writeAll(out, key.partition(), attributes);
        out.setInt(HASH_AT, out.crc32c(PARTITION_AT));
        return out;
    }

    /** The first possible key of a table or index; that of {@code id + 1} is the end of it. */
    public static byte[] start(int id) {
        ByteWriter out = new ByteWriter(4);
        out.writeInt(id);
        return out.toByteArray();
    }

    /** The first possible key of a table or index whose hash is at least {@code hash}; 2^32 gives the end. */
    public static byte[] start(int id, long hash) {
        if (hash >= 1L << 32) {
            return start(id + 1);
        }
        ByteWriter out = new ByteWriter(8);
        out.writeInt(id);
        out.writeInt((int) hash);
        return out.toByteArray();
    }

    /** The size of a key value as DynamoDB's limits count it. */
    public static int size(Value value) {
        if (value instanceof Value.S text) {
            return Utf8.length(text.value());
        }
        return value instanceof Value.B binary ? binary.value().length() : ItemSize.ofValue(value);
    }

    /** Entries with other types or sizes can only come from items older than the index: they are left out of it. */
    private static boolean fits(List<KeyAttribute> parts, Function<String, @Nullable Value> attributes, int maxBytes) {
        int bytes = 0;
        for (KeyAttribute part : parts) {
            Value value = attributes.apply(part.name());
            if (value == null || value.type() != part.type()) {
                return false;
            }
            int size = size(value);
            if (size == 0 && part.type() != Value.Type.N) {
                return false;
            }
            bytes += size;
        }
        return bytes <= maxBytes;
    }

    private static void writeAll(
            ByteWriter out, List<KeyAttribute> parts, Function<String, @Nullable Value> attributes) {
        for (KeyAttribute part : parts) {
            Value value = attributes.apply(part.name());
            if (value == null) {
                throw new IllegalStateException("the key attribute " + part.name() + " is missing after validation");
            }
            KeyCodec.write(out, value);
        }
    }
}
