package dev.trestle.model.operation;

import dev.trestle.model.Bound;
import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import dev.trestle.model.Table;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.error.UnreadableItemException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
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

    /** An item's table, by the name that it has here, and its key. */
    private record Place(String table, Map<String, AttributeValue> key) {}

    /** What patterns name by primary key, of whichever entities and tables. */
    Retrieved get(List<? extends Bound<? extends Record>> bounds) {
        Map<Bound<?>, Place> places = new LinkedHashMap<>();
        for (Bound<?> bound : bounds) {
            Table table = bound.pattern().table();
            places.put(bound, new Place(settings.nameOf(table), WriteContext.keyOf(bound, settings.scoping(table))));
        }
        List<Place> distinct = List.copyOf(new LinkedHashSet<>(places.values()));
        String purpose =
                bounds.stream().map(bound -> bound.pattern().name()).distinct().collect(Collectors.joining(", "));
        Map<Place, Map<String, AttributeValue>> items = new HashMap<>();
        for (int from = 0; from < distinct.size(); from += GET_MAX) {
            items.putAll(read(purpose, distinct.subList(from, Math.min(distinct.size(), from + GET_MAX))));
        }
        Map<Bound<?>, Stored<?>> found = new HashMap<>();
        Map<Bound<?>, UnreadableItemException> unreadable = new HashMap<>();
        for (Bound<? extends Record> bound : bounds) {
            Map<String, AttributeValue> item = items.get(places.get(bound));
            if (item != null && !found.containsKey(bound)) {
                try {
                    reads.stored(bound.pattern(), item).ifPresent(stored -> found.put(bound, stored));
                } catch (UnreadableItemException e) {
                    unreadable.put(bound, e);
                }
            }
        }
        return new Retrieved(found, unreadable);
    }

    private Map<Place, Map<String, AttributeValue>> read(String purpose, List<Place> places) {
        Map<String, List<Map<String, AttributeValue>>> keys = new LinkedHashMap<>();
        places.forEach(place ->
                keys.computeIfAbsent(place.table(), table -> new ArrayList<>()).add(place.key()));
        Map<String, KeysAndAttributes> left = new LinkedHashMap<>();
        keys.forEach((table, wanted) -> left.put(table, wanted(wanted)));
        Map<Place, Map<String, AttributeValue>> items = new HashMap<>();
        int failed = 0;
        while (!left.isEmpty()) {
            BatchGetItemResponse response = settings.client(purpose)
                    .batchGetItem(
                            BatchGetItemRequest.builder().requestItems(left).build());
            int before = items.size();
            keys.forEach((table, asked) -> response.responses()
                    .getOrDefault(table, List.of())
                    .forEach(item -> items.put(new Place(table, keyIn(item, asked.get(0))), item)));
            left.clear();
            left.putAll(response.unprocessedKeys());
            if (!left.isEmpty() && items.size() == before) {
                pause(++failed, purpose);
            }
        }
        return items;
    }

    private KeysAndAttributes wanted(List<Map<String, AttributeValue>> keys) {
        return KeysAndAttributes.builder()
                .keys(keys)
                .consistentRead(settings.consistent() ? Boolean.TRUE : null)
                .build();
    }

    /** The key of an item, which has the same attributes as any other of its table. */
    private static Map<String, AttributeValue> keyIn(
            Map<String, AttributeValue> item, Map<String, AttributeValue> other) {
        Map<String, AttributeValue> key = new HashMap<>();
        other.keySet().forEach(name -> key.put(name, item.get(name)));
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
                    pause(failed, entity.name());
                }
            }
        }
    }

    private static void pause(int failed, String purpose) {
        if (failed == ATTEMPTS_MAX) {
            throw new ModelException(
                    "the service left parts of a batch over, again and again: try later, or with less",
                    ModelException.facts("purpose", purpose, "attempts", failed));
        }
        PAUSES.await(failed);
    }
}
