package dev.trestle.platform.uploads;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.jobs.HopelessException;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.uploads.Arrival.State;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/**
 * Takes what has arrived, or says that nothing came.
 *
 * <p>Whoever looks first, a job or a read, claims the arrival by a conditional write, checks the staged object, copies just that object
 * under its key, and ends the arrival in the transaction of the system's decision, which has the claim as its condition. If a process
 * dies on the way, the claim ends and it is done again: a copy is made over a copy. The job stays after the end, to remove what an old
 * address may still bring.
 */
final class ArrivalTaking {
    /** A job looks at least so often, also if nobody wakes it. */
    static final Duration LOOK_MAX = Duration.ofMinutes(10);

    static final Duration LOOK_FIRST = Duration.ofSeconds(15);

    /** Requests that were begun before the address ended may still be coming in. */
    private static final Duration LATE = Duration.ofMinutes(5);

    private static final Duration SWEEP_AFTER = Duration.ofHours(1);
    private static final Duration BUSY = Duration.ofSeconds(1);
    private static final Logger LOG = LoggerFactory.getLogger(ArrivalTaking.class);

    private final ItemStore store;
    private final Arrivals.Declaration declared;
    private final Changes changes;
    private final UploadBucket.Source bucket;
    private final ArrivalQuota quota;
    private final Clock clock;
    private final ArrivalSending sending;
    private final Map<String, Arrivals.Kind> kinds = new ConcurrentHashMap<>();

    /** How a look ended. */
    enum Look {
        NOT_THERE,
        /** Somebody else takes it now. */
        BUSY,
        /** It is there, and too large for this read. */
        LEFT,
        ENDED
    }

    ArrivalTaking(
            ItemStore store,
            Arrivals.Declaration declared,
            Changes changes,
            UploadBucket.Source bucket,
            ArrivalQuota quota,
            Clock clock,
            ArrivalSending sending) {
        this.store = store;
        this.declared = declared;
        this.changes = changes;
        this.bucket = bucket;
        this.quota = quota;
        this.clock = clock;
        this.sending = sending;
    }

    void add(String name, Arrivals.Kind kind) {
        if (kinds.putIfAbsent(name, kind) != null) {
            throw new IllegalArgumentException("Arrivals of the kind " + name + " are declared twice.");
        }
    }

    Arrivals.Kind kind(String name) {
        Arrivals.Kind kind = kinds.get(name);
        if (kind == null) {
            throw new HopelessException("No arrivals of the kind " + name + " are declared.");
        }
        return kind;
    }

    Optional<Stored<Arrival>> find(String arrivalId) {
        return store.stored(declared.byId().of(arrivalId));
    }

    /** Does the job of an arrival, which lasts as long as the arrival's record. */
    void run(JobContext job) {
        Optional<Stored<Arrival>> read = find(job.jobId());
        if (read.isEmpty()) {
            return;
        }
        Arrival arrival = read.get().record();
        Instant swept = arrival.until().plus(SWEEP_AFTER);
        if (arrival.isEnded()) {
            if (left(swept).isZero()) {
                sweep(job, read.get());
            } else {
                job.again(left(swept));
            }
            return;
        }
        if (arrival.multipartId() != null) {
            boolean unused = sending.join(arrival); // nobody may say that the last part was sent
        }
        Look look = take(read.get(), Long.MAX_VALUE);
        if (look == Look.NOT_THERE && left(arrival.until().plus(LATE)).isZero()) {
            end(arrival, Arrival::expired);
            look = Look.ENDED;
        }
        job.again(
                switch (look) {
                    case ENDED -> left(swept);
                    case BUSY, LEFT -> BUSY;
                    case NOT_THERE -> nextLook(arrival);
                });
    }

