package dev.trestle.server.installation;

import dev.trestle.platform.system.Demo;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sample data of a demo, loaded beside the server that is ready already: one system after another, on a thread of its own. A loader that
 * is cut off leaves a mark, by which the next start empties the tables and loads again.
 */
final class DemoLoading implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DemoLoading.class);
    private static final int STOP_SECONDS = 20;

    private final List<Load> loads = new ArrayList<>();
    private final Set<String> pending = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> loaded = new CompletableFuture<>();
    private volatile double share;
    private volatile boolean stopping;
    private @Nullable Thread thread;

    /** Loads a system's sample data, and says how far it is. */
    @FunctionalInterface
    interface Loader {
        void load(Demo.Progress progress);
    }

    private record Load(String system, Loader loader) {}

    /**
     * How far it is.
     *
     * @param state {@code loading}, {@code loaded} or {@code failed}
     * @param percent of all of it
     * @param pending the systems that are not loaded yet
     */
    record Status(String state, int percent, List<String> pending) {}

    /** Before it is started. */
    void add(String system, Loader loader) {
        loads.add(new Load(system, loader));
        pending.add(system);
    }

    boolean isPending(String system) {
        return pending.contains(system);
    }

    void start() {
        if (loads.isEmpty()) {
            loaded.complete(null);
            return;
        }
        Thread loading = new Thread(this::load, "trestle-demo");
        loading.setDaemon(true);
        thread = loading;
        loading.start();
    }

    private void load() {
        try {
            for (int i = 0; i < loads.size(); i++) {
                Load each = loads.get(i);
                int before = i;
                each.loader().load((done, of) -> {
                    share = (before + (double) done / of) / loads.size();
                    if (stopping) {
                        throw new CancellationException("The server stops.");
                    }
                });
                pending.remove(each.system());
                share = (i + 1.0) / loads.size();
            }
            LOG.info("the sample data is loaded");
            loaded.complete(null);
        } catch (RuntimeException | Error e) {
            if (!stopping) {
                LOG.error("the sample data could not be loaded; the next start tries it again", e);
            }
            loaded.completeExceptionally(e);
        }
    }

    Status status() {
        String state = !loaded.isDone() ? "loading" : loaded.isCompletedExceptionally() ? "failed" : "loaded";
        return new Status(state, (int) (100 * share), List.copyOf(new LinkedHashSet<>(pending)));
    }

    /** Runs when all is loaded; not if that fails. */
    void whenLoaded(Runnable action) {
        CompletableFuture<Void> unused = loaded.thenRun(action);
    }

    /** Waits until all is loaded. */
    void await() {
        try {
            loaded.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException why) {
                throw why;
            }
            throw e;
        }
    }

    /** Has a loader stop at its next step, and waits for that: it must not write to a store that is closed. */
    @Override
    public void close() {
        stopping = true;
        Thread loading = thread;
        if (loading != null) {
            try {
                loading.join(STOP_SECONDS * 1000L);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
