package dev.trestle.platform.uploads;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Holder;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.uploads.Upload.State;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/**
 * A system's uploads: announced, sent straight to the object store, confirmed.
 *
 * <p>{@link #begin} notes what is to come and signs addresses of a staging key. {@link #confirm} checks what lies there, copies it to
 * the key that the system documents, and leaves it to the system to write that down in the transaction that also closes the upload.
 * An address only ever names the staging key, so it cannot change what was confirmed. Each step may be done again after a crash:
 * until the transaction is committed the staged bytes stay, and a copy is made over a copy.
 *
 * <p>With each upload goes a job, committed with it, that removes when its time is over whatever it left behind: staged bytes, parts,
 * a copy that was never written down, and bytes that somebody sent with an old address afterwards.
 */
public final class Uploads {
    /** The type of the jobs that remove what uploads left behind. */
    public static final String SWEEP = "sweep-upload";

    private static final Logger LOG = LoggerFactory.getLogger(Uploads.class);

    /** Between the end of an upload and its sweep: requests that were begun in time may still be coming in. */
    private static final Duration GRACE = Duration.ofHours(1);

    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final long COPIED_PER_SECOND = 20 * 1024 * 1024;
    private static final int PUTS_MAX = 100;

    private final ItemStore store;
    private final Declaration declared;
    private final Jobs jobs;
    private final UploadBucket bucket;
    private final Clock clock;

    /** The entity and patterns of uploads in a table. */
    public record Declaration(Entity<Upload> entity, Pattern<Upload> byId, Pattern<Upload> shelf) {}

    /**
     * Where uploads go.
     *
     * @param staging what the keys begin with under which bytes arrive; nothing else may be kept there
     */
    public record Place(String bucket, String staging) {
        public static Place in(String bucket) {
            return new Place(bucket, "staging/");
        }
    }

    private record Sweep(String holder, String uploadId) {}

    public Uploads(
            ItemStore store,
            Declaration declared,
            Jobs jobs,
            S3Client s3,
            S3Presigner presigner,
            Place place,
            Clock clock) {
        this.store = store.consistent();
        this.declared = declared;
        this.jobs = jobs;
        this.bucket = new UploadBucket(s3, presigner, place.bucket(), place.staging());
        this.clock = clock;
    }

    /** Declares uploads on a table. */
    public static Declaration on(Table table) {
        Entity<Upload> entity = table.entity(Upload.class)
                .about("A file that somebody announced")
                // Its holder has the tenant in it, and the job that sweeps it serves all tenants.
                .unscoped()
                .key("UPLOADS#{shelf}#{holder}", "{uploadId}");
        return new Declaration(entity, entity.get("An upload"), entity.query("Uploads of a holder"));
    }

    /** Has the jobs of uploads done by a runner. */
    public JobRunner sweepBy(JobRunner runner) {
        return runner.handle(SWEEP, this::sweep);
    }

    /** An id that no upload has. */
    public static String newId() {
        return UUID.randomUUID().toString();
    }

    /** Announces an upload, within a system's limits. */
    public Ticket begin(Principal by, Intent intent, UploadLimits limits) {
        return begin(by, newId(), intent, limits);
    }

    /** Announces an upload under an id that {@link #newId} gave: a system may have it in the key. */
    public Ticket begin(Principal by, String uploadId, Intent intent, UploadLimits limits) {
        limits.check(intent);
        if (bucket.isStaging(intent.key())) {
            throw new IllegalArgumentException(
                    "The key " + intent.key() + " is among those that uploads arrive under.");
        }
        String holder = Holder.of(by);
        if (store.first(declared.shelf().of("OPEN", holder), limits.open()).size() >= limits.open()) {
            throw new ApiException(
                    Problem.of(Kind.RATE_LIMITED, "Too many uploads have begun. Finish some, or wait until they end.")
                            .withRetryAfter(Duration.ofMinutes(1)));
        }
        Instant now = clock.instant();
        Checksum checksum = intent.checksum();
        Upload upload = new Upload(
                checkedId(uploadId),
                holder,
                by.toString(),
                intent.key(),
                intent.contentType(),
                Staged.lengthOf(intent.length()),
                intent.length() == null ? limits.lengthMax() : null,
                checksum == null ? null : checksum.asText(),
                null,
                limits.isInParts(intent.length()) ? limits.partBytes() : 0,
                State.OPEN,
                null,
                null,
                false,
                now,
                now.plus(limits.life()),
                null,
                null);
        Transaction announced = store.transaction().create(declared.entity(), upload);
        jobs.enqueue(
                announced,
                SWEEP,
                upload.uploadId(),
                new Sweep(holder, upload.uploadId()),
                limits.life().plus(GRACE));
        announced.commit();
        return ticket(upload.partBytes() > 0 ? beginParts(upload) : upload, 1);
    }

