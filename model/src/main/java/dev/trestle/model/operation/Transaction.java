package dev.trestle.model.operation;

import dev.trestle.model.Bound;
import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Operations that are carried out together or not at all, in any tables of the model.
 *
 * <pre>{@code
 * store.transaction()
 *         .create(NOTE, note)
 *         .check(SHOWSET_BY_ID.of(note.showSetId()), Expect.PRESENT)
 *         .commit();
 * }</pre>
 *
 * <p>For one thread, and for one commit.
 */
public final class Transaction {
    private final Writes writes;
    private final List<Operation> operations = new ArrayList<>();

    Transaction(Writes writes) {
        this.writes = writes;
    }

    /** Puts a record, in place of what was there. */
    public <T extends Record> Transaction put(Entity<T> entity, T record) {
        return put(entity, record, Expect.ANYTHING);
    }

    /** Puts a record, if what is there is as expected. */
    public <T extends Record> Transaction put(Entity<T> entity, T record, Expect expect) {
        operations.add(new PutOperation<>(entity, record, expect));
        return this;
    }

    /** Puts a record where none is. */
    public <T extends Record> Transaction create(Entity<T> entity, T record) {
        return put(entity, record, Expect.ABSENT);
    }

    /** Puts a record where none is, together with attributes that the entity does not know, as {@link Stored#unknown} gives them. */
    public <T extends Record> Transaction create(Entity<T> entity, T record, Map<String, AttributeValue> unknown) {
        operations.add(new PutOperation<>(entity, record, Expect.ABSENT, unknown));
        return this;
    }

    /** Deletes a record, if what is there is as expected. */
    public <T extends Record> Transaction delete(Entity<T> entity, T record, Expect expect) {
        Map<String, AttributeValue> key = entity.keyOf(record, writes.scoping(entity));
        operations.add(new DeleteOperation<>(entity, key, Versions.expected(entity, record, expect)));
        return this;
    }

    /** Deletes what a pattern names, if it is as expected. */
    public <T extends Record> Transaction delete(Bound<T> bound, Expect expect) {
        operations.add(new DeleteOperation<>(entityOf(bound.pattern()), keyOf(bound), expect));
        return this;
    }

    /**
     * Moves a record that was read to the key of another, if it is unchanged and nothing is there. What another program wrote on the item
     * moves with it.
     */
    public <T extends Record> Transaction move(Entity<T> entity, Stored<T> before, T after) {
        delete(entity, before.record(), Expect.unchanged(before));
        return create(entity, after, before.unknown(entity));
    }

    /**
     * Writes what differs between a record that was read and the one that it is to become.
     *
     * @param decidedBy the attributes that the decision read and that must not have changed; its version, or all that the record has, if none is named
     */
    public <T extends Record> Transaction replace(Entity<T> entity, Stored<T> before, T after, String... decidedBy) {
        operations.add(new ReplaceOperation<>(entity, before, after, Expect.unchanged(before, decidedBy)));
        return this;
    }

    /** Changes the record that a pattern names; what it is now is read when the transaction is committed. */
    public <T extends Record> Transaction update(Bound<T> bound, UnaryOperator<T> change) {
        operations.add(new UpdateOperation<>(entityOf(bound.pattern()), keyOf(bound), change));
        return this;
    }

    /** Changes some attributes of the item that a pattern names. */
    public <T extends Record> Transaction change(Bound<T> bound, UnaryOperator<Change<T>> changes) {
        operations.add(changes.apply(new Change<>(writes, bound)).operation());
        return this;
    }

    /** Holds the transaction to what an item is. */
    public <T extends Record> Transaction check(Bound<T> bound, Expect expect) {
        operations.add(new CheckOperation<>(entityOf(bound.pattern()), keyOf(bound), expect));
        return this;
    }

    /**
     * Carries all of it out.
     *
     * @throws WriteRefusedException if a condition did not hold, with the operations that it was; nothing was written then
     */
    public void commit() {
        writes.run(operations);
    }

    private Map<String, AttributeValue> keyOf(Bound<?> bound) {
        return WriteContext.keyOf(
                bound, writes.scoping(bound.pattern().entities().get(0)));
    }

    @SuppressWarnings("unchecked")
    static <T extends Record> Entity<T> entityOf(Pattern<T> pattern) {
        return (Entity<T>) pattern.entities().get(0);
    }
}
