package dev.trestle.systems.formkiq.actions;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.formkiq.api.Refusals;

/** What an action of a type has to have. */
@FunctionalInterface
public interface ActionRules {
    /** Adds what is wrong with an action that somebody wants to add in the site of a store. */
    void check(ItemStore store, NewAction action, Refusals refusals);
}
