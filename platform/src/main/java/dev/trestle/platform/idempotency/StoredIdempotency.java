package dev.trestle.platform.idempotency;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Idempotency;
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
import org.jspecify.annotations.Nullable;

/**
 * Remembers answers in the platform's table, for a day. A key is claimed before its request is done; a claim whose process died lapses
 * after a while. The claim and the request are two writes: a crash between them lets the request be done once more, which is what a
 * client without a key would risk anyway.
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
    public @Nullable Remembered begin(String scope, String key, String fingerprint) {
        String request = request(scope, key);
        Instant now = clock.instant();
        Optional<Stored<RememberedAnswer>> before = store.stored(PlatformTable.ANSWER_OF.of(request));
        if (before.isPresent()) {
            RememberedAnswer known = before.get().record();
            if (!known.fingerprint().equals(fingerprint)) {
                throw ApiException.of(Kind.UNPROCESSABLE, "This Idempotency-Key was used for another request.");
            }
            if (known.status() > 0) {
                return answer(known);
            }
            if (known.claimedUntil().isAfter(now)) {
                throw underWay();
            }
        }
        RememberedAnswer claim = new RememberedAnswer(
                request, fingerprint, 0, null, null, null, now.plus(CLAIMED), now.plus(REMEMBERED));
        try {
            if (before.isPresent()) {
                store.put(PlatformTable.ANSWER, claim, Expect.unchanged(before.get()));
            } else {
                Expired.create(store, PlatformTable.ANSWER, claim, clock);
            }
        } catch (WriteRefusedException e) {
            throw underWay();
        }
        return null;
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
    public void complete(String scope, String key, Remembered answer) {
        if (answer.body().length > BODY_BYTES_MAX) {
            release(scope, key);
            return;
        }
        String request = request(scope, key);
        Optional<RememberedAnswer> claim = store.get(PlatformTable.ANSWER_OF.of(request));
        claim.ifPresent(claimed -> store.put(
                PlatformTable.ANSWER,
                new RememberedAnswer(
                        request,
                        claimed.fingerprint(),
                        answer.status(),
                        answer.contentType(),
                        answer.headers(),
                        answer.body(),
                        claimed.claimedUntil(),
                        claimed.expiresAt())));
    }

    @Override
    public void release(String scope, String key) {
        store.transaction()
                .delete(PlatformTable.ANSWER_OF.of(request(scope, key)), Expect.ANYTHING)
                .commit();
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
