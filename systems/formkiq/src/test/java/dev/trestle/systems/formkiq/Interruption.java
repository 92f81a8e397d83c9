package dev.trestle.systems.formkiq;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Has the writes of requests, or of jobs, stop at one of them: by a failure, as a crash has it, or by a pause. */
final class Interruption {
    private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicInteger stopped = new AtomicInteger();
    private volatile @Nullable CountDownLatch released;
    private volatile boolean ofJobs;

    DynamoDbClient around(DynamoDbClient client) {
        return Faults.around(DynamoDbClient.class, client, this::before, call -> {});
    }

    /** What is written from the write of a number on fails. */
    void failAt(int write, boolean inJobs) {
        ofJobs = inJobs;
        released = null;
        stopped.set(0);
        left.set(write);
    }

    /** The same, but it waits until {@link #goOn}. */
    void pauseAt(int write, boolean inJobs) {
        failAt(write, inJobs);
        released = new CountDownLatch(1);
    }

    void goOn() {
        left.set(Integer.MAX_VALUE);
        CountDownLatch latch = released;
        released = null;
        if (latch != null) {
            latch.countDown();
        }
    }

    /** How many writes were stopped. */
    int stopped() {
        return stopped.get();
    }

    void close() {
        goOn();
    }

    private void before(String call) {
        boolean isWrite = call.matches("transactWriteItems|putItem|updateItem|deleteItem");
        boolean isJob = Thread.currentThread().getName().startsWith("trestle-job");
        if (!isWrite || isJob != ofJobs || !isOfTheSystem()) {
            return;
        }
        CountDownLatch latch = released;
        if (left.getAndUpdate(count -> count == Integer.MAX_VALUE ? count : count - 1) > 0) {
            return;
        }
        stopped.incrementAndGet();
        if (latch == null) {
            throw new IllegalStateException("stopped here");
        }
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while it was paused", e);
        }
    }

    /** Not the bookkeeping of jobs, streams and indexes. */
    private static boolean isOfTheSystem() {
        return StackWalker.getInstance()
                .walk(
                        frames -> frames.anyMatch(
                                frame -> frame.getClassName()
                                        .matches(
                                                "dev\\.trestle\\.systems\\.formkiq\\.(actions|documents|folders|tags|attributes)\\..*")));
    }
}
