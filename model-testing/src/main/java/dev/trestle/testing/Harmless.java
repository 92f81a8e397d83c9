package dev.trestle.testing;

import dev.trestle.model.Bound;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Groups;
import dev.trestle.model.KeyCondition;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scope;
import dev.trestle.model.Scoping;
import dev.trestle.model.SortCondition;
import dev.trestle.model.UnreadableItem;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.evolution.Outcome;
import dev.trestle.model.evolution.Repair;
import dev.trestle.model.mapping.Component;
import dev.trestle.model.mapping.Field;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.sdk.TrestleDb;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * That one item which does not fit its record harms no other. For every entity of a model a healthy item is stored, and another one in
 * each of the forms of {@link UnfitItems}. Then every pattern of the entity is asked, the item is updated, and everything is repaired: nothing fails
 * but a request for the very item, lists have the healthy one, and what the model does not know stays on the other.
 */
public final class Harmless {
    private static final String TENANT = "tenant1";
    private static final int SAMPLES_MAX = 2000;
    private static final int LIST_MAX = 100;
    private static final String FOREIGN = "foreignMark";

    private final Model model;
    private final TrestleDb db = TrestleDb.inMemory();
    private final List<UnreadableItem> met = new ArrayList<>();
    private final ItemStore store;
    private int tried;

    private Harmless(Model model) {
        this.model = model;
        this.store = ItemStore.builder(db.client(), model)
                .onUnreadable(met::add)
                .build()
                .within(TENANT);
    }

    /**
     * Tries all entities of a model.
     *
     * @return how many forms of items were tried
     * @throws AssertionError with the first that did harm
     */
    public static int assertHarmless(Model model) {
        Harmless trial = new Harmless(model);
        try (TrestleDb closed = trial.db) {
            trial.store.createTables();
            model.allTables().forEach(table -> table.entities().forEach(trial::tryOut));
            return trial.tried;
        }
    }

    private Scoping scoping(Entity<?> entity) {
        return entity.table().scoping(TENANT);
    }

    /** Two records of an entity, one beside the other where its key allows it. */
    private record Pair<T extends Record>(T healthy, T other) {}

    private <T extends Record> void tryOut(Entity<T> entity) {
        Pair<T> pair = samples(entity);
        put(entity, entity.toItem(pair.healthy(), scoping(entity)));
        Map<String, AttributeValue> whole = new HashMap<>(entity.toItem(pair.other(), scoping(entity)));
        whole.put(FOREIGN, AttributeValue.fromS("theirs"));
        put(entity, whole);
        Set<Pattern<?>> lists = new HashSet<>();
        patterns(entity)
                .filter(pattern -> lists(entity, pattern, pair.healthy()))
                .forEach(lists::add);
        for (UnfitItems.Unfit unfit : UnfitItems.of(entity.table(), whole)) {
            if (unfit.how().contains(FOREIGN) || !put(entity, unfit.item())) {
                continue;
            }
            tried++;
            try {
                tryOut(entity, pair, unfit, lists);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(entity.place() + ", " + unfit + ": " + e, e);
            }
        }
        repair(entity, whole);
        db.client()
                .deleteItem(request -> request.tableName(entity.table().name()).key(key(entity, whole)));
    }

    /** Whether the table takes it. */
    private boolean put(Entity<?> entity, Map<String, AttributeValue> item) {
        try {
            db.client()
                    .putItem(request -> request.tableName(entity.table().name()).item(item));
            return true;
        } catch (DynamoDbException refused) {
            boolean keyed = UnfitItems.indexKeys(entity.table()).stream().anyMatch(item::containsKey);
            if (refused.statusCode() == 400 && keyed) {
                return false;
            }
            throw refused;
        }
    }

    private static Map<String, AttributeValue> key(Entity<?> entity, Map<String, AttributeValue> item) {
        Map<String, AttributeValue> key = new HashMap<>();
        key.put(entity.table().partition(), item.get(entity.table().partition()));
        if (entity.table().sort() != null) {
            key.put(entity.table().sort(), item.get(entity.table().sort()));
        }
        return key;
    }

    private static Stream<Pattern<?>> patterns(Entity<?> entity) {
        return entity.table().patterns().stream()
                .filter(pattern -> pattern.entities().contains(entity));
    }

