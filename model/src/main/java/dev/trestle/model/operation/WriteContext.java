package dev.trestle.model.operation;

import dev.trestle.model.Bound;
import dev.trestle.model.Entity;
import dev.trestle.model.Guard;
import dev.trestle.model.KeyCondition;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scoping;
import dev.trestle.model.SortCondition;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.error.ModelException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** One attempt to write: what operations look up to know which items they take, and what they note on their way. */
final class WriteContext {
    private final Settings settings;
    private final boolean further;
    private @Nullable Guards guards;
    private @Nullable Twins twins;

    /**
     * @param further whether an attempt before this one met something that was not as it should be
     */
    WriteContext(Settings settings, boolean further) {
        this.settings = settings;
        this.further = further;
    }

    boolean further() {
        return further;
    }

    /**
     * Notes a change of a record, for all that goes with it.
     *
     * @param before null if the record is new
     * @param after null if it is deleted
     * @param renew whether guards of values that stay are written, too
     */
    <T extends Record> void changed(
            Entity<T> entity,
            @Nullable T before,
            @Nullable T after,
            Map<String, AttributeValue> key,
            boolean renew,
            int place) {
        if (!entity.uniques().isEmpty()) {
            guards = guards == null ? new Guards(this) : guards;
            guards.change(entity, before, after, key, renew, place);
        }
        if (!entity.twins().isEmpty()) {
            twins = twins == null ? new Twins(this) : twins;
            twins.change(entity, before, after, place);
        }
    }

    /** Adds the writes of all that was noted, when all operations have been. */
    void addNoted(List<Action> actions) {
        if (guards != null) {
            guards.addTo(actions);
        }
        if (twins != null) {
            twins.addTo(actions);
        }
    }

    String nameOf(Entity<?> entity) {
        return settings.nameOf(entity.table());
    }

    Scoping scoping(Entity<?> entity) {
        return settings.scoping(entity.table());
    }

    /** Whether an entity lives in the model's support table. */
    boolean isSupport(Entity<?> entity) {
        return settings.model().support().filter(entity.table()::equals).isPresent();
    }

    /** The entity of guards, in the model's support table. */
    Entity<Guard> guards(Entity<?> entity) {
        Table support = settings.model()
                .support()
                .orElseThrow(() -> new ModelException(
                        "unique attributes need a support table: add one with Model.with(Support.table(…))",
                        ModelException.facts("entity", entity.name())));
        return Support.guards(support);
    }

    /** The item as it is now; null if there is none. */
    @Nullable
    Map<String, AttributeValue> read(Entity<?> entity, Map<String, AttributeValue> key) {
        GetItemResponse response = settings.client(NamingClient.write(entity.name()))
                .getItem(request -> request.tableName(nameOf(entity)).key(key).consistentRead(true));
        return response.hasItem() ? response.item() : null;
    }

    /** The record as it is now, with its item; null if there is none. */
    <T extends Record> @Nullable Stored<T> stored(Entity<T> entity, Map<String, AttributeValue> key) {
        Map<String, AttributeValue> item = read(entity, key);
        return item == null ? null : new Stored<>(settings.record(entity, item), item);
    }

    /** The time by which items expire. */
    long nowSeconds() {
        return Math.floorDiv(settings.clock().millis(), 1000L);
    }

    /** An item that has expired and is still stored is as good as none. */
    boolean expired(Entity<?> entity, Map<String, AttributeValue> item) {
        return Expiry.isOver(entity.table(), item, settings.clock());
    }

    /**
     * The record as it is now, for an operation that goes by it.
     *
     * @throws WriteRefusedException if it is not as expected
     */
    <T extends Record> Stored<T> expecting(
            Entity<T> entity, Map<String, AttributeValue> key, Expect expect, int place) {
        Map<String, AttributeValue> item = read(entity, key);
        if (item == null || expired(entity, item)) {
            throw refused(entity, Cause.MISSING, Map.of(), place);
        }
        if (!Expectations.holds(expect, entity, item)) {
            throw refused(entity, Cause.CHANGED, item, place);
        }
        return new Stored<>(settings.record(entity, item), item);
    }

    private static WriteRefusedException refused(
            Entity<?> entity, Cause cause, Map<String, AttributeValue> current, int place) {
        return new WriteRefusedException(
                List.of(new WriteRefusedException.Failure(place, entity.name(), cause, null, current)), null);
    }

    /** The primary key that a pattern names. */
    static Map<String, AttributeValue> keyOf(Bound<?> bound, Scoping scoping) {
        Pattern<?> pattern = bound.pattern();
        boolean byKey = pattern.kind() == Pattern.Kind.GET || pattern.kind() == Pattern.Kind.CHANGE;
        if (!byKey) {
            throw new ModelException(
                    "a pattern does not name one item by its primary key",
                    ModelException.facts("pattern", pattern.name(), "kind", pattern.kind()));
        }
        KeyCondition condition = bound.conditions(scoping).get(0);
        AttributeValue partition = AttributeValue.createS(condition.partition());
        String sort = pattern.table().sort();
        return sort != null && condition.sort() instanceof SortCondition.Equal equal
                ? Map.of(pattern.table().partition(), partition, sort, AttributeValue.createS(equal.value()))
                : Map.of(pattern.table().partition(), partition);
    }
}
