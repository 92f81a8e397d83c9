package dev.trestle.server.installation;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What has been opened, to be closed in the opposite order; one that fails to close does not keep the others open. */
final class Closing implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

    private final Deque<Opened> opened = new ArrayDeque<>();

    private record Opened(String name, AutoCloseable resource) {}

    /** {@code name} is what the log says if it does not close. */
    synchronized <C extends AutoCloseable> C add(String name, C resource) {
        opened.push(new Opened(name, resource));
        return resource;
    }

    /** Closes all, because what was to be opened next could not be. */
    void closeAfter(Throwable failure) {
        try {
            close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public synchronized void close() {
        @Nullable IllegalStateException first = null;
        while (!opened.isEmpty()) {
            Opened last = opened.pop();
            try {
                last.resource().close();
            } catch (Exception e) {
                LOG.error("{} did not close", last.name(), e);
                if (first == null) {
                    first = new IllegalStateException(last.name() + " did not close: " + e.getMessage(), e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
