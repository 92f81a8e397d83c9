package dev.trestle.objects.object;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A lock for each key that somebody is about to change, held until the change is on disk: writers of one key come one after the other, and
 * each sees what the last one left. Different keys never wait for each other. Who takes several takes them in ascending order.
 */
public final class KeyLocks {
    private static final long PATIENCE_SECONDS = 60;

    private final Map<Bytes, Counted> locks = new ConcurrentHashMap<>();

    /** {@code users} is changed under the map's lock of the entry only. */
    private static final class Counted {
        final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
        int users;
    }

    public Held exclusive(Bytes name) {
        return take(name, false);
    }

    /** For those who do not mind each other, but mind whoever is there exclusively. */
    public Held shared(Bytes name) {
        return take(name, true);
    }

    public Held exclusive(Collection<Bytes> names) {
        List<Held> taken = new ArrayList<>();
        try {
            for (Bytes name : new TreeSet<>(names)) {
                taken.add(exclusive(name));
            }
        } catch (RuntimeException | Error e) {
            taken.forEach(Held::close);
            throw e;
        }
        return () -> taken.forEach(Held::close);
    }

    private Held take(Bytes name, boolean shared) {
        Counted counted = locks.compute(name, (key, present) -> {
            Counted entry = present == null ? new Counted() : present;
            entry.users++;
            return entry;
        });
        Lock lock = shared ? counted.lock.readLock() : counted.lock.writeLock();
        boolean taken = false;
        try {
            taken = lock.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!taken) {
            leave(name);
            throw ObjectStoreException.of(S3Error.SLOW_DOWN);
        }
        return () -> {
            lock.unlock();
            leave(name);
        };
    }

    private void leave(Bytes name) {
        locks.computeIfPresent(name, (key, entry) -> --entry.users == 0 ? null : entry);
    }

    /** Closing unlocks. */
    public interface Held extends AutoCloseable {
        @Override
        void close();
    }
}
