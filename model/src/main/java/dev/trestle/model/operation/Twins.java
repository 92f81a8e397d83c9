package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.Scoping;
import dev.trestle.model.Twin;
import dev.trestle.model.error.ModelException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Keeps further items in step with those that they follow, during one attempt of a transaction. What one operation gives up another
 * may write: then it is only written.
 */
final class Twins {
    private final WriteContext context;
    private final Map<Place, Wish> wishes = new LinkedHashMap<>();

    Twins(WriteContext context) {
        this.context = context;
    }

    private record Place(String table, Map<String, AttributeValue> key) {}

    /**
     * What becomes of one further item; it is deleted where there is no item.
     *
     * @param seen null if nothing was read there, since nobody else writes to it
     */
    private record Wish(
            Entity<?> entity,
            int operation,
            @Nullable Map<String, AttributeValue> item,
            @Nullable Seen seen) {}

    /** What was found where a further item is, or was; another program may write there until the transaction does. */
    private record Seen(@Nullable Map<String, AttributeValue> item) {}

    /**
     * Notes what a change of a record means for its further items.
     *
     * @param before null if the record is new
     * @param after null if it is deleted
     */
    <T extends Record> void change(Entity<T> entity, @Nullable T before, @Nullable T after, int operation) {
        for (Twin<T, ?> twin : entity.twins()) {
            change(twin, before, after, operation);
        }
    }

    private <T extends Record, S extends Record> void change(
            Twin<T, S> twin, @Nullable T before, @Nullable T after, int operation) {
        Entity<S> second = twin.entity();
        Scoping scoping = context.scoping(second);
        Set<Map<String, AttributeValue>> oldKeys = new LinkedHashSet<>();
        if (before != null) {
            twin.from().apply(before).forEach(each -> oldKeys.add(second.keyOf(each, scoping)));
        }
        Map<Map<String, AttributeValue>, Map<String, AttributeValue>> newItems = new LinkedHashMap<>();
        if (after != null) {
            twin.from()
                    .apply(after)
                    .forEach(each -> newItems.put(second.keyOf(each, scoping), second.toItem(each, scoping)));
        }
        boolean moved = oldKeys.size() == 1
                && newItems.size() == 1
                && !newItems.keySet().equals(oldKeys);
        Seen former = moved ? seen(second, oldKeys.iterator().next()) : null;
        newItems.forEach((key, item) -> {
            Seen here = oldKeys.contains(key) ? seen(second, key) : null;
            Map<String, AttributeValue> whole = former == null ? item : withUnknown(second, former, item);
            Place place = new Place(context.nameOf(second), key);
            Wish earlier = wishes.put(place, new Wish(second, operation, whole, here));
            if (earlier != null && earlier.item != null) {
                throw new ModelException(
                        "two operations of a transaction write the same further item",
                        ModelException.facts("entity", second.name(), "key", key));
            }
        });
        oldKeys.removeAll(newItems.keySet());
        oldKeys.forEach(key ->
                wishes.putIfAbsent(new Place(context.nameOf(second), key), new Wish(second, operation, null, former)));
    }

    /** Adds the writes of all that was noted. */
    void addTo(List<Action> actions) {
        wishes.forEach((place, wish) -> {
            Write write = write(place, wish);
            if (write != null) {
                actions.add(Action.aside(write, wish.operation, wish.entity));
            }
        });
    }

    /** Null if the item is already what it should be. */
    private static @Nullable Write write(Place place, Wish wish) {
        Map<String, AttributeValue> item = wish.item;
        Seen seen = wish.seen;
        if (seen == null) {
            return item == null
                    ? Write.delete(place.table, place.key, "", Expression.NONE)
                    : Write.put(place.table, item, "", Expression.NONE);
        }
        Expression expression = new Expression();
        if (item == null) {
            return Write.delete(place.table, place.key, unknownAsSeen(wish.entity, seen, expression), expression);
        }
        Map<String, AttributeValue> before = seen.item;
        String partition = expression.name(wish.entity.table().partition());
        if (before == null) {
            return Write.put(place.table, item, "attribute_not_exists(" + partition + ")", expression);
        }
        // An update leaves alone what it does not name, whatever another program writes there meanwhile.
        Map<String, @Nullable AttributeValue> changes = changes(wish.entity, before, item);
        return changes.isEmpty()
                ? null
                : Write.update(
                        place.table,
                        place.key,
                        UpdateText.of(wish.entity, changes, Map.of(), expression),
                        "attribute_exists(" + partition + ")",
                        expression);
    }

    private static Map<String, @Nullable AttributeValue> changes(
            Entity<?> entity, Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        Map<String, @Nullable AttributeValue> changes = new TreeMap<>();
        KnownAttributes known = KnownAttributes.of(entity);
        before.keySet().stream()
                .filter(name -> known.knows(name) && !after.containsKey(name))
                .forEach(name -> changes.put(name, null));
        after.forEach((name, value) -> {
            if (!Sameness.same(value, before.get(name))) {
                changes.put(name, value);
            }
        });
        return changes;
    }

    /**
     * That what another program wrote on an item is what was carried along when the item moved. An attribute that it adds between the
     * read and the commit cannot be named, and goes with the old item.
     */
    private static String unknownAsSeen(Entity<?> entity, Seen seen, Expression expression) {
        String partition = expression.name(entity.table().partition());
        Map<String, AttributeValue> item = seen.item;
        if (item == null) {
            return "attribute_not_exists(" + partition + ")";
        }
        KnownAttributes known = KnownAttributes.of(entity);
        StringBuilder text = new StringBuilder("attribute_exists(" + partition + ")");
        int terms = 1;
        for (Map.Entry<String, AttributeValue> each : item.entrySet()) {
            if (!known.knows(each.getKey())) {
                text.append(" AND ").append(expression.name(each.getKey()));
                text.append(" = ").append(expression.value(each.getValue()));
                terms++;
            }
        }
        return Expression.checked(
                text.toString(), terms * 2, entity, "give the further item a key that does not change");
    }

    /** Nobody else writes the support table, so that nothing has to be read there. */
    private @Nullable Seen seen(Entity<?> second, Map<String, AttributeValue> key) {
        return context.isSupport(second) ? null : new Seen(context.read(second, key));
    }

    /** What another program wrote on the second item moves with it; what the model knows is written anew. */
    private static Map<String, AttributeValue> withUnknown(
            Entity<?> second, Seen former, Map<String, AttributeValue> newItem) {
        Map<String, AttributeValue> old = former.item;
        if (old == null) {
            return newItem;
        }
        KnownAttributes known = KnownAttributes.of(second);
        Map<String, AttributeValue> whole = new HashMap<>(old);
        whole.keySet().removeIf(known::knows);
        whole.putAll(newItem);
        return whole;
    }
}
