package dev.trestle.systems.formkiq.actions;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Decision;
import org.jspecify.annotations.Nullable;

/** How the attempt at an action ended. */
public sealed interface ActionOutcome {
    /** What is written together with the completion, decided anew for each attempt at the transaction. */
    @FunctionalInterface
    interface Writes {
        Writes NONE = (store, decision) -> {};

        void add(ItemStore store, Decision<?> decision);
    }

    /** It is COMPLETE. */
    record Done(@Nullable String message, Writes writes) implements ActionOutcome {
        /** With rows that are written in the transaction that completes it, so that they are there once. */
        public Done writing(Writes rows) {
            return new Done(message, rows);
        }
    }

    /** There was nothing to do: the next one goes on. */
    record Skipped(String message) implements ActionOutcome {}

    /** It fails, and stops the rest. */
    record Failed(String message) implements ActionOutcome {}

    /** It failed because of something that may pass: it is tried again later. */
    record Passing(String message) implements ActionOutcome {}

    /** It waits for somebody's decision, and stops the rest. */
    record Queued() implements ActionOutcome {}

    /** Another one has to come first; this one is pending again behind it. */
    record First(NewAction action) implements ActionOutcome {}

    static Done done() {
        return new Done(null, Writes.NONE);
    }

    static Done done(String message) {
        return new Done(message, Writes.NONE);
    }

    static ActionOutcome skipped(String message) {
        return new Skipped(message);
    }

    static ActionOutcome failed(String message) {
        return new Failed(message);
    }

    static ActionOutcome passing(String message) {
        return new Passing(message);
    }

    static ActionOutcome queued() {
        return new Queued();
    }

    static ActionOutcome first(NewAction action) {
        return new First(action);
    }
}
