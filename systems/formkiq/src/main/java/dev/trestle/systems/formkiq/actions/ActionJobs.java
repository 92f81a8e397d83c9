package dev.trestle.systems.formkiq.actions;

import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;

/** The jobs that do what is due of a document's actions. Any number of them may be under way for one document. */
final class ActionJobs {
    /** Their type. */
    static final String RUN = "document-actions";

    private ActionJobs() {}

    /** Which document. */
    record Asked(String site, String documentId) {}

    static void wake(Decision<?> decision, String site, String documentId) {
        decision.job(RUN, documentId, new Asked(site, documentId));
    }

    /** Whether time or work alone brings an action on. */
    static boolean mayGoOn(ActionStatus status) {
        return switch (status) {
            case PENDING, RUNNING, WAITING_FOR_RETRY -> true;
            case COMPLETE, FAILED, SKIPPED, IN_QUEUE, FAILED_RETRY, MAX_RETRIES_REACHED -> false;
        };
    }
}
