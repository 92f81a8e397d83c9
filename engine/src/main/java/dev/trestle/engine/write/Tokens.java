package dev.trestle.engine.write;

import dev.trestle.engine.item.ByteReader;
import dev.trestle.engine.item.ByteWriter;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Committer;
import dev.trestle.engine.store.Cursor;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Mutation;
import dev.trestle.engine.store.Snapshot;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.store.Stripes;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The idempotency tokens of transactions, for ten minutes each, written in the batch of their transaction.
 *
 * <p>In {@link Family#TOKENS}: {@code t·token} has the request's hash and the expiry, {@code e·expiry·token} finds what has expired
 * without reading the rest. For stripes and queued states a token is treated like an item of a table with the id 0, which no table
 * has.
 */
public final class Tokens {
    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final int SWEEP_MAX = 1000;
    private static final int SWEEP_CHUNKS_MAX = 100;

    private final Store store;
    private final Committer committer;
    private final Stripes stripes;
    private final Clock clock;

    public Tokens(Store store, Committer committer, Stripes stripes, Clock clock) {
        this.store = store;
        this.committer = committer;
        this.stripes = stripes;
        this.clock = clock;
    }

    /** A token that was used within its life. {@code queued} tells that the use is not on disk yet. */
    record Use(Bytes requestHash, boolean queued) {}

    /** What is known of a token: a use that counts, or one whose life is over, or neither. */
    record Known(@Nullable Use use, @Nullable StoredItem over) {}

    static Bytes stripeKey(String token) {
        ByteWriter key = new ByteWriter(48);
        key.writeInt(0);
        key.writeText(token);
        return Bytes.of(key.toByteArray());
    }

    /** The caller holds the token's stripe. */
    Known find(String token) {
        Committer.PendingItem pending = committer.pendingItem(stripeKey(token));
        StoredItem record = pending != null ? pending.item() : stored(token);
        if (record == null || expiry(record) <= clock.millis()) {
            return new Known(null, record);
        }
        Value hash = record.attribute("hash");
        if (!(hash instanceof Value.B bytes)) {
            throw new IllegalStateException("a stored token has no hash");
        }
        return new Known(new Use(bytes.value(), pending != null), null);
    }

    /** {@code over} is an earlier use, as {@link #find} found it. */
    void stage(String token, Bytes requestHash, @Nullable StoredItem over, Commit into) {
        long expiry = clock.millis() + LIFE.toMillis();
        StoredItem record =
                StoredItem.of(Map.of("hash", new Value.B(requestHash), "expiry", new Value.N(Long.toString(expiry))));
        if (over != null) {
            into.add(Mutation.delete(Family.TOKENS, expiryKey(expiry(over), token)));
        }
        into.add(Mutation.put(Family.TOKENS, tokenKey(token), record.bytes()));
        into.add(Mutation.put(Family.TOKENS, expiryKey(expiry, token), new byte[0]));
        into.change(stripeKey(token), record);
    }

    /** Removes what has expired, in chunks, so that it keeps up with any rate of transactions. */
    public void sweep() {
        for (int chunk = 0; chunk < SWEEP_CHUNKS_MAX; chunk++) {
            List<byte[]> due = due();
            Commit last = null;
            for (byte[] key : due) {
                last = sweep(key);
            }
            if (last == null) {
                return;
            }
            committer.await(last);
        }
    }

    private List<byte[]> due() {
        List<byte[]> due = new ArrayList<>();
        try (Cursor cursor = store.cursor(Family.TOKENS, new byte[] {'e'}, expiryKey(clock.millis(), ""), true)) {
            while (due.size() < SWEEP_MAX && cursor.next()) {
                due.add(cursor.key());
            }
        }
        return due;
    }

    private Commit sweep(byte[] expiryKey) {
        ByteReader reader = new ByteReader(expiryKey, 1);
        long expiry = reader.readLong();
        String token = reader.readText();
        try (Stripes.Held held = stripes.lock(stripeKey(token))) {
            long generation = committer.generation();
            // In this order: a use that was queued and is no longer is on disk, where the next line finds it.
            boolean usedAgain = committer.pendingItem(stripeKey(token)) != null;
            StoredItem record = stored(token);
            Commit commit = new Commit();
            commit.add(Mutation.delete(Family.TOKENS, expiryKey));
            if (!usedAgain && record != null && expiry(record) == expiry) {
                commit.add(Mutation.delete(Family.TOKENS, tokenKey(token)));
            }
            committer.submit(commit, generation);
            return commit;
        }
    }

    /**
     * What is wrong with an entry of {@link Family#TOKENS}, if anything: a token must be found by its expiry, and what is found by an
     * expiry must be a token.
     */
    public static @Nullable String problem(Snapshot snapshot, byte[] key, byte[] value) {
        ByteReader reader = new ByteReader(key, 1);
        if (key[0] == 't') {
            String token = reader.readText();
            StoredItem record = StoredItem.ofBytes(value);
            if (!(record.attribute("hash") instanceof Value.B)) {
                return "the idempotency token " + token + " has no hash";
            }
            return snapshot.get(Family.TOKENS, expiryKey(expiry(record), token)) == null
                    ? "the idempotency token " + token + " would never expire"
                    : null;
        }
        reader.readLong();
        String token = reader.readText();
        return snapshot.get(Family.TOKENS, tokenKey(token)) == null
                ? "an expiry belongs to no idempotency token: " + token
                : null;
    }

    private @Nullable StoredItem stored(String token) {
        byte[] bytes = store.get(Family.TOKENS, tokenKey(token));
        return bytes == null ? null : StoredItem.ofBytes(bytes);
    }

    private static long expiry(StoredItem record) {
        return record.attribute("expiry") instanceof Value.N number ? Long.parseLong(number.text()) : 0;
    }

    private static byte[] tokenKey(String token) {
        ByteWriter key = new ByteWriter(48);
        key.writeByte('t');
        key.writeText(token);
        return key.toByteArray();
    }

    private static byte[] expiryKey(long expiry, String token) {
        ByteWriter key = new ByteWriter(48);
        key.writeByte('e');
        key.writeLong(expiry);
        key.writeText(token);
        return key.toByteArray();
    }
}
