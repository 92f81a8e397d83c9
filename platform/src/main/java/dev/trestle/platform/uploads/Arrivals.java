package dev.trestle.platform.uploads;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Holder;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.platform.uploads.Arrival.State;
import dev.trestle.platform.uploads.ArrivalTaking.Look;
import dev.trestle.platform.uploads.Uploads.Place;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/**
 * A system's uploads that no call confirms.
 *
 * <p>{@link #announce} signs the address of a staging key; what is written for it, a job among it, is committed with the system's own
 * decision. The bytes are noticed by a list of what is staged, within seconds; by {@link #settle}, at the first read of the system; and by
 * the job at last. Whoever notices them has them checked, copied under their key, and the system's function called, whose decision is
 * committed with the end of the arrival: once, however many processes look.
 */
public final class Arrivals implements AutoCloseable {
    /** The type of the jobs of arrivals. */
    public static final String JOB = "arrival";

    private static final Logger LOG = LoggerFactory.getLogger(Arrivals.class);

    /** A read does not wait for the copy of more. */
    private static final long SETTLED_BYTES_MAX = 64L << 20;

    private static final Duration SETTLE_MAX = Duration.ofSeconds(5);
    private static final Duration SETTLE_PAUSE = Duration.ofMillis(20);

    private final Jobs jobs;
    private final Clock clock;
    private final Declaration declared;
    private final UploadBucket.Source bucket;
    private final ArrivalQuota quota;
    private final ArrivalTaking taking;
    private final ArrivalSending sending;
    private final ArrivalWatch watch;

    /** The entities and patterns of arrivals in a table. */
    public record Declaration(
            Entity<Arrival> entity, Pattern<Arrival> byId, Entity<OpenArrivals> open, Pattern<OpenArrivals> openOf) {}

    /**
     * A kind of arrivals.
     *
     * @param stores the store that the system's decision is committed by: that of the arrival's tenant
     * @param decide what the system makes of an arrival that has ended, taken or not. It may be called again if its decision could not be
     *     committed; it is committed once
     */
    record Kind(
            ArrivalLimits limits,
            Function<Arrival, ItemStore> stores,
            Function<? super Arrival, ? extends Decision<?>> decide) {}

    /**
     * What arrivals run on.
     *
     * @param objects asked when an object is first wanted
     */
    public record Parts(
            ItemStore store,
            Jobs jobs,
            Changes changes,
            Supplier<S3Client> objects,
            Supplier<S3Presigner> presigner,
            Clock clock) {}

    public Arrivals(Declaration declared, Parts parts, Place place) {
        this(declared, parts, place, new ArrivalWatch.Pace(Duration.ofSeconds(1), Duration.ofSeconds(5)));
    }

    Arrivals(Declaration declared, Parts parts, Place place, ArrivalWatch.Pace pace) {
        this.jobs = parts.jobs();
        this.clock = parts.clock();
        this.declared = declared;
        ItemStore store = parts.store().consistent();
        this.bucket = new UploadBucket.Source(parts.objects(), parts.presigner(), place);
        this.quota = new ArrivalQuota(store, declared.open(), declared.openOf());
        this.sending = new ArrivalSending(store, declared, bucket, clock, this::limits);
        this.taking = new ArrivalTaking(store, declared, parts.changes(), bucket, quota, clock, sending);
        this.watch = new ArrivalWatch(bucket, pace, clock, this::noticed);
    }

    /** Declares arrivals on a table. */
    public static Declaration on(Table table) {
        Entity<Arrival> arrivals = table.entity(Arrival.class)
                .about("A file that is announced, and taken when it is there")
                // The system names it by its id, and its job serves all tenants.
                .unscoped()
                .key("ARRIVAL#{arrivalId}", "ARRIVAL");
        Entity<OpenArrivals> open = table.entity(OpenArrivals.class)
                .about("What a person or a tenant has announced that has not arrived")
                .unscoped()
                .key("ARRIVALS#{scope}", "OPEN");
        return new Declaration(
                arrivals, arrivals.get("An arrival"), open, open.get("Open arrivals of a person or tenant"));
    }

    /** Declares a kind; {@code decide} says what the system makes of an arrival that has ended. */
    public Arrivals of(
            String kind,
            ArrivalLimits limits,
            Function<Arrival, ItemStore> stores,
            Function<? super Arrival, ? extends Decision<?>> decide) {
        taking.add(kind, new Kind(limits, stores, decide));
        return this;
    }

    /** Has arrivals noticed and taken, with a runner's jobs. */
    public Arrivals takenBy(JobRunner runner) {
        runner.handle(JOB, job -> {
            taking.run(job);
            taking.find(job.jobId())
                    .map(Stored::record)
                    .filter(arrival -> !arrival.isEnded())
                    .ifPresent(arrival -> watch.remind(arrival.until()));
        });
        watch.start();
        return this;
    }

    private ArrivalLimits limits(Arrival arrival) {
        return taking.kind(arrival.kind()).limits();
    }

