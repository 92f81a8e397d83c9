package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.Guard;
import dev.trestle.model.Scoping;
import dev.trestle.model.Unique;
import dev.trestle.model.error.UnreadableItemException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Keeps the guards of unique values during one attempt of a transaction: one item per taken value, written with what takes it.
 *
 * <p>A guard is taken only where there is none, where it is the item's own already, or where the same transaction gives it up. The
 * first attempt trusts that guards are in step with their owners. They need not be: another program may have written an owner, or it
 * has expired. So a further attempt looks: a guard whose owner has the value no more is taken over, as long as the owner stays so, and
 * a guard that is missing or somebody else's is not in the way of giving a value up.
 */
final class Guards {
    private final WriteContext context;
    private final Map<Map<String, AttributeValue>, Wish<?>> wishes = new LinkedHashMap<>();

    Guards(WriteContext context) {
        this.context = context;
    }

    /** What becomes of one guard: it is taken, given up, or given up by one item and taken by another. */
    private static final class Wish<T extends Record> {
        final Entity<T> entity;
        final Unique unique;
        final int place;
        final @Nullable Guard taken;
        final @Nullable Guard released;

        Wish(Entity<T> entity, Unique unique, int place, @Nullable Guard taken, @Nullable Guard released) {
            this.entity = entity;
            this.unique = unique;
            this.place = place;
            this.taken = taken;
            this.released = released;
        }
    }

    /**
     * Notes what a change of a record means for its guards.
     *
     * @param before null if the record is new
     * @param after null if it is deleted
     * @param renew whether the guard of a value that stays is written, too
     */
    <T extends Record> void change(
            Entity<T> entity,
            @Nullable T before,
            @Nullable T after,
            Map<String, AttributeValue> key,
            boolean renew,
            int place) {
        Scoping scoping = context.scoping(entity);
        for (Unique unique : entity.uniques()) {
            Guard old = before == null ? null : Guard.of(entity, unique, before, key, scoping);
            Guard taken = after == null ? null : Guard.of(entity, unique, after, key, scoping);
            boolean stays = old != null && old.equals(taken);
            if (taken != null && (renew || !stays)) {
                take(entity, unique, taken, place);
            }
            if (old != null && !stays) {
                release(entity, unique, old, place);
            }
        }
    }

    private <T extends Record> void take(Entity<T> entity, Unique unique, Guard guard, int place) {
        wishes.compute(context.guards(entity).keyOf(guard, Scoping.NONE), (key, wish) -> {
            if (wish != null && wish.taken != null) {
                throw notUnique(entity, unique, place, wish.taken);
            }
            return new Wish<>(entity, unique, place, guard, wish == null ? null : wish.released);
        });
    }

    private <T extends Record> void release(Entity<T> entity, Unique unique, Guard guard, int place) {
        wishes.compute(
                context.guards(entity).keyOf(guard, Scoping.NONE),
                (key, wish) -> wish == null
                        ? new Wish<>(entity, unique, place, null, guard)
                        : new Wish<>(wish.entity, wish.unique, wish.place, wish.taken, guard));
    }

    /**
     * Adds the writes of all that was noted.
     *
     * @throws WriteRefusedException if this is a further attempt, and a value is another item's
     */
    void addTo(List<Action> actions) {
        wishes.forEach((key, wish) -> add(key, wish, actions));
    }

    private <T extends Record> void add(Map<String, AttributeValue> key, Wish<T> wish, List<Action> actions) {
        Entity<Guard> guards = context.guards(wish.entity);
        Guard held = null;
        if (context.further()) {
            Map<String, AttributeValue> item = context.read(guards, key);
            held = item == null ? null : held(guards, item, wish);
        }
        boolean others = held != null && !held.equals(wish.taken) && !held.equals(wish.released);
        Expression expression = new Expression();
        StringBuilder condition = new StringBuilder("attribute_not_exists(")
                .append(expression.name(guards.table().partition()))
                .append(')');
        own(wish.released, expression, condition);
        if (wish.taken == null) {
            if (!others) {
                Write delete = Write.delete(context.nameOf(guards), key, condition.toString(), expression);
                actions.add(Action.aside(delete, wish.place, wish.entity));
            }
            return;
        }
        own(wish.taken, expression, condition);
        if (others && held != null) {
            actions.add(abandoned(wish, held));
            own(held, expression, condition);
        }
        Map<String, AttributeValue> item = guards.toItem(wish.taken, Scoping.NONE);
        Write put = Write.put(context.nameOf(guards), item, condition.toString(), expression);
        actions.add(new Action(put, wish.place, wish.entity, null, wish.unique.name()));
    }

    private static void own(@Nullable Guard guard, Expression expression, StringBuilder condition) {
        if (guard != null) {
            condition
                    .append(" OR (")
                    .append(expression.name("partition"))
                    .append(" = ")
                    .append(expression.value(guard.partition()))
                    .append(" AND ")
                    .append(expression.name("sort"))
                    .append(" = ")
                    .append(expression.value(guard.sort()))
                    .append(')');
        }
    }

    /** The check that the owner of a guard still does not have the value that the guard says it has. */
    private <T extends Record> Action abandoned(Wish<T> wish, Guard held) {
        Entity<T> entity = wish.entity;
        Map<String, AttributeValue> key = ownerOf(entity, held);
        Stored<T> owner;
        try {
            owner = context.stored(entity, key);
        } catch (UnreadableItemException e) {
            throw notUnique(entity, wish.unique, wish.place, held); // what cannot be read is not given up
        }
        Expect as = Expect.ABSENT;
        if (owner != null && !context.expired(entity, owner.item())) {
            if (held.equals(Guard.of(entity, wish.unique, owner.record(), key, context.scoping(entity)))) {
                throw notUnique(entity, wish.unique, wish.place, held);
            }
            as = Expect.unchanged(owner);
        }
        Expression expression = new Expression();
        String condition = Expectations.condition(as, entity, expression, context.nowSeconds());
        return Action.aside(Write.check(context.nameOf(entity), key, condition, expression), wish.place, entity);
    }

    /** The guard of an item; one that cannot be read may be anybody's, and nobody takes the value. */
    private Guard held(Entity<Guard> guards, Map<String, AttributeValue> item, Wish<?> wish) {
        try {
            return guards.toRecord(item, Scoping.NONE);
        } catch (UnreadableItemException e) {
            Guard wished = wish.taken != null ? wish.taken : Objects.requireNonNull(wish.released);
            throw notUnique(wish.entity, wish.unique, wish.place, wished);
        }
    }

    private static Map<String, AttributeValue> ownerOf(Entity<?> entity, Guard guard) {
        AttributeValue partition = AttributeValue.createS(guard.partition());
        String sort = entity.table().sort();
        return sort == null
                ? Map.of(entity.table().partition(), partition)
                : Map.of(entity.table().partition(), partition, sort, AttributeValue.createS(guard.sort()));
    }

    private WriteRefusedException notUnique(Entity<?> entity, Unique unique, int place, Guard held) {
        Map<String, AttributeValue> item = context.guards(entity).toItem(held, Scoping.NONE);
        return new WriteRefusedException(
                List.of(new WriteRefusedException.Failure(place, entity.name(), Cause.NOT_UNIQUE, unique.name(), item)),
                null);
    }
}
