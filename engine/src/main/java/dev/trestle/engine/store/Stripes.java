package dev.trestle.engine.store;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.value.Bytes;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Locks over item keys, held while a write is prepared and queued, never while the disk is awaited. Keys share stripes; a request
 * takes each stripe once and in ascending order, so that two requests never wait for each other in a circle.
 */
public final class Stripes {
    private static final int COUNT = 4096;
    private static final long TIMEOUT_SECONDS = 5;

    private final ReentrantLock[] locks = new ReentrantLock[COUNT];

    public Stripes() {
        for (int i = 0; i < COUNT; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    static int stripeOf(Bytes key) {
        int h = key.hashCode() * 0x9E3779B1;
        return (h >>> 16) & (COUNT - 1);
    }

    static int count() {
        return COUNT;
    }

    public Held lock(Bytes key) {
        return lockAll(new int[] {stripeOf(key)});
    }

    public Held lock(Collection<Bytes> keys) {
        return lockAll(
                keys.stream().mapToInt(Stripes::stripeOf).sorted().distinct().toArray());
    }

    private Held lockAll(int[] stripes) {
        int taken = 0;
        try {
            while (taken < stripes.length && locks[stripes[taken]].tryLock(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                taken++;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (taken == stripes.length) {
            return new Held(stripes);
        }
        unlock(stripes, taken);
        throw EngineException.of(ErrorCode.TRANSACTION_CONFLICT, "Transaction is ongoing for the item");
    }

    private void unlock(int[] stripes, int count) {
        for (int i = count - 1; i >= 0; i--) {
            locks[stripes[i]].unlock();
        }
    }

    /** The stripes of one request; closing unlocks them. */
    public final class Held implements AutoCloseable {
        private final int[] stripes;

        private Held(int[] stripes) {
            this.stripes = stripes;
        }

        @Override
        public void close() {
            unlock(stripes, stripes.length);
        }
    }
}