    /**
     * Announces bytes, within the limits of their kind. It is not written until {@link Announced#in} has added it to a decision.
     *
     * @throws ApiException if the limits do not have it
     */
    public Announced announce(Principal by, Announcement what) {
        ArrivalLimits limits = taking.kind(what.kind()).limits();
        Duration life = checked(what, limits);
        Instant now = clock.instant();
        Checksum checksum = what.checksum();
        Arrival arrival = new Arrival(
                Jobs.newId(),
                what.kind(),
                what.subject(),
                Holder.of(by),
                Holder.tenantOf(by),
                by.tenant(),
                by.toString(),
                what.key(),
                what.contentType(),
                what.length(),
                limits.lengthMax(),
                checksum == null ? null : checksum.asText(),
                State.AWAITED,
                null,
                null,
                false,
                null,
                null,
                now,
                now.plus(life),
                what.partBytes(),
                null);
        Ticket.Put put = bucket.get().whole(arrival.staged(limits.types()), life);
        return new Announced(arrival, put, decision -> write(decision, arrival, limits));
    }

    private Duration checked(Announcement what, ArrivalLimits limits) {
        UploadLimits.checkLength(what.length(), limits.lengthMax());
        String type = what.contentType();
        if (type != null) {
            UploadLimits.checkType(type, limits.types());
        }
        UploadLimits.checkKey(what.key());
        if (what.partBytes() != null && (what.length() == null || what.checksum() != null)) {
            throw new IllegalArgumentException("What is sent in parts has a length and no checksum.");
        }
        if (bucket.isStaging(what.key())) {
            throw new IllegalArgumentException("The key " + what.key() + " is among those that uploads arrive under.");
        }
        Duration life = what.life() == null ? limits.life() : what.life();
        if (life.compareTo(limits.lifeMax()) > 0 || life.isNegative() || life.isZero()) {
            throw ApiException.invalid("duration", "must be at most " + limits.lifeMax())
                    .withCode("upload-life");
        }
        return life;
    }

    private void write(Decision<?> decision, Arrival arrival, ArrivalLimits limits) {
        quota.reserve(decision, arrival, limits);
        decision.create(declared.entity(), arrival)
                .job(arrival.arrivalId(), JOB, arrival.subject(), Map.of(), ArrivalTaking.LOOK_FIRST)
                .afterwards(() -> watch.expect(arrival.until()));
    }

    /** Whether its job comes, or has nothing to do; not while it looks elsewhere, or waits after a failure. */
    private boolean noticed(String arrivalId) {
        Optional<Stored<Arrival>> read = taking.find(arrivalId);
        return read.isEmpty() || read.get().record().isEnded() || jobs.hasten(arrivalId);
    }

    /**
     * An arrival as it is now. If its bytes are there, they are taken first, so that a read after the PUT shows them; only more than 64
     * MiB are left to the job, which begins at once. Empty an hour after the address ended: the system's own items say it all.
     */
    public Optional<Arrival> settle(String arrivalId) {
        long deadline = System.nanoTime() + SETTLE_MAX.toNanos();
        while (true) {
            Optional<Stored<Arrival>> read = taking.find(arrivalId);
            if (read.isEmpty() || read.get().record().isEnded()) {
                return read.map(Stored::record);
            }
            Look look = look(read.get());
            if (look == Look.LEFT) {
                jobs.hasten(arrivalId);
            }
            boolean goesOn = look == Look.ENDED || look == Look.BUSY;
            if (!goesOn
                    || System.nanoTime() - deadline > 0
                    || Thread.currentThread().isInterrupted()) {
                return read.map(Stored::record);
            }
            if (look == Look.BUSY) {
                LockSupport.parkNanos(SETTLE_PAUSE.toNanos());
            }
        }
    }

    /** A read must not fail because of what it only comes across: the job tries again. */
    private Look look(Stored<Arrival> read) {
        try {
            return taking.take(read, SETTLED_BYTES_MAX);
        } catch (RuntimeException e) {
            LOG.atWarn()
                    .addKeyValue("arrival", read.record().arrivalId())
                    .setCause(e)
                    .log("an arrival could not be taken; its job tries again");
            return Look.NOT_THERE;
        }
    }

    /**
     * What has arrived of something, and where to send the rest: a hundred parts at most; what is sent whole is one part. Asking begins an
     * upload in parts, and gives it the time of its kind from now on, within the most that its kind allows. Empty if it has ended.
     */
    public Optional<ArrivalParts> parts(String arrivalId) {
        Optional<Stored<Arrival>> read = taking.find(arrivalId);
        if (read.isEmpty() || read.get().record().state() != State.AWAITED) {
            return Optional.empty();
        }
        Optional<ArrivalParts> parts = sending.parts(read.get());
        parts.ifPresent(known -> watch.remind(known.until()));
        return parts;
    }

    /** Joins the parts if all have arrived, so that they are taken at once. Returns whether nothing is missing. */
    public boolean join(String arrivalId) {
        Optional<Stored<Arrival>> read = taking.find(arrivalId);
        if (read.isEmpty() || read.get().record().isEnded()) {
            return true;
        }
        // Somebody else may have taken the bytes since it was read, so that they are no longer where they were sent.
        boolean complete = sending.join(read.get().record()) || isTaken(arrivalId);
        if (complete) {
            jobs.hasten(arrivalId);
        }
        return complete;
    }

    private boolean isTaken(String arrivalId) {
        return taking.find(arrivalId)
                .map(now -> now.record().state() != State.AWAITED)
                .orElse(true);
    }

    /** Looks for nothing further. */
    @Override
    public void close() {
        watch.close();
    }
}