    /** If that fails nobody gets to hear of the upload, so it must not count among those that its holder has open. */
    private Upload beginParts(Upload announced) {
        Upload begun = announced;
        try {
            begun = announced.inParts(bucket.beginParts(announced.staged()));
            return store.put(declared.entity(), begun, Expect.equal("state", State.OPEN));
        } catch (RuntimeException e) {
            withdraw(begun);
            throw e;
        }
    }

    /** What was begun in the object store has no parts, and nobody knows its id: left there, it holds nothing. */
    private void withdraw(Upload upload) {
        tidy(upload);
        try {
            store.delete(declared.entity(), upload, Expect.equal("state", State.OPEN));
        } catch (WriteRefusedException | SdkException e) {
            LOG.atWarn().addKeyValue("upload", upload.uploadId()).setCause(e).log("an upload is left to the sweep");
        }
    }

    /** The addresses of some parts, beginning with {@code from}: a hundred at most. */
    public Ticket parts(Principal by, String uploadId, int from) {
        Upload upload = open(Holder.of(by), uploadId).map(Stored::record).orElseThrow(Uploads::unknown);
        if (from < 1 || from > upload.parts()) {
            throw ApiException.invalid("from", "must be between 1 and " + upload.parts())
                    .withCode("upload-part");
        }
        checkTime(upload);
        return ticket(upload, from);
    }

    private Ticket ticket(Upload upload, int from) {
        Duration left = Duration.between(clock.instant(), upload.until());
        if (upload.partBytes() == 0) {
            return new Ticket(upload.uploadId(), 1, List.of(bucket.whole(upload.staged(), left)), upload.until());
        }
        String multipartId = upload.multipartId();
        if (multipartId == null) {
            throw gone(); // whoever announced it did not get to hear of it
        }
        int to = Math.min(upload.parts(), from + PUTS_MAX - 1);
        List<Ticket.Put> puts = IntStream.rangeClosed(from, to)
                .mapToObj(number -> bucket.part(upload.staged(), multipartId, number, left))
                .toList();
        return new Ticket(upload.uploadId(), upload.parts(), puts, upload.until());
    }

    /**
     * Checks what was sent and puts it under its own key. What is returned has to be committed, with what the system writes down, and
     * closed. To confirm again is harmless.
     *
     * @throws ApiException if there is no such upload of this caller, it has ended, its bytes are missing or others than announced,
     *     or another request confirms it at this moment
     */
    public Confirmation confirm(Principal by, String uploadId) {
        String holder = Holder.of(by);
        Optional<Stored<Upload>> open = open(holder, uploadId);
        if (open.isEmpty()) {
            Upload done = confirmed(holder, uploadId).orElseThrow(Uploads::unknown);
            return new Confirmation(this, done, null);
        }
        Upload claimed = claim(open.get());
        try {
            String multipartId = claimed.multipartId();
            if (multipartId != null) {
                bucket.joinParts(claimed.staged(), multipartId);
            }
            HeadObjectResponse sent = checked(claimed);
            UploadBucket.Moved moved = bucket.move(claimed.staged(), sent, movingFor(claimed.staged()));
            return new Confirmation(this, claimed.confirmed(moved), claimed);
        } catch (RuntimeException e) {
            release(claimed);
            throw e;
        }
    }

    private HeadObjectResponse checked(Upload claimed) {
        HeadObjectResponse sent = bucket.arrived(claimed.staged());
        if (sent == null) {
            throw UploadBucket.notSent("The bytes have not been sent.");
        }
        Refusal refusal = bucket.refusalOf(claimed.staged(), sent);
        if (refusal == null) {
            return sent;
        }
        if (refusal.code() == Refusal.Code.TOO_LARGE) {
            tidy(claimed); // nobody wants them, and there may be many
        }
        throw refusal.asFailure();
    }