    private Duration left(Instant until) {
        Duration left = Duration.between(clock.instant(), until);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Less often the longer it takes; the watch is faster. */
    private Duration nextLook(Arrival arrival) {
        Duration age = Duration.between(arrival.createdAt(), clock.instant());
        Duration most = age.compareTo(LOOK_MAX) > 0 ? LOOK_MAX : age;
        Duration wait = most.compareTo(LOOK_FIRST) < 0 ? LOOK_FIRST : most;
        Duration end = left(arrival.until().plus(LATE));
        return wait.compareTo(end) < 0 ? wait : end;
    }

    private Staged staged(Arrival arrival) {
        return arrival.staged(kind(arrival.kind()).limits().types());
    }

    private void sweep(JobContext job, Stored<Arrival> ended) {
        drop(ended.record());
        job.finishIn(store.transaction().delete(declared.entity(), ended.record(), Expect.unchanged(ended, "state")))
                .commit();
    }

    /** Takes an arrival if its bytes are there, and no more than {@code bytesMax}. */
    Look take(Stored<Arrival> read, long bytesMax) {
        Arrival arrival = read.record();
        Instant claimedUntil = arrival.claimedUntil();
        if (claimedUntil != null && claimedUntil.isAfter(clock.instant())) {
            return Look.BUSY;
        }
        Staged bytes = staged(arrival);
        HeadObjectResponse sent = bucket.get().arrived(bytes);
        if (sent == null) {
            return Look.NOT_THERE;
        }
        if (sent.contentLength() > bytesMax && sent.contentLength() <= arrival.lengthMax()) {
            return Look.LEFT;
        }
        Arrival claimed = claim(read, bytes);
        if (claimed == null) {
            return Look.BUSY;
        }
        try {
            takeClaimed(claimed, bytes, sent);
        } catch (RuntimeException e) {
            release(claimed);
            throw e;
        }
        return Look.ENDED;
    }

    private @Nullable Arrival claim(Stored<Arrival> read, Staged bytes) {
        Arrival arrival = read.record();
        // After an attempt that ended half-way, what lies there may be its own.
        boolean replaces = arrival.state() == State.TAKING
                ? arrival.replaces()
                : bucket.get().hasOther(bytes);
        Instant leaseEnd = clock.instant().plus(Uploads.lease(bytes));
        Arrival claimed = arrival.claimed(UUID.randomUUID().toString(), leaseEnd, replaces);
        try {
            return store.put(declared.entity(), claimed, Expect.unchanged(read, "state", "claim"));
        } catch (WriteRefusedException another) {
            return null;
        }
    }

    private void takeClaimed(Arrival claimed, Staged bytes, HeadObjectResponse sent) {
        Refusal refusal = bucket.get().refusalOf(bytes, sent);
        if (refusal != null) {
            end(claimed, arrival -> arrival.refused(refusal));
            return;
        }
        UploadBucket.Moved moved = bucket.get().move(bytes, sent, Uploads.movingFor(bytes));
        end(claimed, arrival -> arrival.taken(moved));
    }

    /** Ends an arrival by what the system decides, unless somebody else has it by now. */
    private void end(Arrival held, UnaryOperator<Arrival> outcome) {
        Arrivals.Kind kind = kind(held.kind());
        Object unused = changes.run(kind.stores().apply(held), () -> {
            Optional<Stored<Arrival>> now = find(held.arrivalId());
            if (now.isEmpty()
                    || now.get().record().isEnded()
                    || !Objects.equals(now.get().record().claim(), held.claim())) {
                return Decision.done();
            }
            Arrival ended = outcome.apply(now.get().record());
            Decision<?> decision = kind.decide().apply(ended);
            quota.release(decision, ended);
            return decision.put(declared.entity(), ended, Expect.unchanged(now.get(), "state", "claim"))
                    .afterwards(() -> dropQuietly(ended));
        });
    }

    /** What cannot be removed now is swept. */
    private void dropQuietly(Arrival ended) {
        try {
            drop(ended);
        } catch (SdkException e) {
            LOG.atWarn()
                    .addKeyValue("arrival", ended.arrivalId())
                    .setCause(e)
                    .log("staged bytes are left to the sweep");
        }
    }

    /** Removes the staged bytes, and what an attempt has moved of an arrival that was not taken. */
    private void drop(Arrival ended) {
        Staged bytes = staged(ended);
        if (ended.state() != State.TAKEN) {
            bucket.get().removeMoved(bytes, ended.replaces());
        }
        bucket.get().removeStaged(bytes);
    }

    private void release(Arrival claimed) {
        try {
            store.put(
                    declared.entity(),
                    claimed.released(),
                    Expect.equal("claim", Objects.requireNonNull(claimed.claim())));
        } catch (WriteRefusedException | SdkException e) {
            LOG.atDebug()
                    .addKeyValue("arrival", claimed.arrivalId())
                    .setCause(e)
                    .log("a claim was not given back; it ends by itself");
        }
    }
}
