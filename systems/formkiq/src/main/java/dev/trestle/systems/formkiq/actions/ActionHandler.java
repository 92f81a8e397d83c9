package dev.trestle.systems.formkiq.actions;

import java.io.IOException;

/**
 * Does one type of action. A process may end while it works, and then the action is done once more: what it does
 * outside of the transaction that completes the action can be done twice.
 *
 * <p>An {@link dev.trestle.platform.api.ApiException} fails the action with its text; an {@link IOException} passes,
 * and the action is tried again; any other exception fails it.
 */
@FunctionalInterface
public interface ActionHandler {
    ActionOutcome run(ActionRun run) throws IOException, InterruptedException;
}
