package dev.trestle.platform.http;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides whose work is next, so that nobody has to wait for the work of one other caller, or of one other tenant.
 *
 * <p>Two rules. <em>Shares</em>: a caller has no more running than its limit, and no more than there are workers free, so that a caller
 * who has nothing running finds a free one as long as there are fewer callers than workers. A tenant's people have a limit together.
 * What goes beyond waits in a queue of the caller's own, which is bounded alike: by a limit, and by as much as is free of all that
 * may wait. <em>Turns</em>: when a worker becomes free, tenants take turns, and the people of a tenant take turns within its own.
 *
 * <p>Invariant: after {@link #next} has returned null, no work that waits may run. Guarded by its owner's lock.
 */
final class Turns {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final Limits limits;
    private final Map<String, Share> shares = new HashMap<>();
    private final Map<String, Group> groups = new HashMap<>();
    private final LinkedHashSet<Group> inTurn = new LinkedHashSet<>();
    private int running;
    private int waiting;

    /** How much may run and wait, in all, and of one person and of one tenant. */
    record Limits(int running, int waiting, HttpLimits.Share person, HttpLimits.Share tenant) {}

    /** What one caller has under way. */
    private static final class Share {
        private final Caller caller;
        private final Group group;
        private final ArrayDeque<Work> queue = new ArrayDeque<>();
        private int running;

        Share(Caller caller, Group group) {
            this.caller = caller;
            this.group = group;
        }
    }

    /** What the people of a tenant have under way together. */
    private static final class Group {
        private final LinkedHashSet<Share> inTurn = new LinkedHashSet<>();
        private int members;
        private int running;
        private int waiting;
    }

    Turns(Limits limits) {
        this.limits = limits;
    }

    int running() {
        return running;
    }

    int waiting() {
        return waiting;
    }

    /** Counts a work as running, if it may run now. */
    boolean begin(Work work) {
        Share share = share(work.caller());
        if (!mayRun(share)) {
            forgetIfIdle(share);
            return false;
        }
        count(share);
        return true;
    }

    /** Has a work wait for its turn, or refuses it. */
    void enqueue(Work work) {
        Share share = share(work.caller());
        try {
            checkRoom(share);
        } catch (ApiException full) {
            forgetIfIdle(share);
            throw full;
        }
        share.queue.add(work);
        share.group.waiting++;
        waiting++;
        share.group.inTurn.add(share);
        inTurn.add(share.group);
    }

    /** Refuses a caller of whom no more may wait. One who has nothing under way may not have to wait. */
    void checkRoom(Caller caller) {
        Share share = shares.get(caller.key());
        if (share != null && !share.queue.isEmpty()) {
            checkRoom(share);
        }
    }

    private void checkRoom(Share share) {
        boolean isPerson = share.caller.isPerson();
        int own = share.queue.size();
        if (waiting >= limits.waiting()) {
            throw ApiException.unavailable(
                    "Too many requests are waiting. Try again a little later.", RETRY_AFTER, null);
        }
        if (own >= limits.waiting() - waiting
                || isPerson && own >= limits.person().waiting()) {
            throw refusal(
                    isPerson
                            ? "Too many of your requests are under way. Wait until some are answered, then try again."
                            : "Too many requests of your address are under way. Try again a little later.");
        }
        if (share.caller.tenant() != null
                && share.group.waiting >= limits.tenant().waiting()) {
            throw refusal("Too many requests of your organisation are under way. Try again a little later.");
        }
    }

    private static ApiException refusal(String message) {
        return new ApiException(Problem.of(Kind.RATE_LIMITED, message).withRetryAfter(RETRY_AFTER));
    }

    /** Takes a work out of its queue. */
    void remove(Work work) {
        Share share = shares.get(work.caller().key());
        if (share != null && share.queue.remove(work)) {
            left(share);
            forgetIfIdle(share);
        }
    }

    /** A work that was counted as running is over. */
    void ended(Work work) {
        Share share = Objects.requireNonNull(shares.get(work.caller().key()));
        running--;
        share.running--;
        share.group.running--;
        forgetIfIdle(share);
    }

    /** Takes the next work that may run out of its queue, and counts it as running; null if none may. */
    @Nullable
    Work next() {
        for (Group group : inTurn) {
            Share share = firstThatMayRun(group);
            if (share != null) {
                Work work = share.queue.remove();
                left(share);
                moveToEnd(share);
                count(share);
                return work;
            }
        }
        return null;
    }

    private @Nullable Share firstThatMayRun(Group group) {
        for (Iterator<Share> each = group.inTurn.iterator(); each.hasNext() && running < limits.running(); ) {
            Share share = each.next();
            if (mayRun(share)) {
                return share;
            }
        }
        return null;
    }

    private void moveToEnd(Share share) {
        if (share.group.inTurn.remove(share)) {
            share.group.inTurn.add(share);
        }
        if (inTurn.remove(share.group)) {
            inTurn.add(share.group);
        }
    }

    private void left(Share share) {
        waiting--;
        share.group.waiting--;
        if (share.queue.isEmpty()) {
            share.group.inTurn.remove(share);
        }
        if (share.group.inTurn.isEmpty()) {
            inTurn.remove(share.group);
        }
    }

    private boolean mayRun(Share share) {
        return share.running < limits.running() - running
                && (!share.caller.isPerson() || share.running < limits.person().running())
                && (share.caller.tenant() == null
                        || share.group.running < limits.tenant().running());
    }

    private void count(Share share) {
        running++;
        share.running++;
        share.group.running++;
    }

    private Share share(Caller caller) {
        return shares.computeIfAbsent(caller.key(), key -> {
            Group group = groups.computeIfAbsent(caller.group(), tenant -> new Group());
            group.members++;
            return new Share(caller, group);
        });
    }

    private void forgetIfIdle(Share share) {
        if (share.running == 0 && share.queue.isEmpty() && shares.remove(share.caller.key(), share)) {
            if (--share.group.members == 0) {
                groups.remove(share.caller.group());
            }
        }
    }
}
