package dev.trestle.systems.formkiq.actions;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.model.Documents.Document;

/** Told of every document whose content comes, the first or a new one, inside the transaction that brings it. */
@FunctionalInterface
public interface ContentListener {
    /**
     * A content that came.
     *
     * @param document as it is from now on
     * @param isFirst whether it had none before
     * @param by who sent it
     */
    record Event(String site, ItemStore store, Document document, boolean isFirst, Actor by) {}

    /** Adds to the decision what follows from it: few writes, or a job. */
    void came(Event event, Decision<?> decision);
}
