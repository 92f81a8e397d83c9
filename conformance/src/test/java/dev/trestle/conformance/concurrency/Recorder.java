package dev.trestle.conformance.concurrency;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The calls of many threads to one thing, with the times of System.nanoTime, which all threads share. */
final class Recorder<C> {
    private final Queue<Operation<C>> operations = new ConcurrentLinkedQueue<>();

    void record(C call, Supplier<? extends @Nullable Object> action) {
        long invoked = System.nanoTime();
        Object answer = action.get();
        operations.add(new Operation<>(call, answer, invoked, System.nanoTime()));
    }

    List<Operation<C>> history() {
        return new ArrayList<>(operations);
    }
}
