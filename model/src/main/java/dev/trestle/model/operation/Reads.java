package dev.trestle.model.operation;

import dev.trestle.model.Bound;
import dev.trestle.model.Entity;
import dev.trestle.model.Index;
import dev.trestle.model.KeyCondition;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scoping;
import dev.trestle.model.Table;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.error.UnreadableItemException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Asks bound patterns of the client, as items that belong to the pattern's entities, are the tenant's, and have not expired. */
final class Reads {
    /** Requests for one page: each brings some megabyte, so that more of them means that nearly nothing of it belongs here. */
    private static final int REQUESTS_MAX = 1000;

    private static final int ITEMS_MAX = 1_000_000;

    /** Once an item could not be read, more may follow: steps as small as a page would be too many. */
    private static final int AFTER_UNREADABLE_ITEMS = 1000;

    private final Settings settings;

    Reads(Settings settings) {
        this.settings = settings;
    }

    /** An item that was read, with the entity that it is of. */
    record Found(Entity<?> entity, Map<String, AttributeValue> item, Record record) {}

    /**
     * Where to go on.
     *
     * @param partition which of several partitions
     * @param keys the values of the key attributes of the last item, in a fixed order
     */
    record Place(int partition, List<String> keys) {
        /** As a cursor has it. */
        List<String> texts() {
            List<String> texts = new ArrayList<>(List.of(Integer.toString(partition)));
            texts.addAll(keys);
            return texts;
        }

        static Place of(List<String> texts) {
            return new Place(Integer.parseInt(texts.get(0)), texts.subList(1, texts.size()));
        }
    }

    /**
     * Some items, and where to go on.
     *
     * @param next null if these were the last
     * @param unreadable what was wrong with the first item that was left out because it cannot be read; null if none was
     */
    record Part(
            List<Found> items,
            @Nullable Place next,
            @Nullable UnreadableItemException unreadable) {}

    /** At most {@code limit} items of an answer, from a place on. */
    Part read(Bound<?> bound, int limit, @Nullable Place from) {
        Pattern<?> pattern = bound.pattern();
        if (limit < 1 || limit > ITEMS_MAX) {
            throw new ModelException(
                    "a bound is between 1 and " + ITEMS_MAX + " items",
                    ModelException.facts("pattern", pattern.name(), "bound", limit));
        }
        Scoping scoping = settings.scoping(pattern.table());
        List<KeyCondition> conditions = bound.conditions(scoping);
        int partitions = pattern.kind() == Pattern.Kind.SCAN ? 1 : conditions.size();
        List<Found> found = new ArrayList<>(Math.min(limit, 100) + 1);
        int partition = from == null ? 0 : from.partition();
        Map<String, AttributeValue> start = from == null ? null : startKey(pattern, from);
        UnreadableItemException unreadable = null;
        for (int requests = 0; partition < partitions; requests++) {
            if (requests == REQUESTS_MAX) {
                throw new TooManyItemsException(pattern.name(), limit);
            }
            // One more than was asked for tells whether there is more. Where much may be left out, small steps would be
            // many.
            int missing = limit + 1 - found.size();
            Integer wanted = pattern.leavesOut()
                    ? null
                    : (Integer) (unreadable == null ? missing : Math.max(missing, AFTER_UNREADABLE_ITEMS));
            Answer answer = pattern.kind() == Pattern.Kind.SCAN
                    ? scan(pattern, wanted, start)
                    : query(pattern, conditions.get(partition), wanted, start);
            for (Map<String, AttributeValue> item : answer.items) {
                Entity<?> entity = pattern.entityOf(item, scoping);
                if (entity != null && pattern.keeps(entity, item, bound) && !expired(pattern.table(), item)) {
                    try {
                        found.add(new Found(entity, item, settings.record(entity, item)));
                    } catch (UnreadableItemException e) {
                        if (settings.complete()) {
                            throw e;
                        }
                        unreadable = unreadable == null ? e : unreadable;
                    }
                }
                if (found.size() > limit) {
                    found.remove(limit);
                    // The partition of the last item that is given; the one too many may be in a later one.
                    return new Part(
                            found,
                            place(pattern, found.get(limit - 1).item(), partitionOf(conditions, pattern, found)),
                            unreadable);
                }
            }
            start = answer.last;
            if (start == null) {
                partition++;
            }
        }
        return new Part(found, null, unreadable);
    }

    /** Where an answer goes on behind one of its items. */
    Place placeOf(Bound<?> bound, Found found) {
        Pattern<?> pattern = bound.pattern();
        List<KeyCondition> conditions = bound.conditions(settings.scoping(pattern.table()));
        return place(pattern, found.item(), partitionOf(conditions, pattern, List.of(found)));
    }

    /** Everything that the key conditions find, whatever it is. */
    List<Map<String, AttributeValue>> items(Bound<?> bound, int max) {
        Pattern<?> pattern = bound.pattern();
        List<Map<String, AttributeValue>> found = new ArrayList<>();
        for (KeyCondition condition : bound.conditions(settings.scoping(pattern.table()))) {
            @Nullable Map<String, AttributeValue> start = null;
            do {
                Answer answer = query(pattern, condition, max + 1 - found.size(), start);
                found.addAll(answer.items);
                if (found.size() > max) {
                    throw new TooManyItemsException(pattern.name(), max);
                }
                start = answer.last;
            } while (start != null);
        }
        return found;
    }

