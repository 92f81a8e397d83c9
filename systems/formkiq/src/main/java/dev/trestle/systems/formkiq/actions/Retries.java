package dev.trestle.systems.formkiq.actions;

import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.DocumentActionsActionBuilder;
import java.time.Duration;
import java.util.List;

/** When actions are tried again that failed because of something that may pass. */
final class Retries {
    static final int MAX = 5;

    private static final List<Duration> WAITS = List.of(
            Duration.ofSeconds(10),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofMinutes(120));

    private Retries() {}

    private static int made(Action action) {
        Integer count = action.retryCount();
        return count == null ? 0 : count;
    }

    private static boolean isLast(Action action) {
        return made(action) >= MAX;
    }

    /** An action that failed so, as it waits for the next attempt; or as it is given up, after the last. */
    static Action after(Action failed, String message) {
        DocumentActionsActionBuilder after =
                DocumentActionsActionBuilder.builder(failed).message(message).maxRetries(MAX);
        return isLast(failed)
                ? after.status(ActionStatus.MAX_RETRIES_REACHED).build()
                : after.status(ActionStatus.WAITING_FOR_RETRY)
                        .retryCount(made(failed) + 1)
                        .build();
    }

    /** How long an action waits that is to be tried again. */
    static Duration wait(Action waiting) {
        return WAITS.get(Math.min(Math.max(made(waiting), 1), WAITS.size()) - 1);
    }
}
