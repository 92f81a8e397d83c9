package dev.trestle.engine.expression;

import dev.trestle.engine.value.Value;
import java.util.List;
import java.util.Map;

/** An UpdateExpression with its placeholders resolved. Immutable. */
public interface Update {

    /** All right-hand sides read the old item. Returns the new attributes; does not change its argument. */
    Applied apply(Map<String, Value> oldItem);

    /** Whether it makes an item where there is none. */
    default boolean createsItem() {
        return true;
    }

    /** The top-level names that it may change, each once, in the order of their appearance. */
    List<String> attributes();

    /**
     * What an update made of an item.
     *
     * @param updatedOld the values at the touched paths before, for UPDATED_OLD; paths that had none are left out
     * @param updatedNew the values at the touched paths after, for UPDATED_NEW; paths that have none are left out
     */
    record Applied(Map<String, Value> item, Map<String, Value> updatedOld, Map<String, Value> updatedNew) {}
}
