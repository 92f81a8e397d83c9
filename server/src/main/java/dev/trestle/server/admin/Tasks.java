package dev.trestle.server.admin;

import dev.trestle.platform.api.ApiException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that takes longer than a request: one after another, with how far each is. The last ones are remembered while the process runs; what
 * they made is on disk.
 */
public final class Tasks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Tasks.class);
    private static final int WAITING_MAX = 10;
    private static final int KEPT_MAX = 50;
    private static final int STOP_SECONDS = 30;

    private final Clock clock;
    private final Map<String, Task> tasks = new LinkedHashMap<>();
    private final ThreadPoolExecutor worker =
            new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING_MAX), task -> {
                Thread thread = new Thread(task, "trestle-task");
                thread.setDaemon(true);
                return thread;
            });

    public Tasks(Clock clock) {
        this.clock = clock;
        worker.allowCoreThreadTimeOut(true);
    }

    /** Where a task stands. */
    public enum State {
        WAITING,
        RUNNING,
        DONE,
        FAILED
    }

    /**
     * A task as it is now.
     *
     * @param total what {@code done} will be in the end; 0 if that is not known
     * @param unit of both: items or bytes
     * @param result what it found or made
     */
    public record View(
            String taskId,
            String kind,
            String about,
            String by,
            State state,
            Instant createdAt,
            @Nullable Instant endedAt,
            long done,
            long total,
            String unit,
            @Nullable Map<String, Object> result,
            @Nullable String failure) {}

    /** What is to be done; gives its result. */
    interface Work {
        Map<String, Object> run(Progress progress) throws Exception;
    }

    /** Where work says how far it is. */
    interface Progress {
        /** Whether to go on. */
        boolean at(long done, long total);
    }

    private static final class Task {
        private volatile View view;
        private final Work work;

        Task(View view, Work work) {
            this.view = view;
            this.work = work;
        }

        private void to(
                State state, @Nullable Instant ended, @Nullable Map<String, Object> result, @Nullable String why) {
            View old = view;
            view = new View(
                    old.taskId,
                    old.kind,
                    old.about,
                    old.by,
                    state,
                    old.createdAt,
                    ended,
                    old.done,
                    old.total,
                    old.unit,
                    result,
                    why);
        }

        private void at(long done, long total) {
            View old = view;
            view = new View(
                    old.taskId,
                    old.kind,
                    old.about,
                    old.by,
                    old.state,
                    old.createdAt,
                    old.endedAt,
                    done,
                    total,
                    old.unit,
                    old.result,
                    old.failure);
        }
    }

    /** Has something done soon. */
    View begin(String kind, String about, String by, String unit, Work work) {
        String id = UUID.randomUUID().toString();
        Task task = new Task(
                new View(id, kind, about, by, State.WAITING, clock.instant(), null, 0, 0, unit, null, null), work);
        synchronized (tasks) {
            tasks.values().removeIf(old -> tasks.size() >= KEPT_MAX && old.view.endedAt() != null);
            tasks.put(id, task);
        }
        try {
            worker.execute(() -> run(task));
        } catch (RejectedExecutionException full) {
            synchronized (tasks) {
                tasks.remove(id);
            }
            throw ApiException.unavailable(
                    "Other long work waits. Try again when it is done.", Duration.ofSeconds(30), full);
        }
        return task.view;
    }

    private void run(Task task) {
        task.to(State.RUNNING, null, null, null);
        try {
            Map<String, Object> result = task.work.run((done, total) -> {
                task.at(done, total);
                return !worker.isShutdown();
            });
            task.to(State.DONE, clock.instant(), result, null);
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            LOG.atWarn()
                    .addKeyValue("task", task.view.kind())
                    .addKeyValue("about", task.view.about())
                    .setCause(e)
                    .log("a task failed");
            task.to(State.FAILED, clock.instant(), null, why);
        }
    }

    View get(String taskId) {
        synchronized (tasks) {
            Task found = tasks.get(taskId);
            if (found == null) {
                throw ApiException.notFound("There is no such task, or the server was started since.");
            }
            return found.view;
        }
    }

    /** Newest first. */
    List<View> list() {
        synchronized (tasks) {
            List<View> views = new ArrayList<>();
            tasks.values().forEach(task -> views.add(0, task.view));
            return views;
        }
    }

    /** Waits for what runs, for a while: stores must not be closed below it. */
    @Override
    public void close() {
        worker.shutdown();
        try {
            if (!worker.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                worker.shutdownNow();
            }
        } catch (InterruptedException e) {
            worker.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
