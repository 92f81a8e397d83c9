package dev.trestle.platform.events;

import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.WriteRefusedException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stored position of a stream consumer, and the lease on it: of several processes with the same tables one consumes. The lease is taken
 * when there is something to do, not while nothing happens. Each write expects the item that was read or written last, so that a process
 * whose lease has ended cannot move the position of its successor. For one thread.
 */
public final class ConsumerLease {
    private static final Logger LOG = LoggerFactory.getLogger(ConsumerLease.class);
    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final int ATTEMPTS_MAX = 3;

    private final ItemStore store;
    private final Follower.Declaration declared;
    private final String reader;
    private final Clock clock;
    private final String me = UUID.randomUUID().toString();
    private @Nullable StreamPlace known;
    private boolean isUnreadable;

    /** {@code reader} names the consumer among those of the same tables. */
    public ConsumerLease(ItemStore store, Follower.Declaration declared, String reader, Clock clock) {
        this.store = store.consistent();
        this.declared = declared;
        this.reader = reader;
        this.clock = clock;
    }

    /** The position as it was read or written last; null if there is none, empty if it cannot be read. */
    public @Nullable String position() {
        return known != null ? known.place() : isUnreadable ? "" : null;
    }

    public void read() {
        try {
            isUnreadable = false;
            known = store.get(declared.ofReader().of(reader)).orElse(null);
        } catch (UnreadableItemException e) {
            LOG.warn("the position of a stream consumer cannot be read; it is written anew", e);
            isUnreadable = true;
            known = null;
        }
    }

    /**
     * Takes the lease, or renews it before it ends.
     *
     * @param first the position of a consumer that has none yet
     * @return false while another process has it
     */
    public boolean acquire(String first) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Instant now = clock.instant();
            StreamPlace last = known;
            if (last != null && last.isHeldByAnother(me, now)) {
                return false;
            }
            boolean isFresh = last != null
                    && me.equals(last.holder())
                    && last.leaseUntil() != null
                    && last.leaseUntil().isAfter(now.plus(LEASE.dividedBy(2)));
            String place = last == null ? first : last.place();
            Instant reachedAt = last == null ? now : last.reachedAt();
            if (isFresh || write(new StreamPlace(reader, place, reachedAt, me, now.plus(LEASE)))) {
                return true;
            }
            read();
        }
        return false;
    }

    /** Keeps a position; false if another process has taken over. */
    public boolean save(String position) {
        Instant now = clock.instant();
        return write(new StreamPlace(reader, position, now, me, now.plus(LEASE)));
    }

    /** Lets the next process begin at once. */
    public void release() {
        StreamPlace last = known;
        if (last != null && me.equals(last.holder())) {
            boolean unused = write(new StreamPlace(reader, last.place(), last.reachedAt()));
        }
    }

    private boolean write(StreamPlace next) {
        try {
            known = store.put(declared.entity(), next, expected());
            isUnreadable = false;
            return true;
        } catch (WriteRefusedException e) {
            return false;
        }
    }

    private Expect expected() {
        StreamPlace last = known;
        if (last == null) {
            return isUnreadable ? Expect.PRESENT : Expect.ABSENT;
        }
        return Expect.all(
                Expect.equal("place", last.place()),
                last.holder() == null ? Expect.without("holder") : Expect.equal("holder", last.holder()),
                last.leaseUntil() == null
                        ? Expect.without("leaseUntil")
                        : Expect.equal("leaseUntil", last.leaseUntil()));
    }
}
