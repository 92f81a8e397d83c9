package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.Guard;
import dev.trestle.model.Scoping;
import dev.trestle.model.Unique;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Keeps the guards of an entity's unique values: one item per taken value, written in the transaction that takes it.
 *
 * <p>A guard is taken only where there is none, or where it is the item's own already. Items that another program wrote have none
 * until they are written here or repaired, so a guard that is missing or somebody else's is never in the way of giving a value up.
 */
final class Guards {
    private final WriteContext context;

    Guards(WriteContext context) {
        this.context = context;
    }

    /**
     * The writes that go with a change of a record.
     *
     * @param before null if the record is new
     * @param after null if it is deleted
     */
    <T extends Record> void change(
            Entity<T> entity,
            @Nullable T before,
            @Nullable T after,
            Map<String, AttributeValue> key,
            int place,
            List<Action> actions) {
        for (Unique unique : entity.uniques()) {
            Guard old = before == null ? null : Guard.of(entity, unique, before, key, context.scoping(entity));
            Guard taken = after == null ? null : Guard.of(entity, unique, after, key, context.scoping(entity));
            if (taken != null) {
                actions.add(take(entity, unique, taken, place));
            }
            if (old != null && !old.equals(taken)) {
                Action release = release(entity, old, place);
                if (release != null) {
                    actions.add(release);
                }
            }
        }
    }

    private Action take(Entity<?> entity, Unique unique, Guard guard, int place) {
        Entity<Guard> guards = context.guards(entity);
        Expression expression = new Expression();
        String condition = "attribute_not_exists("
                + expression.name(guards.table().partition()) + ") OR " + own(guard, expression);
        Map<String, AttributeValue> item = guards.toItem(guard, Scoping.NONE);
        return new Action(
                Action.put(context.nameOf(guards), item, condition, expression), place, entity, null, unique.name());
    }

    private @Nullable Action release(Entity<?> entity, Guard guard, int place) {
        Entity<Guard> guards = context.guards(entity);
        Map<String, AttributeValue> key = guards.keyOf(guard, Scoping.NONE);
        Stored<Guard> stored = context.stored(guards, key);
        if (stored == null || !stored.record().equals(guard)) {
            return null;
        }
        Expression expression = new Expression();
        String condition = own(guard, expression);
        return new Action(Action.delete(context.nameOf(guards), key, condition, expression), place, entity, null, null);
    }

    private static String own(Guard guard, Expression expression) {
        return "(" + expression.name("partition") + " = " + expression.value(guard.partition()) + " AND "
                + expression.name("sort") + " = " + expression.value(guard.sort()) + ")";
    }
}
