package dev.trestle.model.evolution;

import dev.trestle.model.Entity;
import dev.trestle.model.Guard;
import dev.trestle.model.Scoping;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.Unique;
import dev.trestle.model.error.ModelException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Knows of a guard whether the item that holds it still has the value. */
final class GuardOwners {
    private final Deployment deployment;
    private final Entity<Guard> guards;

    GuardOwners(Deployment deployment) {
        this.deployment = deployment;
        this.guards = Support.guards(deployment.support());
    }

    /**
     * The item behind a guard, as it was read.
     *
     * @param item null if there is none
     * @param stands whether it has the value that the guard keeps
     */
    record Holder(
            Items items,
            Map<String, AttributeValue> key,
            @Nullable Map<String, AttributeValue> item,
            boolean stands) {}

    /** The holder of a guard; null if it is of no entity of this model. */
    @Nullable
    Holder holderOf(Guard guard) {
        for (Table table : deployment.model().allTables()) {
            for (Entity<?> entity : table.entities()) {
                Scoping scoping = scopingOf(guard, entity);
                if (scoping != null) {
                    return holder(guard, entity, scoping);
                }
            }
        }
        return null;
    }

    private static @Nullable Scoping scopingOf(Guard guard, Entity<?> entity) {
        boolean keeps =
                entity.uniques().stream().anyMatch(unique -> unique.name().equals(guard.field()));
        if (!keeps) {
            return null;
        }
        if (!entity.scoped()) {
            return guard.entity().equals(Guard.nameOf(entity, Scoping.NONE)) ? Scoping.NONE : null;
        }
        String before = entity.table().name() + "/" + entity.name() + "/";
        return guard.entity().startsWith(before) && guard.entity().length() > before.length()
                ? entity.table().scoping(guard.entity().substring(before.length()))
                : null;
    }

    private <T extends Record> Holder holder(Guard guard, Entity<T> entity, Scoping scoping) {
        Table table = entity.table();
        Items items = new Items(deployment, table);
        Map<String, AttributeValue> key = new HashMap<>();
        key.put(table.partition(), AttributeValue.fromS(guard.partition()));
        if (table.sort() != null) {
            key.put(table.sort(), AttributeValue.fromS(guard.sort()));
        }
        Map<String, AttributeValue> item = items.read(key);
        boolean stands = item != null && entity.owns(item, scoping) && has(entity, item, scoping, guard);
        return new Holder(items, key, item, stands);
    }

    private static <T extends Record> boolean has(
            Entity<T> entity, Map<String, AttributeValue> item, Scoping scoping, Guard guard) {
        T record;
        try {
            record = entity.toRecord(item, scoping);
        } catch (ModelException e) {
            return true; // what cannot be read is not given up
        }
        for (Unique unique : entity.uniques()) {
            if (guard.equals(Guard.of(entity, unique, record, entity.keyOf(record, scoping), scoping))) {
                return true;
            }
        }
        return false;
    }

    /** Takes a guard away that no item stands behind; whether it did. */
    boolean release(Map<String, AttributeValue> guardItem) {
        Guard guard = guards.toRecord(guardItem, Scoping.NONE);
        Holder holder = holderOf(guard);
        Map<String, AttributeValue> item = holder == null ? null : holder.item();
        if (holder == null || holder.stands() || item != null && item.size() > Items.COMPARED_MAX) {
            return false;
        }
        Items guardItems = new Items(deployment, guards.table());
        List<TransactWriteItem> writes = new ArrayList<>();
        writes.add(guardItems.delete(guardItems.keyOf(guardItem), guardItems.unchanged(guardItem)));
        writes.add(holder.items().check(holder.key(), item));
        try {
            deployment.client().transactWriteItems(request -> request.transactItems(writes));
            return true;
        } catch (TransactionCanceledException e) {
            return false; // somebody writes it just now, and keeps its guard in order
        }
    }
}
