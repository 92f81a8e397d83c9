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

    /** What becomes of one further item; it is deleted where there is no item. */
    private record Wish(
            Entity<?> entity, int operation, @Nullable Map<String, AttributeValue> item) {}

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
        boolean moved = oldKeys.size() == 1 && newItems.size() == 1;
        newItems.forEach((key, item) -> {
            Map<String, AttributeValue> oldKey = moved ? oldKeys.iterator().next() : oldKeys.contains(key) ? key : null;
            Map<String, AttributeValue> whole = oldKey == null ? item : withUnknown(second, oldKey, item);
            Wish earlier = wishes.put(new Place(context.nameOf(second), key), new Wish(second, operation, whole));
            if (earlier != null && earlier.item != null) {
                throw new ModelException(
                        "two operations of a transaction write the same further item",
                        ModelException.facts("entity", second.name(), "key", key));
            }
        });
        oldKeys.removeAll(newItems.keySet());
        oldKeys.forEach(
                key -> wishes.putIfAbsent(new Place(context.nameOf(second), key), new Wish(second, operation, null)));
    }

    /** Adds the writes of all that was noted. */
    void addTo(List<Action> actions) {
        wishes.forEach((place, wish) -> {
            Write write = wish.item == null
                    ? Write.delete(place.table, place.key, "", Expression.NONE)
                    : Write.put(place.table, wish.item, "", Expression.NONE);
            actions.add(Action.aside(write, wish.operation, wish.entity));
        });
    }

    /**
     * What another program wrote on the second item moves with it; what the model knows is written anew. Nobody else writes the
     * support table, so that nothing has to be read there.
     */
    private Map<String, AttributeValue> withUnknown(
            Entity<?> second, Map<String, AttributeValue> oldKey, Map<String, AttributeValue> newItem) {
        Map<String, AttributeValue> old = context.isSupport(second) ? null : context.read(second, oldKey);
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
