package dev.trestle.model.operation;

import dev.trestle.model.Bound;
import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import dev.trestle.model.error.ModelException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Many items with few requests, in no order and not together. What the service leaves over, because an answer is full or it is busy, is
 * asked for again after a pause that grows.
 */
final class Batches {
    private static final int GET_MAX = 100;
    private static final int WRITE_MAX = 25;
    private static final int ATTEMPTS_MAX = 10;
    private static final Pauses PAUSES = new Pauses(5, 500);

    private final Settings settings;
    private final Reads reads;

    Batches(Settings settings, Reads reads) {
        this.settings = settings;
        this.reads = reads;
    }

    /** The records that patterns name by primary key, in the order of the patterns; empty where there is none. */
    <T extends Record> List<Optional<T>> get(List<Bound<T>> bounds) {
        if (bounds.isEmpty()) {
            return List.of();
        }
        Entity<T> entity = Transaction.entityOf(bounds.get(0).pattern());
        Scoping scoping = settings.scoping(entity.table());
        List<Map<String, AttributeValue>> keys = new ArrayList<>(bounds.size());
        for (Bound<T> bound : bounds) {
            if (bound.pattern().table() != entity.table()) {
                throw new ModelException(
                        "a batch reads one table",
                        ModelException.facts("pattern", bound.pattern().name()));
            }
            keys.add(WriteContext.keyOf(bound, scoping));
        }
        List<Map<String, AttributeValue>> distinct = List.copyOf(new LinkedHashSet<>(keys));
        Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items = new HashMap<>();
        String purpose = bounds.get(0).pattern().name();
        for (int from = 0; from < distinct.size(); from += GET_MAX) {
            read(entity, purpose, distinct.subList(from, Math.min(distinct.size(), from + GET_MAX)), items);
        }
        List<Optional<T>> records = new ArrayList<>(bounds.size());
        for (int i = 0; i < bounds.size(); i++) {
            Entity<T> own = Transaction.entityOf(bounds.get(i).pattern());
            Map<String, AttributeValue> item = items.get(keys.get(i));
            records.add(
                    item == null || !reads.gives(own, item)
                            ? Optional.empty()
                            : Optional.of(own.toRecord(item, scoping)));
        }
        return records;
    }

    private void read(
            Entity<?> entity,
            String purpose,
            List<Map<String, AttributeValue>> keys,
            Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items) {
        String table = settings.nameOf(entity.table());
        Map<String, KeysAndAttributes> left = Map.of(
                table,
                KeysAndAttributes.builder()
                        .keys(keys)
                        .consistentRead(settings.consistent() ? Boolean.TRUE : null)
                        .build());
        int failed = 0;
        while (!left.isEmpty()) {
            Map<String, KeysAndAttributes> asked = left;
            BatchGetItemResponse response =
                    settings.client(purpose).batchGetItem(request -> request.requestItems(asked));
            List<Map<String, AttributeValue>> found = response.responses().getOrDefault(table, List.of());
            for (Map<String, AttributeValue> item : found) {
                items.put(keyIn(entity, item), item);
            }
            left = response.hasUnprocessedKeys() ? response.unprocessedKeys() : Map.of();
            if (!left.isEmpty() && found.isEmpty()) {
                pause(++failed, entity);
            }
        }
    }

    private static Map<String, AttributeValue> keyIn(Entity<?> entity, Map<String, AttributeValue> item) {
        Map<String, AttributeValue> key = new HashMap<>();
        key.put(entity.table().partition(), item.get(entity.table().partition()));
        String sort = entity.table().sort();
        if (sort != null) {
            key.put(sort, item.get(sort));
        }
        return key;
    }

    /** Puts records, each in place of what was there. Of two with the same key the later one counts. */
    <T extends Record> void put(Entity<T> entity, List<T> records) {
        checkPlain(entity);
        Scoping scoping = settings.scoping(entity.table());
        Map<Map<String, AttributeValue>, WriteRequest> writes = new LinkedHashMap<>();
        for (T record : records) {
            writes.put(
                    entity.keyOf(record, scoping),
                    WriteRequest.builder()
                            .putRequest(put -> put.item(entity.toItem(record, scoping)))
                            .build());
        }
        write(entity, List.copyOf(writes.values()));
    }

    /** Deletes records. */
    <T extends Record> void delete(Entity<T> entity, List<T> records) {
        checkPlain(entity);
        Scoping scoping = settings.scoping(entity.table());
        Map<Map<String, AttributeValue>, WriteRequest> writes = new LinkedHashMap<>();
        for (T record : records) {
            Map<String, AttributeValue> key = entity.keyOf(record, scoping);
            writes.put(
                    key,
                    WriteRequest.builder()
                            .deleteRequest(delete -> delete.key(key))
                            .build());
        }
        write(entity, List.copyOf(writes.values()));
    }

    /** A batch has no conditions and is not atomic, so that it could leave guards, second items and versions behind. */
    private static void checkPlain(Entity<?> entity) {
        if (entity.hasCompany() || entity.version() != null) {
            throw new ModelException(
                    "an entity with unique values, second items or a version is written in transactions, not in batches",
                    ModelException.facts("entity", entity.name()));
        }
    }

    private void write(Entity<?> entity, List<WriteRequest> writes) {
        String table = settings.nameOf(entity.table());
        for (int from = 0; from < writes.size(); from += WRITE_MAX) {
            Map<String, List<WriteRequest>> left =
                    Map.of(table, writes.subList(from, Math.min(writes.size(), from + WRITE_MAX)));
            int failed = 0;
            while (!left.isEmpty()) {
                Map<String, List<WriteRequest>> asked = left;
                BatchWriteItemResponse response = settings.client(NamingClient.write(entity.name()))
                        .batchWriteItem(request -> request.requestItems(asked));
                left = response.hasUnprocessedItems() ? response.unprocessedItems() : Map.of();
                if (!left.isEmpty()) {
                    boolean some = left.getOrDefault(table, List.of()).size()
                            < asked.getOrDefault(table, List.of()).size();
                    failed = some ? 1 : failed + 1;
                    pause(failed, entity);
                }
            }
        }
    }

    private static void pause(int failed, Entity<?> entity) {
        if (failed == ATTEMPTS_MAX) {
            throw new ModelException(
                    "the service left parts of a batch over, again and again: try later, or with less",
                    ModelException.facts("entity", entity.name(), "attempts", failed));
        }
        PAUSES.await(failed);
    }
}
