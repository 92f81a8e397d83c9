package dev.trestle.platform.http;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Authenticator;
import dev.trestle.platform.api.Problem.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks again, every few seconds, whether those who listen to events may still be here: a listener sends no further request in which its
 * proof would be looked at. Whoever was signed out or disabled, whose key was revoked or whose tenant was suspended is disconnected, and is refused
 * when they come back. While that cannot be looked up, they stay.
 */
final class ListenerCheck implements AutoCloseable {
    static final Duration EVERY = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(ListenerCheck.class);
    private static final Set<Kind> REFUSALS = Set.of(Kind.UNAUTHENTICATED, Kind.FORBIDDEN);

    private final Listeners listeners;
    private final List<Authenticator> authenticators;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread made = new Thread(task, "trestle-listener-check");
        made.setDaemon(true);
        return made;
    });

    ListenerCheck(Listeners listeners, List<Authenticator> authenticators) {
        this.listeners = listeners;
        this.authenticators = authenticators;
        Object unused =
                thread.scheduleWithFixedDelay(this::look, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            listeners.endThose(this::holds);
        } catch (RuntimeException e) { // the next look must come
            LOG.warn("it could not be looked up who may still listen to events", e);
        }
    }

    private boolean holds(String proof) {
        try {
            return authenticators.stream().anyMatch(each -> each.authenticate(proof) != null);
        } catch (ApiException refused) {
            return !REFUSALS.contains(refused.problem().kind());
        } catch (RuntimeException unknown) {
            LOG.debug("a listener's proof could not be looked up", unknown);
            return true;
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
