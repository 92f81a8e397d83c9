package dev.trestle.model.evolution;

import dev.trestle.model.Bound;
import dev.trestle.model.Entity;
import dev.trestle.model.KeyCondition;
import dev.trestle.model.Origin;
import dev.trestle.model.Scoping;
import dev.trestle.model.SortCondition;
import dev.trestle.model.Table;
import dev.trestle.model.Twin;
import dev.trestle.model.error.ModelException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Rows of the support table that are made of other items: which there should be of one, and which have no item any more. */
final class MadeItems {
    private final Deployment deployment;
    private final Owners owners;

    MadeItems(Deployment deployment) {
        this.deployment = deployment;
        this.owners = new Owners(deployment.support());
    }

    /** What is made of the items of an entity. */
    <T extends Record> List<Twin<T, ?>> of(Entity<T> entity) {
        List<Twin<T, ?>> made = new ArrayList<>();
        for (Entity<?> each : deployment.support().entities()) {
            Twin<T, ?> twin = twin(each, entity);
            if (twin != null) {
                made.add(twin);
            }
        }
        return made;
    }

    @SuppressWarnings("unchecked") // the origin is that very entity
    private static <S extends Record, T extends Record> @Nullable Twin<T, S> twin(Entity<S> made, Entity<T> entity) {
        Origin<S, ?> origin = made.origin();
        return origin == null || !entity.equals(origin.entity())
                ? null
                : new Twin<>(made, ((Origin<S, T>) origin).from());
    }

    /** Takes a row away that no item has any more; whether it did. */
    boolean release(Map<String, AttributeValue> row) {
        Owners.Owner found = owners.of(row);
        return found != null && release(found.entity(), found.scoping(), row);
    }

    private <S extends Record> boolean release(Entity<S> made, Scoping scoping, Map<String, AttributeValue> row) {
        Origin<S, ?> origin = made.origin();
        // Of a row that all tenants share, nobody can tell whose item it was made of.
        boolean isFound = origin != null && (made.scoped() || !origin.entity().scoped());
        Function<S, ? extends Bound<?>> back = origin == null ? null : origin.back();
        return origin != null && back != null && isFound && release(made, origin, scoping, row);
    }

    private <S extends Record, T extends Record> boolean release(
            Entity<S> made, Origin<S, T> origin, Scoping scoping, Map<String, AttributeValue> row) {
        Entity<T> owner = origin.entity();
        Function<S, Bound<T>> back = Objects.requireNonNull(origin.back());
        Scoping scope = owner.scoped() ? owner.table().scoping(scoping.tenant()) : Scoping.NONE;
        Items items = new Items(deployment, owner.table());
        Items rows = new Items(deployment, made.table());
        Map<String, AttributeValue> key;
        Map<String, AttributeValue> item;
        try {
            key = keyOf(owner.table(), back.apply(made.toRecord(row, scoping)), scope);
            item = items.read(key);
            boolean stands = item != null
                    && owner.owns(item, scope)
                    && origin.from().apply(owner.toRecord(item, scope)).stream()
                            .anyMatch(each -> made.keyOf(each, scoping).equals(rows.keyOf(row)));
            if (stands || item != null && item.size() > Items.COMPARED_MAX) {
                return false;
            }
        } catch (ModelException e) {
            return false; // what cannot be read is not given up
        }
        List<TransactWriteItem> writes =
                List.of(rows.delete(rows.keyOf(row), rows.unchanged(row)), items.check(key, item));
        try {
            deployment.client().transactWriteItems(request -> request.transactItems(writes));
            return true;
        } catch (TransactionCanceledException e) {
            return false; // somebody writes it just now, and keeps what is made of it in order
        }
    }

    private static Map<String, AttributeValue> keyOf(Table table, Bound<?> bound, Scoping scoping) {
        KeyCondition condition = bound.conditions(scoping).get(0);
        Map<String, AttributeValue> key = new HashMap<>();
        key.put(table.partition(), AttributeValue.fromS(condition.partition()));
        if (table.sort() != null && condition.sort() instanceof SortCondition.Equal equal) {
            key.put(table.sort(), AttributeValue.fromS(equal.value()));
        }
        return key;
    }

    /** Takes away what one item had before a change, and has not any more. */
    <T extends Record> void releaseFormer(Entity<T> entity, Scoping scoping, Map<String, AttributeValue> before) {
        List<Twin<T, ?>> owned =
                of(entity).stream().filter(made -> !isShared(made.entity())).toList();
        if (owned.isEmpty()) {
            return;
        }
        T record;
        try {
            record = entity.toRecord(before, scoping);
        } catch (ModelException e) {
            return; // nothing was made of what could not be read
        }
        owned.forEach(made -> releaseFormer(made, record, scoping));
    }

    private static boolean isShared(Entity<?> made) {
        Origin<?, ?> origin = made.origin();
        return origin != null && origin.back() == null;
    }

    private <T extends Record, S extends Record> void releaseFormer(Twin<T, S> made, T record, Scoping scoping) {
        Entity<S> entity = made.entity();
        Items rows = new Items(deployment, entity.table());
        Scoping scope = entity.scoped() ? entity.table().scoping(scoping.tenant()) : Scoping.NONE;
        for (S each : made.from().apply(record)) {
            Map<String, AttributeValue> row = rows.read(entity.keyOf(each, scope));
            if (row != null) {
                release(row);
            }
        }
    }
}
