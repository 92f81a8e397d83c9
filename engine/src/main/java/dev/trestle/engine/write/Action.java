package dev.trestle.engine.write;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.expression.Condition;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.value.Bytes;
import org.jspecify.annotations.Nullable;

/** A change to one item, or a check of it, validated and bound to its table: all that is left depends on the item as it stands. */
record Action(
        TableDef table,
        Bytes key,
        @Nullable Condition condition,
        boolean returnItemOnFailure,
        Effect effect,
        /* what the item given by the request counts against a transaction's size */ int requestBytes) {

    /** What becomes of the item. Throws a validation error if the change does not fit the item as it stands. */
    interface Effect {
        Outcome apply(@Nullable StoredItem before);
    }

    /** The item afterwards, null if there is none, and what an update touched, before and after. */
    record Outcome(
            @Nullable StoredItem after,
            @Nullable StoredItem updatedOld,
            @Nullable StoredItem updatedNew) {
        static Outcome of(@Nullable StoredItem after) {
            return new Outcome(after, null, null);
        }
    }

    boolean holds(@Nullable StoredItem item) {
        return condition == null || condition.test(name -> item == null ? null : item.attribute(name));
    }

    EngineException failure(@Nullable StoredItem item) {
        return EngineException.conditionFailed(returnItemOnFailure ? item : null);
    }
}
