package dev.trestle.engine.store;

/** What the engine's threads have in common. */
public final class Threads {
    private Threads() {}

    /** Waits until a thread that was told to end has ended. An interrupt does not cut it short, and is not lost. */
    public static void awaitEnd(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