    private record Answer(
            List<Map<String, AttributeValue>> items,
            @Nullable Map<String, AttributeValue> last) {}

    private Answer query(
            Pattern<?> pattern,
            KeyCondition condition,
            @Nullable Integer limit,
            @Nullable Map<String, AttributeValue> start) {
        Index index = pattern.index();
        Table table = pattern.table();
        String partition = index == null ? table.partition() : index.partition();
        String sort = index == null ? table.sort() : index.sort();
        KeyText text = KeyText.of(partition, condition.partition(), sort, condition.sort());
        QueryRequest.Builder request = QueryRequest.builder()
                .tableName(settings.nameOf(table))
                .keyConditionExpression(text.text())
                .expressionAttributeNames(text.names())
                .expressionAttributeValues(text.values());
        if (limit != null) {
            request.limit(limit);
        }
        if (start != null) {
            request.exclusiveStartKey(start);
        }
        if (index != null) {
            request.indexName(index.name());
        }
        if (settings.consistent()) {
            request.consistentRead(consistently(pattern));
        }
        if (pattern.isDescending()) {
            request.scanIndexForward(false);
        }
        QueryResponse response = settings.client(pattern.name()).query(request.build());
        return new Answer(response.items(), response.hasLastEvaluatedKey() ? response.lastEvaluatedKey() : null);
    }

    private Answer scan(Pattern<?> pattern, @Nullable Integer limit, @Nullable Map<String, AttributeValue> start) {
        ScanRequest.Builder request = ScanRequest.builder()
                .tableName(settings.nameOf(pattern.table()))
                .limit(limit)
                .exclusiveStartKey(start);
        if (settings.consistent()) {
            request.consistentRead(consistently(pattern));
        }
        ScanResponse response = settings.client(pattern.name()).scan(request.build());
        return new Answer(response.items(), response.hasLastEvaluatedKey() ? response.lastEvaluatedKey() : null);
    }

    private static boolean consistently(Pattern<?> pattern) {
        if (pattern.index() != null && !pattern.index().local()) {
            throw new ModelException(
                    "a global index cannot be read consistently: read the item that it names",
                    ModelException.facts("pattern", pattern.name()));
        }
        return true;
    }

    /** The record of an item that was read by a pattern's key, if it is one: another entity may share the keys. */
    <T extends Record> Optional<Stored<T>> stored(Pattern<T> pattern, Map<String, AttributeValue> item) {
        Entity<T> entity = Transaction.entityOf(pattern);
        return entity.hasConstants(item) && !expired(entity.table(), item)
                ? Optional.of(new Stored<>(settings.record(entity, item), item))
                : Optional.empty();
    }

    /** The record of an item; null if it cannot be read. */
    <T extends Record> @Nullable T readable(Entity<T> entity, Map<String, AttributeValue> item) {
        try {
            return settings.record(entity, item);
        } catch (UnreadableItemException e) {
            return null;
        }
    }

    private boolean expired(Table table, Map<String, AttributeValue> item) {
        return Expiry.isOver(table, item, settings.clock());
    }

    private static List<String> keyAttributes(Pattern<?> pattern) {
        List<String> attributes = new ArrayList<>();
        Table table = pattern.table();
        attributes.add(table.partition());
        if (table.sort() != null) {
            attributes.add(table.sort());
        }
        Index index = pattern.index();
        if (index != null && !attributes.contains(index.partition())) {
            attributes.add(index.partition());
        }
        if (index != null && index.sort() != null && !attributes.contains(index.sort())) {
            attributes.add(index.sort());
        }
        return attributes;
    }

    private static Place place(Pattern<?> pattern, Map<String, AttributeValue> item, int partition) {
        List<String> keys = new ArrayList<>();
        for (String attribute : keyAttributes(pattern)) {
            AttributeValue value = item.get(attribute);
            keys.add(value == null || value.s() == null ? "" : value.s());
        }
        return new Place(partition, keys);
    }

    private static int partitionOf(List<KeyCondition> conditions, Pattern<?> pattern, List<Found> found) {
        if (conditions.size() < 2) {
            return 0;
        }
        Index index = pattern.index();
        String attribute = index == null ? pattern.table().partition() : index.partition();
        AttributeValue own = found.get(found.size() - 1).item().get(attribute);
        for (int i = 0; i < conditions.size(); i++) {
            if (own != null && conditions.get(i).partition().equals(own.s())) {
                return i;
            }
        }
        throw new IllegalStateException("an item is in none of the partitions that were asked");
    }

    private static Map<String, AttributeValue> startKey(Pattern<?> pattern, Place place) {
        List<String> attributes = keyAttributes(pattern);
        if (attributes.size() != place.keys().size()) {
            throw new CursorException("a cursor was made for another index", pattern.name());
        }
        Map<String, AttributeValue> start = new HashMap<>();
        for (int i = 0; i < attributes.size(); i++) {
            start.put(attributes.get(i), AttributeValue.createS(place.keys().get(i)));
        }
        return start;
    }
}
