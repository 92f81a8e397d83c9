package dev.trestle.sdk;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the asynchronous client's calls.
 *
 * <p>Workers, twice as many as there are cores, convert requests and call the engine; they never run a caller's code, and a write
 * leaves its worker as soon as the engine has queued it. Callers' callbacks run on threads of their own, as with the SDK, so that
 * one which blocks holds up neither the workers nor the engine's committer. A call is counted from its submission until its
 * callbacks have run; the count bounds both queues.
 */
final class AsyncRunner implements AutoCloseable {
    /** As many calls as the SDK's own client lets wait for a connection. */
    static final int PENDING_MAX = 10_000;

    private static final int CALLBACK_THREADS = 64;
    private static final int IDLE_SECONDS = 10;
    private static final int CLOSE_SECONDS = 30;

    private final BooleanSupplier closed;
    private final AtomicInteger pending = new AtomicInteger();
    private final ThreadPoolExecutor workers =
            pool(Runtime.getRuntime().availableProcessors() * 2, "trestle-async-worker-");
    private final ThreadPoolExecutor callbacks = pool(CALLBACK_THREADS, "trestle-async-callback-");
    private final ScheduledThreadPoolExecutor scheduler =
            new ScheduledThreadPoolExecutor(1, daemons("trestle-async-waiter-"));

    AsyncRunner(BooleanSupplier closed) {
        this.closed = closed;
        // Late callbacks run on the thread that brings them, which after closing is nobody's worker any more.
        callbacks.setRejectedExecutionHandler((task, pool) -> task.run());
    }

    /** Runs a call that answers at once. */
    <T> CompletableFuture<T> answer(Supplier<T> call) {
        return submit(answer -> {
            T value = call.get();
            deliver(answer, value, null);
        });
    }

    /** Starts a call that the engine completes later. */
    <E, T> CompletableFuture<T> complete(Supplier<CompletableFuture<E>> call, Function<E, T> respond) {
        return submit(answer -> {
            CompletableFuture<E> unused = call.get().whenComplete((result, thrown) -> {
                if (thrown == null) {
                    callback(() -> respond(answer, result, respond));
                } else {
                    deliver(answer, null, thrown);
                }
            });
        });
    }

    private <E, T> void respond(CompletableFuture<T> answer, E result, Function<E, T> respond) {
        T response;
        try {
            response = respond.apply(result);
        } catch (RuntimeException | Error unexpected) {
            finish(answer, null, unexpected);
            return;
        }
        finish(answer, response, null);
    }

    ScheduledExecutorService scheduler() {
        return scheduler;
    }

    private <T> CompletableFuture<T> submit(Task<T> task) {
        if (pending.incrementAndGet() > PENDING_MAX) {
            pending.decrementAndGet();
            return failed(Failures.throttled("Too many calls are waiting: the asynchronous client takes " + PENDING_MAX
                    + " at a time. Let some finish first."));
        }
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            workers.execute(() -> {
                try {
                    task.run(answer);
                } catch (RuntimeException | Error thrown) {
                    deliver(answer, null, thrown);
                }
            });
        } catch (RejectedExecutionException rejected) {
            pending.decrementAndGet();
            return failed(Failures.closed());
        }
        return answer;
    }

    private <T> void deliver(CompletableFuture<T> answer, @Nullable T value, @Nullable Throwable thrown) {
        callback(() -> finish(answer, value, thrown));
    }

    /** Runs the last step of a call, after which it no longer counts. */
    private void callback(Runnable step) {
        callbacks.execute(() -> {
            try {
                step.run();
            } finally {
                pending.decrementAndGet();
            }
        });
    }

    @SuppressWarnings("NullAway") // a call ends with a value or with what it threw
    private <T> void finish(CompletableFuture<T> answer, @Nullable T value, @Nullable Throwable thrown) {
        if (thrown == null) {
            answer.complete(value);
        } else if (thrown instanceof Error) {
            answer.completeExceptionally(new CompletionException(thrown));
        } else {
            answer.completeExceptionally(new CompletionException(Failures.translate(thrown, closed.getAsBoolean())));
        }
    }

    /** The SDK's futures hand a {@link CompletionException} to their callbacks, with the service's exception in it. */
    private static <T> CompletableFuture<T> failed(RuntimeException failure) {
        return CompletableFuture.failedFuture(new CompletionException(failure));
    }

    /**
     * Lets what was submitted end, which after the engine was closed is at once. Waiters that are between two questions ask once
     * more and hear that the database is closed.
     */
    @Override
    public void close() {
        scheduler.shutdown();
        workers.shutdown();
        try {
            if (!workers.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                workers.shutdownNow().forEach(Runnable::run);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        callbacks.shutdown();
    }

    private static ThreadPoolExecutor pool(int threads, String name) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemons(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static ThreadFactory daemons(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    private interface Task<T> {
        void run(CompletableFuture<T> answer);
    }
}
