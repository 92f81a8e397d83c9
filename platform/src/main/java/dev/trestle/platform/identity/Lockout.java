package dev.trestle.platform.identity;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.table.Attempts;
import dev.trestle.platform.table.Expired;
import dev.trestle.platform.table.PlatformTable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Slows down whoever guesses. An attempt is counted before the password is looked at, so that many at the same time are not one; the
 * count is of names, taken or not, so that it tells nothing about which are.
 */
final class Lockout {
    private static final Duration FIRST_WAIT = Duration.ofSeconds(15);
    private static final Duration WAIT_MAX = Duration.ofMinutes(15);
    private static final Duration FORGOTTEN_AFTER = Duration.ofHours(24);
    private static final int TRIES_MAX = 10;

    private final ItemStore store;
    private final Clock clock;
    private final int free;

    /** {@code free} is how many attempts cost nothing. */
    Lockout(ItemStore store, Clock clock, int free) {
        this.store = store.consistent();
        this.clock = clock;
        this.free = free;
    }

    /** Refuses whoever has to wait, without counting. */
    void check(String name) {
        store.get(PlatformTable.ATTEMPTS_OF.of(Secrets.hash(name))).ifPresent(this::checkLock);
    }

    private void checkLock(Attempts attempts) {
        Instant now = clock.instant();
        Instant locked = attempts.lockedUntil();
        if (locked != null && locked.isAfter(now)) {
            throw ApiException.rateLimited(Duration.between(now, locked));
        }
    }

    /** Counts an attempt, or refuses it because there were too many. */
    void attempt(String name) {
        String subject = Secrets.hash(name);
        for (int attempt = 0; attempt < TRIES_MAX; attempt++) {
            Optional<Stored<Attempts>> before = store.stored(PlatformTable.ATTEMPTS_OF.of(subject));
            Instant now = clock.instant();
            int failures = before.map(stored -> stored.record().failures()).orElse(0) + 1;
            before.map(Stored::record).ifPresent(this::checkLock);
            Attempts counted = new Attempts(subject, failures, lockedUntil(failures, now), now.plus(FORGOTTEN_AFTER));
            try {
                if (before.isPresent()) {
                    store.put(PlatformTable.ATTEMPTS, counted, Expect.unchanged(before.get()));
                } else {
                    Expired.create(store, PlatformTable.ATTEMPTS, counted, clock);
                }
                return;
            } catch (WriteRefusedException another) {
                // Another attempt was counted at the same moment; this one is counted after it.
            }
        }
        throw ApiException.rateLimited(FIRST_WAIT);
    }

    private @Nullable Instant lockedUntil(int failures, Instant now) {
        if (failures < free) {
            return null;
        }
        int doublings = Math.min(failures - free, 20);
        Duration wait = FIRST_WAIT.multipliedBy(1L << doublings);
        return now.plus(wait.compareTo(WAIT_MAX) > 0 ? WAIT_MAX : wait);
    }

    /** The password was right. */
    void succeeded(String name) {
        store.transaction()
                .delete(PlatformTable.ATTEMPTS_OF.of(Secrets.hash(name)), Expect.ANYTHING)
                .commit();
    }
}
