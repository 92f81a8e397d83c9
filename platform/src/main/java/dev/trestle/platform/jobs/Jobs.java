package dev.trestle.platform.jobs;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.jobs.Job.State;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A system's jobs, in its support table.
 *
 * <pre>{@code
 * static final Jobs.Declaration JOBS = Jobs.on(SUPPORT);
 * …
 * Transaction change = store.transaction().put(NOTE, note);
 * jobs.enqueue(change, "translate", note.id(), new Translate(note.id(), note.version()));
 * change.commit();
 * jobs.committed();
 * }</pre>
 *
 * <p>A job is done at least once: its handler may run again after a crash, also when it was nearly through. Handlers that change the
 * same store finish the job in their own transaction ({@link JobContext#finishIn}), and are done once.
 */
public final class Jobs {
    private static final int PAYLOAD_CHARACTERS_MAX = 100_000;
    private static final int READS_MAX = 10;
    private static final String BY_ID = "A job";
    private static final String DUE = "Jobs of a lane that are due";
    private static final String LANE = "Jobs of a lane, newest first";

    private final ItemStore store;
    private final Declaration declared;
    private final Clock clock;
    private final BooleanSupplier paused;
    private final List<Runnable> wakes = new CopyOnWriteArrayList<>();

    /** The entity and patterns of jobs in a table. */
    public record Declaration(Entity<Job> entity, Pattern<Job> byId, Pattern<Job> due, Pattern<Job> lane) {}

    public Jobs(ItemStore store, Declaration declared, Clock clock) {
        this(store, declared, clock, () -> false);
    }

    /** {@code paused} says whether jobs wait for now; none of them is lost. */
    public Jobs(ItemStore store, Declaration declared, Clock clock, BooleanSupplier paused) {
        this.store = store;
        this.declared = declared;
        this.clock = clock;
        this.paused = paused;
    }

    /** Declares jobs on a table with the index GSI1. */
    public static Declaration on(Table table) {
        Entity<Job> entity = table.entity(Job.class)
                .about("Work to be done in the background")
                // A runner does the jobs of all tenants.
                .unscoped()
                .key("JOB#{jobId}", "JOB")
                .index("GSI1", "JOBS#{lane}", "{nextAt}#{jobId}")
                .accept("ITEM_GROWTH", "a history has twenty short steps at most");
        return new Declaration(
                entity,
                entity.get(BY_ID),
                entity.query(DUE).on("GSI1").between("nextAt"),
                entity.query(LANE).on("GSI1").descending());
    }

    /** The jobs that a model declares, if it has any. */
    public static Optional<Declaration> in(Model model) {
        return model.allTables().stream()
                .flatMap(table -> table.entities().stream())
                .filter(entity -> entity.type() == Job.class)
                .findFirst()
                .map(Jobs::declared);
    }

    @SuppressWarnings("unchecked") // its record is a job
    private static Declaration declared(Entity<?> entity) {
        return new Declaration(
                (Entity<Job>) entity, pattern(entity, BY_ID), pattern(entity, DUE), pattern(entity, LANE));
    }

    @SuppressWarnings("unchecked") // an entity's patterns give its records
    private static Pattern<Job> pattern(Entity<?> entity, String name) {
        return entity.table().patterns().stream()
                .filter(pattern ->
                        pattern.name().equals(name) && pattern.entities().equals(List.of(entity)))
                .map(pattern -> (Pattern<Job>) pattern)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "Jobs on " + entity.table().name() + " were not declared by Jobs.on."));
    }

    /** Adds a job to a transaction, due at once. */
    public String enqueue(Transaction transaction, String type, String subject, Object payload) {
        return enqueue(transaction, type, subject, payload, Duration.ZERO);
    }

    /** Adds a job to a transaction, due after a while. */
    public String enqueue(Transaction transaction, String type, String subject, Object payload, Duration delay) {
        return enqueue(transaction, newId(), type, subject, payload, delay);
    }

    /** Adds a job with an id that {@link #newId} gave, so that other items of the transaction can name it. */
    public String enqueue(
            Transaction transaction, String jobId, String type, String subject, Object payload, Duration delay) {
        Instant now = clock.instant();
        String json = Json.text(payload);
        if (json.length() > PAYLOAD_CHARACTERS_MAX) {
            throw new IllegalArgumentException("A job's payload is too long: keep the data elsewhere and name it.");
        }
        Job job = new Job(
                jobId,
                type,
                json,
                subject,
                State.WAITING,
                0,
                now.plus(delay),
                null,
                List.of(new Job.Step(now, State.WAITING, "asked for")),
                now,
                null);
        transaction.create(declared.entity(), job);
        return job.jobId();
    }

    /** Says that jobs may have been added, so that they begin now and not at the next look. */
    public void committed() {
        wakes.forEach(Runnable::run);
    }

    void onCommitted(Runnable action) {
        wakes.add(action);
    }

    /** An id that no job has. */
    public static String newId() {
        return UUID.randomUUID().toString();
    }

    /**
     * Has a job done now that waits for its time. One that failed keeps its backoff, and one that runs is left alone.
     *
     * @return whether it was hastened by this
     */
    public boolean hasten(String jobId) {
        Optional<Stored<Job>> read = store.consistent().stored(declared.byId().of(jobId));
        Instant now = clock.instant();
        if (read.isEmpty() || !mayHasten(read.get().record(), now)) {
            return false;
        }
        try {
            Expect waiting = Expect.unchanged(read.get(), "state", "nextAt", "attempts");
            store.put(declared.entity(), read.get().record().dueAt(now), waiting);
        } catch (WriteRefusedException another) {
            return false; // it runs, or was hastened
        }
        committed();
        return true;
    }

    private static boolean mayHasten(Job job, Instant now) {
        return job.state() == State.WAITING
                && job.attempts() == 0
                && job.nextAt().isAfter(now);
    }

    public Job get(String jobId) {
        return stored(jobId).record();
    }

    Stored<Job> stored(String jobId) {
        return store.consistent()
                .stored(declared.byId().of(jobId))
                .orElseThrow(() -> ApiException.notFound("There is no such job."));
    }

    /** Jobs that wait or run, are done, or are parked, newest first. */
    public Page<Job> list(State state, int limit, @Nullable String cursor) {
        String lane = state == State.DONE || state == State.PARKED ? state.name() : "OPEN";
        return Page.of(store.page(declared.lane().of(lane), limit, cursor));
    }

    /**
     * Jobs of just one state, newest first. Those that wait and those that run share a list, of which a page may be read several times
     * over; one that is shorter than asked for, or empty, is the last only if nothing follows.
     */
    public Page<Job> listOnly(State state, int limit, @Nullable String cursor) {
        List<Job> found = new ArrayList<>();
        String next = cursor;
        for (int reads = 0; reads < READS_MAX; reads++) {
            Page<Job> page = list(state, limit - found.size(), next);
            page.items().stream().filter(job -> job.state() == state).forEach(found::add);
            next = page.next();
            if (next == null || found.size() == limit) {
                break;
            }
        }
        return new Page<>(found, next);
    }

    /** Deletes a job that nobody works on. */
    public Job drop(String jobId) {
        Stored<Job> read = stored(jobId);
        if (read.record().state() == State.RUNNING) {
            throw ApiException.conflict("The job runs. Drop it when it waits or is parked.", read.record());
        }
        store.delete(declared.entity(), read.record(), Expect.unchanged(read, "state", "nextAt"));
        return read.record();
    }

    /** Tries a parked job again. */
    public Job retry(String jobId) {
        Stored<Job> read = stored(jobId);
        if (read.record().state() != State.PARKED) {
            throw ApiException.conflict("Only a parked job is tried again by hand.", read.record());
        }
        Job revived = read.record().revived(clock.instant());
        store.put(declared.entity(), revived, Expect.unchanged(read, "state", "nextAt"));
        committed();
        return revived;
    }

    boolean isPaused() {
        return paused.getAsBoolean();
    }

    ItemStore store() {
        return store;
    }

    Declaration declared() {
        return declared;
    }

    Clock clock() {
        return clock;
    }
}
