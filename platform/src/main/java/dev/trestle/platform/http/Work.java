package dev.trestle.platform.http;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A task of a caller, on its way through a pool of workers: it waits for its turn, runs, and is over. */
final class Work {
    private static final Logger LOG = LoggerFactory.getLogger(Work.class);

    private final Workers workers;
    private final Caller caller;
    private final Consumer<Work> task;
    private final Runnable never;
    /** This and the thread are guarded by the pool's lock. */
    private State state = State.NEW;

    private @Nullable Thread thread;

    enum State {
        NEW,
        WAITING,
        RUNNING,
        OVER
    }

    /** {@code never} is called if the task will not run: it closes what the task would have. */
    Work(Workers workers, Caller caller, Consumer<Work> task, Runnable never) {
        this.workers = workers;
        this.caller = caller;
        this.task = task;
        this.never = never;
    }

    Caller caller() {
        return caller;
    }

    State state() {
        return state;
    }

    void become(State next) {
        state = next;
    }

    /** From now on an interruption meets this work. */
    void heldBy(@Nullable Thread runner) {
        thread = runner;
    }

    void interrupt() {
        if (thread != null) {
            thread.interrupt();
        }
    }

    /** Takes it away if it has not begun. Returns whether it never will. */
    boolean drop() {
        return workers.drop(this);
    }

    /** Takes it away if it has not begun, and else interrupts it. Returns whether it has not begun and never will. */
    boolean cancel() {
        return workers.cancel(this);
    }

    void neverRuns() {
        never.run();
    }

    /** A task answers its own failures; whatever still comes out of it must not cost the pool a thread. */
    void run() {
        try {
            task.accept(this);
        } catch (Throwable failure) {
            LOG.error("a task failed", failure);
        }
    }
}
