package dev.trestle.model.evolution;

import dev.trestle.model.Entity;
import dev.trestle.model.Guard;
import dev.trestle.model.Index;
import dev.trestle.model.Scoping;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.Unique;
import dev.trestle.model.error.ModelException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Rewrites one stored item as today's model would have written it. */
final class Rewrite<T extends Record> {
    /**
     * How it went.
     *
     * @param problem what only a person can settle; null if there is nothing
     */
    record Result(boolean changed, @Nullable String problem) {
        static Result problem(String text) {
            return new Result(false, text);
        }
    }

    private static final Result CHANGED = new Result(true, null);
    private static final Result UNCHANGED = new Result(false, null);

    private static final int ATTEMPTS_MAX = 20;

    private final Deployment deployment;
    private final FormerEntity<T> former;
    private final Entity<T> entity;
    private final Table table;
    private final Items items;

    Rewrite(Deployment deployment, FormerEntity<T> former) {
        this.deployment = deployment;
        this.former = former;
        this.entity = former.entity();
        this.table = entity.table();
        this.items = new Items(deployment, table);
    }

    Result of(Map<String, AttributeValue> read) {
        Map<String, AttributeValue> item = read;
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Result result;
            try {
                FormerEntity.Read<T> found = former.read(item);
                result = found == null ? UNCHANGED : rewrite(item, found);
            } catch (ModelException e) {
                return Result.problem("it cannot be read or written: " + e.getMessage());
            }
            if (result != null) {
                return result;
            }
            Map<String, AttributeValue> again = items.read(items.keyOf(read));
            if (again == null) {
                return UNCHANGED;
            }
            item = again;
        }
        return Result.problem("others kept writing it");
    }

    private @Nullable Result rewrite(Map<String, AttributeValue> item, FormerEntity.Read<T> found) {
        Map<String, AttributeValue> wanted = merged(item, entity.toItem(found.record(), found.scoping()));
        if (wanted.equals(item)) {
            return UNCHANGED;
        }
        return items.keyOf(wanted).equals(items.keyOf(item)) ? change(item, wanted) : move(item, wanted, found);
    }

    /** The item with today's keys and constants; all else stays as it is, what the model does not know included. */
    private Map<String, AttributeValue> merged(Map<String, AttributeValue> item, Map<String, AttributeValue> now) {
        Map<String, AttributeValue> merged = new HashMap<>(item);
        keyAttributes().forEach(attribute -> {
            if (entity.mapping().component(attribute) == null) {
                merged.remove(attribute);
            }
        });
        Set<String> written = new HashSet<>(keyAttributes());
        written.addAll(entity.constants().keySet());
        now.forEach((attribute, value) -> {
            if (written.contains(attribute)) {
                merged.put(attribute, value);
            }
        });
        return merged;
    }

    private Set<String> keyAttributes() {
        Set<String> attributes = new LinkedHashSet<>();
        attributes.add(table.partition());
        if (table.sort() != null) {
            attributes.add(table.sort());
        }
        for (Index index : table.indexes()) {
            attributes.add(index.partition());
            if (index.sort() != null) {
                attributes.add(index.sort());
            }
        }
        return attributes;
    }

    /** In place: held to the attributes that the keys depend on, so that all others may be written meanwhile. Null to try again. */
    private @Nullable Result change(Map<String, AttributeValue> item, Map<String, AttributeValue> wanted) {
        Expressions expressions = new Expressions();
        String update = update(item, wanted, expressions);
        compared().forEach(attribute -> expressions.same(attribute, item.get(attribute)));
        try {
            deployment
                    .client()
                    .updateItem(request -> request.tableName(items.tableName())
                            .key(items.keyOf(item))
                            .updateExpression(update)
                            .conditionExpression(expressions.condition())
                            .expressionAttributeNames(expressions.names())
                            .expressionAttributeValues(expressions.values()));
            return CHANGED;
        } catch (ConditionalCheckFailedException e) {
            return null;
        }
    }

    private static String update(
            Map<String, AttributeValue> item, Map<String, AttributeValue> wanted, Expressions expressions) {
        List<String> set = new ArrayList<>();
        List<String> remove = new ArrayList<>();
        Set<String> both = new LinkedHashSet<>(wanted.keySet());
        both.addAll(item.keySet());
        for (String attribute : both) {
            AttributeValue value = wanted.get(attribute);
            if (Objects.equals(value, item.get(attribute))) {
                continue;
            }
            if (value == null) {
                remove.add(expressions.name(attribute));
            } else {
                set.add(expressions.name(attribute) + " = " + expressions.value(value));
            }
        }
        return (set.isEmpty() ? "" : "SET " + String.join(", ", set) + " ")
                + (remove.isEmpty() ? "" : "REMOVE " + String.join(", ", remove));
    }

    /** The key itself, so that a deleted item is not made again; what keys are made of; and the keys as they were. */
    private Set<String> compared() {
        Set<String> compared = new LinkedHashSet<>(keyAttributes());
        entity.keys().forEach(key -> compared.addAll(key.attributes()));
        entity.indexKeys().forEach(key -> compared.addAll(key.attributes()));
        return compared;
    }

    /** To another key, with its guards: held to the whole item. Null to try again. */
    private @Nullable Result move(
            Map<String, AttributeValue> item, Map<String, AttributeValue> wanted, FormerEntity.Read<T> found) {
        if (item.size() > Items.COMPARED_MAX) {
            return Result.problem(
                    "it has more than " + Items.COMPARED_MAX + " attributes, which cannot be held while it moves");
        }
        List<TransactWriteItem> writes = new ArrayList<>();
        writes.add(items.put(wanted, items.unchanged(null)));
        writes.add(items.delete(items.keyOf(item), items.unchanged(item)));
        for (Unique unique : entity.uniques()) {
            Guard before = Guard.of(entity, unique, found.record(), items.keyOf(item), found.scoping());
            Guard after = Guard.of(entity, unique, found.record(), items.keyOf(wanted), found.scoping());
            if (before != null && after != null) {
                writes.add(moveGuard(before, after));
            }
        }
        try {
            deployment.client().transactWriteItems(request -> request.transactItems(writes));
            return CHANGED;
        } catch (TransactionCanceledException e) {
            List<CancellationReason> reasons = e.cancellationReasons();
            for (int i = 0; i < reasons.size(); i++) {
                if (i != 1 && "ConditionalCheckFailed".equals(reasons.get(i).code())) {
                    return Result.problem(
                            i == 0
                                    ? "its new key " + items.shown(wanted) + " is taken by another item"
                                    : "a unique value of it is another item's");
                }
            }
            return null;
        }
    }

    /** A guard that is the item's own, or is not there, is the moved item's from now on. */
    private TransactWriteItem moveGuard(Guard before, Guard after) {
        Entity<Guard> guards = Support.guards(deployment.support());
        Expressions own = new Expressions().ownOrAbsent(guards.table().partition(), before);
        return new Items(deployment, guards.table()).put(guards.toItem(after, Scoping.NONE), own);
    }
}
