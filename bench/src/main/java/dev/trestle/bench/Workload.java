package dev.trestle.bench;

import dev.trestle.engine.api.ProjectionSpec;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.item.ByteWriter;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.table.IndexDef;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.engine.table.KeyDef;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.StreamRecords;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.table.TableFeatures;
import dev.trestle.engine.value.Value;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The items of a benchmark: partitions of twenty, each item about 1 KB in eight attributes. Both sides store the same bytes: the raw
 * side takes them from the engine's own encoders.
 */
final class Workload {
    static final int PARTITION_ITEMS = 20;
    static final String TABLE = "bench";
    static final String INDEX = "by-owner";

    private static final int PAYLOAD_CHARS = 840;

    private final TableDef table;
    private final IndexDef index;

    Workload() {
        KeyDef key = new KeyDef(
                List.of(new KeyAttribute("pk", Value.Type.S)), List.of(new KeyAttribute("sk", Value.Type.N)));
        KeyDef indexKey = new KeyDef(
                List.of(new KeyAttribute("owner", Value.Type.S)), List.of(new KeyAttribute("created", Value.Type.S)));
        index = new IndexDef(
                2, INDEX, false, indexKey, new ProjectionSpec("ALL", null), IndexDef.Status.ACTIVE, null, null);
        table = new TableDef(
                1,
                "bench",
                TABLE,
                key,
                List.of(),
                List.of(index),
                new TableSettings(null, null, null, null, null),
                Instant.EPOCH,
                null,
                TableFeatures.NONE);
    }

    static Map<String, AttributeValue> key(long number) {
        return Map.of(
                "pk", AttributeValue.fromS(partition(number / PARTITION_ITEMS)),
                "sk", AttributeValue.fromN(Long.toString(number % PARTITION_ITEMS)));
    }

    static String partition(long number) {
        return "tenant#" + number;
    }

    /** The number of the item with this key. */
    static long number(String partition, long sort) {
        return Long.parseLong(partition.substring(partition.indexOf('#') + 1)) * PARTITION_ITEMS + sort;
    }

    /** The item with this number; {@code version} varies its content. */
    static Map<String, AttributeValue> item(long number, long version) {
        Map<String, AttributeValue> item = new LinkedHashMap<>(key(number));
        item.put("owner", AttributeValue.fromS("user#" + number % 5_000));
        item.put("created", AttributeValue.fromS("2026-11-15T10:00:00." + number));
        item.put("title", AttributeValue.fromS("Document number " + number));
        item.put("revision", AttributeValue.fromN(Long.toString(version)));
        item.put("active", AttributeValue.fromBool(true));
        item.put("payload", AttributeValue.fromS(payload(number * 31 + version)));
        return item;
    }

    /** Half of it random, so that compression finds some work but not all. */
    private static String payload(long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder(PAYLOAD_CHARS);
        while (text.length() < PAYLOAD_CHARS) {
            text.append((char) ('a' + random.nextInt(26))).append("payload".charAt(text.length() / 2 % 7));
        }
        return text.toString();
    }

    static Map<String, Value> values(Map<String, AttributeValue> item) {
        Map<String, Value> values = new LinkedHashMap<>();
        item.forEach((name, value) -> values.put(
                name,
                value.s() != null
                        ? new Value.S(value.s())
                        : value.n() != null ? new Value.N(value.n()) : new Value.Bool(value.bool())));
        return values;
    }

    byte[] rawKey(long number) {
        Map<String, Value> key = values(key(number));
        return Keys.item(table, key::get).array();
    }

    byte[] rawPartition(long partition) {
        return Keys.partition(table.id(), table.key(), name -> new Value.S(partition(partition)))
                .toByteArray();
    }

    byte[] rawItem(Map<String, AttributeValue> item) {
        return StoredItem.of(values(item)).bytes();
    }

    static byte[] rawStreamKey(long sequence) {
        return StreamRecords.key(3, sequence);
    }

    /** As the engine's own record of an item that was not there before: kind, author, time, the item. */
    byte[] rawStreamRecord(Map<String, AttributeValue> item) {
        ByteWriter record = new ByteWriter(1200);
        record.writeByte(StreamRecords.INSERT);
        record.writeByte(0);
        record.writeLong(System.currentTimeMillis());
        record.writeBlock(rawItem(item));
        return record.toByteArray();
    }

    byte[] rawExpiryKey(Map<String, AttributeValue> item, long seconds) {
        ByteWriter key = new ByteWriter(64);
        key.writeInt(4);
        key.writeLong(seconds);
        key.writeBytes(Keys.item(table, values(item)::get).array());
        return key.toByteArray();
    }

    byte[] rawIndexKey(Map<String, AttributeValue> item) {
        return Objects.requireNonNull(Keys.entry(table, index, values(item)::get));
    }
}
