package dev.trestle.server.console;

import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Index;
import dev.trestle.model.Scope;
import dev.trestle.model.Table;
import dev.trestle.model.Unique;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.mapping.Component;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Violation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * A change of an item by hand. It is made only if the item is as it was read, and only where it cannot contradict another item: attributes that
 * keys are made of, that are unique, or that further items repeat are the system's to change.
 */
final class Edit {
    /** DynamoDB takes 300 operators in an expression. */
    private static final int ATTRIBUTES_MAX = 140;

    private final Table table;
    private final Map<String, AttributeValue> before;
    private final Map<String, AttributeValue> after;
    private final @Nullable Recognised known;

    Edit(Table table, Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        this.table = table;
        this.before = before;
        this.after = new TreeMap<>(after);
        this.known = Recognised.of(table, before);
    }

    /** Why items of an entity are not changed by hand; null if they may be. */
    static @Nullable String lockedBecause(@Nullable Recognised known) {
        return known != null && !known.entity().twins().isEmpty()
                ? "Further items repeat what this one says, so that only the system can change it."
                : null;
    }

    /** The attributes that change. */
    Set<String> changed() {
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        names.removeIf(name -> before.containsKey(name) && before.get(name).equals(after.get(name)));
        return names;
    }

    /**
     * The request that does it.
     *
     * @param tableName as it is in this database
     * @throws ApiException with all that is in its way
     */
    UpdateItemRequest request(String tableName) {
        check();
        countUp();
        Set<String> watched = new TreeSet<>(before.keySet());
        watched.addAll(after.keySet());
        if (known != null) {
            known.entity().attributes().stream()
                    .filter(component -> component.kind() == Component.Kind.ATTRIBUTE)
                    .forEach(component -> watched.add(component.attribute()));
        }
        watched.removeAll(Items.keyAttributes(table));
        if (watched.size() > ATTRIBUTES_MAX) {
            throw ApiException.invalid("after", "has more attributes than can be compared in one request")
                    .withCode("item-too-wide");
        }
        return build(tableName, watched);
    }

    private UpdateItemRequest build(String tableName, Set<String> watched) {
        Map<String, String> names = new HashMap<>();
        Map<String, AttributeValue> values = new HashMap<>();
        List<String> conditions = new ArrayList<>();
        List<String> sets = new ArrayList<>();
        List<String> removes = new ArrayList<>();
        names.put("#key", table.partition());
        conditions.add("attribute_exists(#key)");
        int i = 0;
        for (String name : watched) {
            String alias = "#a" + i;
            AttributeValue old = before.get(name);
            AttributeValue now = after.get(name);
            names.put(alias, name);
            if (old == null) {
                conditions.add("attribute_not_exists(" + alias + ")");
            } else {
                values.put(":o" + i, old);
                conditions.add(alias + " = :o" + i);
            }
            if (now == null && old != null) {
                removes.add(alias);
            } else if (now != null && !now.equals(old)) {
                values.put(":n" + i, now);
                sets.add(alias + " = :n" + i);
            }
            i++;
        }
        String update = (sets.isEmpty() ? "" : "SET " + String.join(", ", sets))
                + (removes.isEmpty() ? "" : " REMOVE " + String.join(", ", removes));
        return UpdateItemRequest.builder()
                .tableName(tableName)
                .key(Items.keyOf(table, before))
                .updateExpression(update.strip())
                .conditionExpression(String.join(" AND ", conditions))
                .expressionAttributeNames(names)
                .expressionAttributeValues(values.isEmpty() ? null : values)
                .returnValues(ReturnValue.ALL_NEW)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build();
    }

    private void check() {
        String locked = lockedBecause(known);
        if (locked != null) {
            throw ApiException.invalid("after", locked).withCode("item-locked");
        }
        Set<String> changed = changed();
        if (changed.isEmpty()) {
            throw ApiException.invalid("after", "is the item as it was: there is nothing to change")
                    .withCode("item-unchanged");
        }
        List<Violation> wrong = new ArrayList<>();
        Set<String> keys = keyAttributes();
        Set<String> bound = boundAttributes();
        for (String name : changed) {
            if (keys.contains(name)) {
                wrong.add(new Violation("after/" + name, "is a key, and keys are never changed here")
                        .withCode("key-fixed"));
            } else if (bound.contains(name)) {
                wrong.add(new Violation(
                                "after/" + name,
                                "is part of a key, unique or fixed, so that only the system can change it")
                        .withCode("attribute-fixed"));
            }
        }
        if (!wrong.isEmpty()) {
            throw ApiException.invalid(wrong);
        }
        checkReadable();
    }

    private Set<String> keyAttributes() {
        Set<String> keys = new TreeSet<>(Items.keyAttributes(table));
        for (Index index : table.indexes()) {
            keys.add(index.partition());
            String sort = index.sort();
            if (sort != null) {
                keys.add(sort);
            }
        }
        return keys;
    }

    private Set<String> boundAttributes() {
        Set<String> bound = new TreeSet<>();
        if (known != null) {
            Entity<?> entity = known.entity();
            entity.keys().stream().map(EntityKey::attributes).forEach(bound::addAll);
            entity.indexKeys().stream().map(EntityKey::attributes).forEach(bound::addAll);
            entity.uniques().stream().map(Unique::fields).forEach(bound::addAll);
            bound.addAll(entity.constants().keySet());
            Scope scope = table.scope();
            if (scope != null) {
                bound.add(scope.field());
            }
        }
        return bound;
    }

    /** What the system could read, it must be able to read afterwards. */
    private void checkReadable() {
        if (known == null || !isReadable(before)) {
            return;
        }
        try {
            known.entity().toRecord(after, known.scoping());
        } catch (ModelException e) {
            throw ApiException.invalid("after", "could not be read by the system: " + e.getMessage())
                    .withCode("item-unreadable", Map.of("why", String.valueOf(e.getMessage())));
        }
    }

    private boolean isReadable(Map<String, AttributeValue> item) {
        Recognised entity = known;
        if (entity == null) {
            return false;
        }
        try {
            entity.entity().toRecord(item, entity.scoping());
            return true;
        } catch (ModelException e) {
            return false;
        }
    }

    /** Whoever has the item in hand in the system must notice that it has changed. */
    private void countUp() {
        String version = known == null ? null : known.entity().version();
        AttributeValue count = version == null ? null : before.get(version);
        if (version != null && count != null && count.n() != null) {
            after.put(
                    version,
                    AttributeValue.fromN(
                            new BigDecimal(count.n()).add(BigDecimal.ONE).toPlainString()));
        }
    }
}
