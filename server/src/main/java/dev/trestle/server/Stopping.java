package dev.trestle.server;

import java.util.concurrent.CountDownLatch;

/**
 * Lets a process that is told to stop end well, at whatever moment it is told: it lives on until all is closed, and its exit code is
 * that of what it ran.
 */
final class Stopping {
    private final CountDownLatch told = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::hold, "trestle-stop");
    private volatile int code = ExitCodes.PROBLEM;

    private Stopping() {}

    /** From now on the process ends only after {@link #closed} or {@link #failed}. */
    static Stopping listen() {
        Stopping stopping = new Stopping();
        Runtime.getRuntime().addShutdownHook(stopping.hook);
        return stopping;
    }

    /** Waits until the process is told to stop. */
    void await() throws InterruptedException {
        told.await();
    }

    /** All that ran is closed, because it was told to stop. */
    void closed() {
        code = ExitCodes.FINE;
        closed.countDown();
    }

    /** Nothing runs, for another reason: whoever knows it says so, and ends the process. */
    void failed() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException told) {
            closed.countDown(); // the process ends already, and waits for this
        }
    }

    private void hold() {
        told.countDown();
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(code);
    }
}
