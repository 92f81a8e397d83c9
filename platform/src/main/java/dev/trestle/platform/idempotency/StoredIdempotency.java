package dev.trestle.platform.idempotency;

import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Idempotency;
import dev.trestle.platform.api.Once;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.table.Expired;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.platform.table.RememberedAnswer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Remembers answers in the platform's table, for a day. A key is claimed before its request is done; a claim whose process died lapses
 * after a while. The claim and the request are two writes, so that a request may be carried out more than once; its {@link Once} stays the
 * same as long as it is not known to have changed nothing, and by that the handler recognises what is there already.
 */
public final class StoredIdempotency implements Idempotency {
    private static final Duration REMEMBERED = Duration.ofHours(24);
    private static final Duration CLAIMED = Duration.ofMinutes(2);
    private static final int BODY_BYTES_MAX = 300_000;

    private final ItemStore store;
    private final Clock clock;

    public StoredIdempotency(ItemStore store, Clock clock) {
        this.store = store.consistent();
        this.clock = clock;
    }

    @Override
    public Begun begin(String scope, String key, String fingerprint) {
        String request = request(scope, key);
        Instant now = clock.instant();
        Optional<Stored<RememberedAnswer>> before = store.stored(PlatformTable.ANSWER_OF.of(request));
        if (before.isPresent()) {
            RememberedAnswer stored = before.get().record();
            if (!stored.fingerprint().equals(fingerprint)) {
                throw ApiException.of(Kind.UNPROCESSABLE, "This Idempotency-Key was used for another request.");
            }
            if (stored.status() > 0) {
                return answer(stored);
            }
            if (stored.claimedUntil().isAfter(now)) {
                throw underWay();
            }
        }
        String known = before.map(each -> each.record().once()).orElse(null);
        Once once = known == null ? Once.fresh() : new Once(known);
        Claim claim = new Claim(request, fingerprint, once, now.plus(CLAIMED), before.isPresent());
        RememberedAnswer row = row(claim, claim.until(), now.plus(REMEMBERED));
        try {
            if (before.isPresent()) {
                store.put(PlatformTable.ANSWER, row, Expect.unchanged(before.get()));
            } else {
                Expired.create(store, PlatformTable.ANSWER, row, clock);
            }
        } catch (WriteRefusedException e) {
            if (known != null || !isOwn(claim, e)) {
                throw underWay();
            }
        }
        return claim;
    }

    /** Whether it is this very claim that is in the way: its answer was lost, and it was sent again. */
    private static boolean isOwn(Claim claim, WriteRefusedException refused) {
        AttributeValue once = refused.failure().current().get("once");
        return once != null && claim.once().id().equals(once.s());
    }

    private static RememberedAnswer row(Claim claim, Instant claimedUntil, Instant expiresAt) {
        return new RememberedAnswer(
                claim.request(), claim.fingerprint(), claim.once().id(), 0, null, null, null, claimedUntil, expiresAt);
    }

    private static ApiException underWay() {
        return new ApiException(Problem.of(Kind.CONFLICT, "The first request with this Idempotency-Key is under way.")
                .withRetryAfter(Duration.ofSeconds(1)));
    }

    private static Remembered answer(RememberedAnswer known) {
        return new Remembered(
                known.status(),
                Objects.requireNonNullElse(known.contentType(), ""),
                Objects.requireNonNullElse(known.headers(), Map.of()),
                Objects.requireNonNullElse(known.body(), new byte[0]));
    }

    @Override
    public void complete(Claim claim, Remembered answer) {
        if (answer.body().length > BODY_BYTES_MAX) {
            suspend(claim); // too long to be kept; it is made again from what is stored
            return;
        }
        ifStillClaimed(() -> store.put(
                PlatformTable.ANSWER,
                new RememberedAnswer(
                        claim.request(),
                        claim.fingerprint(),
                        claim.once().id(),
                        answer.status(),
                        answer.contentType(),
                        answer.headers(),
                        answer.body(),
                        claim.until(),
                        clock.instant().plus(REMEMBERED)),
                unchanged(claim)));
    }

    /** A request that may have been done before keeps its {@link Once}, though it was refused this time. */
    @Override
    public void release(Claim claim) {
        if (claim.isRepeated()) {
            suspend(claim);
            return;
        }
        ifStillClaimed(() -> store.transaction()
                .delete(PlatformTable.ANSWER_OF.of(claim.request()), unchanged(claim))
                .commit());
    }

    @Override
    public void suspend(Claim claim) {
        Instant now = clock.instant();
        ifStillClaimed(() -> store.put(PlatformTable.ANSWER, row(claim, now, now.plus(REMEMBERED)), unchanged(claim)));
    }

    private static Expect unchanged(Claim claim) {
        return Expect.equal("claimedUntil", claim.until());
    }

    /** If the claim has lapsed and another execution holds it, that one says how it ended. */
    private static void ifStillClaimed(Runnable write) {
        try {
            write.run();
        } catch (WriteRefusedException e) {
            if (e.failure().cause() != Cause.CHANGED && e.failure().cause() != Cause.MISSING) {
                throw e;
            }
        }
    }

    private static String request(String scope, String key) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(scope.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            return HexFormat.of().formatHex(digest.digest(key.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