    private <T extends Record> void tryOut(
            Entity<T> entity, Pair<T> pair, UnfitItems.Unfit unfit, Set<Pattern<?>> lists) {
        boolean recognised = entity.owns(unfit.item(), scoping(entity));
        boolean unreadable = recognised && !isReadable(entity, unfit.item());
        for (Pattern<?> pattern : lists) {
            check(lists(entity, pattern, pair.healthy()), pattern + " lacks the healthy one");
        }
        boolean alone = key(entity, unfit.item()).equals(entity.keyOf(pair.healthy(), scoping(entity)));
        patterns(entity).forEach(pattern -> ask(entity, pattern, pair.other(), unreadable || alone));
        if (!alone) {
            write(entity, pair.other(), unfit, recognised);
        }
    }

    private <T extends Record> boolean isReadable(Entity<T> entity, Map<String, AttributeValue> item) {
        try {
            entity.toRecord(item, scoping(entity));
            return true;
        } catch (UnreadableItemException e) {
            return false;
        }
    }

    /** Whether a record is read that has the key of its item: where a part of the key may be missing, there is another shape of it. */
    private <T extends Record> boolean isUpdatable(Entity<T> entity, Map<String, AttributeValue> item) {
        try {
            return entity.keyOf(entity.toRecord(item, scoping(entity)), scoping(entity))
                    .equals(key(entity, item));
        } catch (ModelException e) {
            return false;
        }
    }

    private <T extends Record> void ask(Entity<T> entity, Pattern<?> pattern, T other, boolean unreadable) {
        Bound<?> bound = bound(entity, pattern, other);
        if (bound == null) {
            return;
        }
        met.clear();
        switch (pattern.kind()) {
            case GET, FIND -> {
                try {
                    store.get(record(bound));
                } catch (UnreadableItemException expected) {
                    check(unreadable && !met.isEmpty(), "an item that can be read is not");
                }
            }
            case QUERY, SCAN -> store.all(record(bound), LIST_MAX);
            case COLLECTION -> store.collect(groups(bound), LIST_MAX);
            case CHANGE -> {}
        }
    }

    /** Whether a pattern lists a record, however it is asked. */
    private <T extends Record> boolean lists(Entity<T> entity, Pattern<?> pattern, T healthy) {
        Bound<?> bound = bound(entity, pattern, healthy);
        if (bound == null) {
            return false;
        }
        switch (pattern.kind()) {
            case QUERY, SCAN -> {
                try (Stream<Record> each = store.stream(record(bound), LIST_MAX)) {
                    return has(entity, store.all(record(bound), LIST_MAX), healthy)
                            && has(entity, paged(record(bound)), healthy)
                            && has(entity, each.toList(), healthy);
                }
            }
            case COLLECTION -> {
                return has(entity, store.collect(groups(bound), LIST_MAX).inOrder(), healthy);
            }
            case GET, FIND, CHANGE -> {
                return false;
            }
        }
        throw new IllegalStateException();
    }

    private List<Object> paged(Bound<? extends Record> bound) {
        List<Object> all = new ArrayList<>();
        String cursor = null;
        do {
            var page = store.page(bound, 1, cursor);
            all.addAll(page.items());
            cursor = page.next().orElse(null);
        } while (cursor != null && all.size() < LIST_MAX);
        return all;
    }

    /** An update that changes nothing writes what did not fit as the model has it, and can be done again. */
    private <T extends Record> void write(Entity<T> entity, T record, UnfitItems.Unfit unfit, boolean recognised) {
        for (Pattern<?> pattern : entity.table().patterns()) {
            Bound<?> bound =
                    pattern.kind() == Pattern.Kind.GET && pattern.entities().contains(entity)
                            ? bound(entity, pattern, record)
                            : null;
            if (bound == null || !names(bound, entity, unfit.item())) {
                continue;
            }
            for (int i = 0; i < 2; i++) {
                try {
                    store.update(record(bound), same -> same);
                } catch (UnreadableItemException expected) {
                    check(!recognised || !isUpdatable(entity, unfit.item()), "an item that can be read is not updated");
                } catch (WriteRefusedException refused) {
                    // A number where the time was that it expires at may be long past.
                    check(entity.version() != null || entity.table().expiry() != null, "it is refused: " + refused);
                }
            }
            Map<String, AttributeValue> now = db.client()
                    .getItem(request -> request.tableName(entity.table().name()).key(key(entity, unfit.item())))
                    .item();
            check(AttributeValue.fromS("theirs").equals(now.get(FOREIGN)), "what the model does not know is lost");
        }
    }

    private boolean names(Bound<?> bound, Entity<?> entity, Map<String, AttributeValue> item) {
        KeyCondition condition = bound.conditions(scoping(entity)).get(0);
        Map<String, AttributeValue> key = key(entity, item);
        String sort = entity.table().sort();
        return AttributeValue.fromS(condition.partition())
                        .equals(key.get(entity.table().partition()))
                && (sort == null
                        || condition.sort() instanceof SortCondition.Equal equal
                                && AttributeValue.fromS(equal.value()).equals(key.get(sort)));
    }