    /** One request at a time works on an upload, so that none copies bytes after another has confirmed others. */
    private Upload claim(Stored<Upload> read) {
        Upload upload = read.record();
        checkTime(upload);
        Instant now = clock.instant();
        Instant claimedUntil = upload.claimedUntil();
        if (claimedUntil != null && claimedUntil.isAfter(now)) {
            throw underWay();
        }
        // After an attempt that ended half-way, what lies there may be its own.
        boolean replaces = upload.state() == State.MOVING ? upload.replaces() : bucket.hasOther(upload.staged());
        Upload claimed = upload.claimed(UUID.randomUUID().toString(), now.plus(lease(upload.staged())), replaces);
        try {
            return store.put(declared.entity(), claimed, Expect.unchanged(read, "state", "claim"));
        } catch (WriteRefusedException another) {
            throw underWay();
        }
    }

    /** How long somebody may take to check and copy bytes before another may do it. */
    static Duration lease(Staged bytes) {
        return LEASE.plusSeconds(bytes.lengthMax() / COPIED_PER_SECOND);
    }

    /** How long the copy may take, so that it does not outlast the lease. */
    static Duration movingFor(Staged bytes) {
        return lease(bytes).minus(LEASE.dividedBy(4));
    }

    private void checkTime(Upload upload) {
        if (upload.state() == State.ABANDONED || !upload.until().isAfter(clock.instant())) {
            throw gone();
        }
    }

    void release(Upload claimed) {
        try {
            String claim = claimed.claim();
            if (claim != null) {
                store.put(declared.entity(), claimed.released(), Expect.equal("claim", claim));
            }
        } catch (WriteRefusedException | SdkException e) {
            LOG.atDebug()
                    .addKeyValue("upload", claimed.uploadId())
                    .setCause(e)
                    .log("a claim was not given back; it ends by itself");
        }
    }

    /** Removes the staged bytes of an upload that is confirmed; what cannot be removed now is swept. */
    void tidy(Upload upload) {
        try {
            bucket.removeStaged(upload.staged());
        } catch (SdkException e) {
            LOG.atWarn().addKeyValue("upload", upload.uploadId()).setCause(e).log("staged bytes are left to the sweep");
        }
    }

    /** Does a job of the type {@link #SWEEP}. */
    public void sweep(JobContext job) {
        Sweep what = job.payload(Sweep.class);
        Optional<Stored<Upload>> open = open(what.holder(), what.uploadId());
        Upload ended;
        if (open.isPresent()) {
            ended = abandon(open.get());
            bucket.removeMoved(ended.staged(), ended.replaces());
        } else {
            Optional<Upload> done = confirmed(what.holder(), what.uploadId());
            if (done.isEmpty()) {
                return;
            }
            ended = done.get();
        }
        bucket.removeStaged(ended.staged());
        job.finishIn(store.transaction().delete(declared.entity(), ended, Expect.equal("state", ended.state())))
                .commit();
    }

    private Upload abandon(Stored<Upload> read) {
        Upload upload = read.record();
        Instant claimedUntil = upload.claimedUntil();
        if (claimedUntil != null && claimedUntil.isAfter(clock.instant())) {
            throw new IllegalStateException("it is being confirmed");
        }
        return store.put(declared.entity(), upload.abandoned(), Expect.unchanged(read, "state", "claim"));
    }

    private Optional<Stored<Upload>> open(String holder, String uploadId) {
        return store.stored(declared.byId().of("OPEN", holder, checkedId(uploadId)));
    }

    private Optional<Upload> confirmed(String holder, String uploadId) {
        return store.get(declared.byId().of("DONE", holder, checkedId(uploadId)));
    }

    boolean isConfirmed(Upload upload) {
        return confirmed(upload.holder(), upload.uploadId()).isPresent();
    }

    Entity<Upload> entity() {
        return declared.entity();
    }

    private static String checkedId(String uploadId) {
        try {
            return UUID.fromString(uploadId).toString();
        } catch (IllegalArgumentException e) {
            throw unknown();
        }
    }

    private static ApiException unknown() {
        return ApiException.notFound("There is no such upload.");
    }

    private static ApiException gone() {
        return ApiException.of(Kind.GONE, "The upload has ended. Begin again.");
    }

    private static ApiException underWay() {
        return new ApiException(Problem.of(Kind.CONFLICT, "Another request confirms this upload now.")
                .withRetryAfter(Duration.ofSeconds(1)));
    }
}
