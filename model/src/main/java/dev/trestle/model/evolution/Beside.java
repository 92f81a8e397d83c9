package dev.trestle.model.evolution;

import dev.trestle.model.Entity;
import dev.trestle.model.Guard;
import dev.trestle.model.Index;
import dev.trestle.model.Scoping;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.Twin;
import dev.trestle.model.Unique;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.error.UnreadableItemException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Rebuilds what stands beside one item: its guards, second items, and what is made of it. */
final class Beside<T extends Record> {
    /** How it went. */
    enum Result {
        FINE,
        CHANGED,
        CONFLICT,
        /** It does not fit its record, so that nobody knows what should stand beside it. */
        UNREADABLE
    }

    private static final int ATTEMPTS_MAX = 20;
    /** Of a transaction's hundred actions; one holds the item itself. */
    private static final int WRITES_MAX = 99;

    private final Deployment deployment;
    private final Entity<T> entity;
    private final Scoping scoping;
    private final Consumer<Conflict> conflicts;
    private final Items items;
    private final List<Twin<T, ?>> further;

    Beside(Deployment deployment, Entity<T> entity, Scoping scoping, Consumer<Conflict> conflicts) {
        this.deployment = deployment;
        this.entity = entity;
        this.scoping = scoping;
        this.conflicts = conflicts;
        this.items = new Items(deployment, entity.table());
        this.further = new ArrayList<>(entity.twins());
        further.addAll(new MadeItems(deployment).of(entity));
    }

    Result repair(Map<String, AttributeValue> read) {
        Map<String, AttributeValue> item = read;
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            List<TransactWriteItem> writes = new ArrayList<>();
            String problem = null;
            try {
                T record;
                try {
                    record = entity.toRecord(item, scoping);
                } catch (UnreadableItemException e) {
                    return Result.UNREADABLE;
                }
                problem = addGuards(record, item, writes);
                addSecondItems(record, writes);
            } catch (ModelException e) {
                problem = "what stands beside it cannot be read or written: " + e.getMessage();
            }
            if (item.size() > Items.COMPARED_MAX && !writes.isEmpty()) {
                problem = "it has more than " + Items.COMPARED_MAX + " attributes, which cannot be held meanwhile";
                writes.clear();
            }
            if (write(item, writes)) {
                if (problem != null) {
                    conflicts.accept(items.conflict(item, problem));
                }
                return problem != null ? Result.CONFLICT : writes.isEmpty() ? Result.FINE : Result.CHANGED;
            }
            Map<String, AttributeValue> again = items.read(items.keyOf(read));
            if (again == null) {
                return Result.FINE;
            }
            item = again;
        }
        conflicts.accept(items.conflict(read, "others kept writing it"));
        return Result.CONFLICT;
    }

    /** Each transaction holds the item to what was read; false if it changed meanwhile. */
    private boolean write(Map<String, AttributeValue> item, List<TransactWriteItem> writes) {
        try {
            for (int from = 0; from < writes.size(); from += WRITES_MAX) {
                List<TransactWriteItem> some =
                        new ArrayList<>(writes.subList(from, Math.min(from + WRITES_MAX, writes.size())));
                some.add(items.check(items.keyOf(item), item));
                deployment.client().transactWriteItems(request -> request.transactItems(some));
            }
            return true;
        } catch (TransactionCanceledException e) {
            return false;
        }
    }

    /** What is wrong with its unique values; null if nothing is. */
    private @Nullable String addGuards(T record, Map<String, AttributeValue> item, List<TransactWriteItem> writes) {
        String problem = null;
        for (Unique unique : entity.uniques()) {
            Guard guard = Guard.of(entity, unique, record, items.keyOf(item), scoping);
            if (guard == null) {
                continue;
            }
            Entity<Guard> guards = Support.guards(deployment.support());
            Items guardItems = new Items(deployment, guards.table());
            Map<String, AttributeValue> wanted = guards.toItem(guard, Scoping.NONE);
            Map<String, AttributeValue> stored = guardItems.read(guardItems.keyOf(wanted));
            Guard held = stored == null ? null : guards.toRecord(stored, Scoping.NONE);
            if (guard.equals(held)) {
                continue;
            }
            GuardOwners.Holder holder = held == null ? null : new GuardOwners(deployment).holderOf(held);
            if (held != null && holder != null && holder.stands()) {
                problem = "its " + unique.name() + " \"" + guard.value() + "\" is also that of " + held.partition()
                        + (held.sort().isEmpty() ? "" : " | " + held.sort());
            } else {
                writes.add(guardItems.put(wanted, guardItems.unchanged(stored)));
            }
        }
        return problem;
    }

    private void addSecondItems(T record, List<TransactWriteItem> writes) {
        for (Twin<T, ?> twin : further) {
            addSecondItems(twin, record, writes);
        }
    }

    private <S extends Record> void addSecondItems(Twin<T, S> twin, T record, List<TransactWriteItem> writes) {
        Entity<S> second = twin.entity();
        Items secondItems = new Items(deployment, second.table());
        Scoping scope = second.scoped() ? second.table().scoping(scoping.tenant()) : Scoping.NONE;
        for (S each : twin.from().apply(record)) {
            Map<String, AttributeValue> now = second.toItem(each, scope);
            Map<String, AttributeValue> stored = secondItems.read(secondItems.keyOf(now));
            Map<String, AttributeValue> wanted = merged(second, stored, now);
            if (!wanted.equals(stored)) {
                writes.add(secondItems.put(wanted, secondItems.unchanged(stored)));
            }
        }
    }

    /** A second item as it has to be; what another program wrote on it stays. */
    private static Map<String, AttributeValue> merged(
            Entity<?> second, @Nullable Map<String, AttributeValue> stored, Map<String, AttributeValue> now) {
        Map<String, AttributeValue> merged = new HashMap<>(stored == null ? Map.of() : stored);
        Table table = second.table();
        for (Index index : table.indexes()) {
            merged.remove(index.partition());
            if (index.sort() != null) {
                merged.remove(index.sort());
            }
        }
        second.attributes().forEach(component -> merged.remove(component.attribute()));
        merged.putAll(now);
        return merged;
    }
}
