package dev.trestle.systems.holdthatthought.area;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.RateAction;
import dev.trestle.systems.holdthatthought.model.RateLimit;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How often a person may do something. An action is counted in the transaction that does it, so that what is refused does not count, and
 * two requests at once count as two.
 *
 * <p>A window begins with the first action after the last window's end. {@code windowStart} alone decides whether one is over: DynamoDB
 * deletes expired items late, and other programs may write any TTL.
 */
public final class RateLimits {
    private static final Map<RateAction, Limit> LIMITS = Map.of(
            RateAction.COMMENT, new Limit(20, Duration.ofMinutes(1)),
            RateAction.MESSAGE, new Limit(30, Duration.ofMinutes(1)),
            RateAction.REACTION, new Limit(60, Duration.ofMinutes(1)),
            RateAction.PROFILE, new Limit(100, Duration.ofMinutes(1)),
            RateAction.UPLOAD, new Limit(10, Duration.ofMinutes(5)));

    private final ItemStore store;

    /** So many in a window. */
    private record Limit(int count, Duration window) {}

    public RateLimits(ItemStore store) {
        this.store = store.consistent();
    }

    /** Counts an action with what was decided; refuses one too many. */
    public <R extends @Nullable Object> Decision<R> counting(
            Decision<R> decision, String userId, RateAction action, Instant at) {
        Limit limit = limit(action);
        Optional<Stored<RateLimit>> found = store.stored(HoldThatThoughtTable.RATE_LIMIT_OF_USER.of(userId, action));
        RateLimit before = found.map(Stored::record).orElse(null);
        boolean isOpen = before != null
                && !before.windowStart().isAfter(at)
                && at.isBefore(before.windowStart().plus(limit.window()));
        Instant start = isOpen && before != null ? before.windowStart() : at;
        int count = isOpen && before != null ? before.count() : 0;
        if (count >= limit.count()) {
            throw exceeded(Duration.between(at, start.plus(limit.window())));
        }
        RateLimit after = new RateLimit(
                userId, action, count + 1, start, start.plus(limit.window()).plus(limit.window()));
        return found.isPresent()
                ? decision.replace(HoldThatThoughtTable.RATE_LIMIT, found.get(), after)
                : decision.create(HoldThatThoughtTable.RATE_LIMIT, after);
    }

    private static Limit limit(RateAction action) {
        Limit known = LIMITS.get(action);
        if (known == null) {
            throw new IllegalArgumentException(action + " has no limit.");
        }
        return known;
    }

    private static ApiException exceeded(Duration left) {
        long seconds = Math.max(1, (left.toMillis() + 999) / 1000);
        return new ApiException(
                Problem.of(Kind.RATE_LIMITED, "That was too often. Try again in " + seconds + " seconds.")
                        .withRetryAfter(Duration.ofSeconds(seconds))
                        .withField("retryAfter", seconds));
    }
}