    /** Leaves an item that cannot be read, if there is a form of it, which the repair reports and passes over. */
    private <T extends Record> void repair(Entity<T> entity, Map<String, AttributeValue> whole) {
        UnfitItems.Unfit left = UnfitItems.of(entity.table(), whole).stream()
                .filter(unfit -> entity.owns(unfit.item(), scoping(entity)))
                .filter(unfit -> !isReadable(entity, unfit.item()) && put(entity, unfit.item()))
                .findFirst()
                .orElse(null);
        if (left == null || model.support().isEmpty()) {
            return;
        }
        Outcome outcome = new Repair(Deployment.of(model, db.client())).run(page -> {});
        check(outcome.unreadableCount() == 1, entity.place() + ", " + left + ": repair reports " + outcome);
        check(
                outcome.unreadable().get(0).entity().equals(entity.name()),
                entity.place() + ": repair reports " + outcome);
    }

    /** A pattern with what a record says of its parameters; null if that is not all of them. */
    private <T extends Record> @Nullable Bound<?> bound(Entity<T> entity, Pattern<?> pattern, T record) {
        List<Object> values = new ArrayList<>();
        List<String> names = pattern.parameters();
        for (String name : names) {
            Field field = entity.mapping().field(name);
            Object value = field == null ? null : field.accessor().apply(record);
            if (value == null) {
                return null;
            }
            values.add(value);
        }
        Bound<?> bound = pattern.of(values.toArray());
        try {
            bound = pattern.isEachDay()
                    ? bound.from(SampleRecords.NOON.minusSeconds(3600)).to(SampleRecords.NOON.plusSeconds(3600))
                    : bound;
            bound.conditions(scoping(entity));
            return bound;
        } catch (RuntimeException notAsked) {
            return null;
        }
    }

    private <T extends Record> Pair<T> samples(Entity<T> entity) {
        Random random = new Random(entity.name().hashCode());
        Scope scope = entity.scoped() ? entity.table().scope() : null;
        Map<String, Object> fixed = scope == null ? Map.of() : Map.of(scope.field(), TENANT);
        RuntimeException last = new IllegalStateException("none was tried");
        for (int i = 0; i < SAMPLES_MAX; i++) {
            try {
                T healthy = new SampleRecords(random, fixed).of(entity.type());
                entity.toItem(healthy, scoping(entity));
                T other = beside(entity, healthy, scope == null ? "" : scope.field());
                entity.toItem(other, scoping(entity));
                return new Pair<>(healthy, other);
            } catch (RuntimeException e) {
                last = e;
            }
        }
        throw new IllegalStateException("no record of " + entity.place() + " was found", last);
    }

    /** A record with the same partition key and another sort key; with another partition key if no sort key tells them apart. */
    private <T extends Record> T beside(Entity<T> entity, T healthy, String scope) {
        Map<String, AttributeValue> own = entity.keyOf(healthy, scoping(entity));
        for (boolean partition : new boolean[] {false, true}) {
            Map<String, Object> changed = new HashMap<>();
            for (EntityKey key : entity.keys()) {
                TreeSet<String> names = new TreeSet<>(key.partition().attributes());
                if (!partition) {
                    names = new TreeSet<>(
                            key.sort() == null ? List.of() : key.sort().attributes());
                    names.removeAll(key.partition().attributes());
                }
                names.remove(scope);
                for (String name : names) {
                    Component component = entity.mapping().component(name);
                    Object value = component == null ? null : component.valueIn(healthy);
                    Object other = value == null ? null : SampleRecords.other(value);
                    if (component != null && other != null) {
                        changed.put(component.name(), other);
                    }
                }
            }
            T other = SampleRecords.with(entity.type(), healthy, changed);
            if (!entity.keyOf(other, scoping(entity)).equals(own)) {
                return other;
            }
        }
        return healthy;
    }

    private <T extends Record> boolean has(Entity<T> entity, List<?> found, T healthy) {
        Map<String, AttributeValue> key = entity.keyOf(healthy, scoping(entity));
        return found.stream()
                .filter(entity.type()::isInstance)
                .map(entity.type()::cast)
                .anyMatch(each -> entity.keyOf(each, scoping(entity)).equals(key));
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    @SuppressWarnings("unchecked") // the pattern is one of records
    private static Bound<Record> record(Bound<?> bound) {
        return (Bound<Record>) bound;
    }

    @SuppressWarnings("unchecked") // the pattern is a collection
    private static Bound<Groups> groups(Bound<?> bound) {
        return (Bound<Groups>) bound;
    }
}
