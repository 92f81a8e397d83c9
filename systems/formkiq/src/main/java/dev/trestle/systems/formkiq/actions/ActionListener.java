package dev.trestle.systems.formkiq.actions;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.model.DocumentActions.Action;

/** Told of every action that comes to another state, inside the transaction that brings it there. */
@FunctionalInterface
public interface ActionListener {
    /**
     * Something that happened to an action.
     *
     * @param list all actions of the document, to which more may be added; whoever calls writes it
     * @param after the action with its new status: COMPLETE, SKIPPED, FAILED, MAX_RETRIES_REACHED, IN_QUEUE,
     *     FAILED_RETRY, WAITING_FOR_RETRY, PENDING or RUNNING
     */
    record Event(String site, ItemStore store, ActionList list, Action before, Action after) {}

    /** Adds to the decision what follows from it. */
    void changed(Event event, Decision<?> decision);
}
