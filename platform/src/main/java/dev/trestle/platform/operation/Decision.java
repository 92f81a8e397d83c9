package dev.trestle.platform.operation;

import dev.trestle.model.Bound;
import dev.trestle.model.Entity;
import dev.trestle.model.operation.Change;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.Transaction;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.mail.Mail;
import dev.trestle.platform.mail.Outbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What was decided: a result, and what is written for it in one transaction. Nothing has happened yet; {@link Changes} commits it. For one
 * thread.
 *
 * <pre>{@code
 * Decision.of(after).replace(DOCUMENT, read, after).create(ACTIVITY, renamed).job("index", after.id(), after.id())
 * }</pre>
 */
public final class Decision<R extends @Nullable Object> {
    private final R result;
    private final boolean step;
    private final List<Write> writes = new ArrayList<>();
    private final List<Job> jobs = new ArrayList<>();
    private final List<Runnable> afterwards = new ArrayList<>();
    private @Nullable Object actor;

    /**
     * A write of the transaction.
     *
     * @param actions how many of the transaction's actions it is
     * @param taken how a caller is refused if there is such an item already; null where that is no mistake of a caller's
     * @param touch what it does to a record; null for what is no record of the system's, such as a mail
     */
    record Write(
            int actions,
            Consumer<Transaction> add,
            @Nullable Supplier<ApiException> taken,
            @Nullable Touch touch) {}

    /** What a write does to a record. */
    public enum Effect {
        /** There is none before. */
        CREATE,
        /** Whatever was there before. */
        PUT,
        REPLACE,
        DELETE,
        /** Some attributes change, and neither record is known. */
        CHANGE
    }

    /**
     * What a write does to a record, for a {@link Changes.Witness}.
     *
     * @param before the record that goes, or is replaced; null where it is not known, or there is none
     * @param after the record that is written; null where none is, or it is not known
     * @param bound names the record where neither of them does
     */
    public record Touch(
            Effect effect,
            Entity<?> entity,
            @Nullable Record before,
            @Nullable Record after,
            @Nullable Bound<?> bound) {
        static <T extends Record> Touch of(Effect effect, Entity<T> entity, @Nullable T before, @Nullable T after) {
            return new Touch(effect, entity, before, after, null);
        }

        static Touch at(Effect effect, Bound<?> bound) {
            return new Touch(effect, bound.pattern().entities().get(0), null, null, bound);
        }
    }

    /** A job that the transaction enqueues. */
    record Job(String jobId, String type, String subject, Object payload, Duration delay) {}

    private Decision(R result, boolean step) {
        this.result = result;
        this.step = step;
    }

    public static <R extends @Nullable Object> Decision<R> of(R result) {
        return new Decision<>(result, false);
    }

    /** A step on the way, for what does not fit into one transaction: once it is committed, it is decided anew. */
    @SuppressWarnings("NullAway") // nobody gets the result of a step
    public static <R extends @Nullable Object> Decision<R> step() {
        return new Decision<>(null, true);
    }

    /** One without a result. */
    @SuppressWarnings("NullAway") // a result of the type Void is null
    public static Decision<@Nullable Void> done() {
        return new Decision<>(null, false);
    }

    /** Puts a record where none is; if one is, another request was first and it is decided anew. */
    public <T extends Record> Decision<R> create(Entity<T> entity, T record) {
        return add(
                1,
                transaction -> transaction.create(entity, record),
                null,
                Touch.of(Effect.CREATE, entity, null, record));
    }

    /** Puts a record where none is; if one is, the caller gets a conflict with this text. */
    public <T extends Record> Decision<R> create(Entity<T> entity, T record, String taken) {
        return create(entity, record, conflict(taken));
    }

    /** Puts a record where none is; if one is, the caller is refused so. */
    public <T extends Record> Decision<R> create(Entity<T> entity, T record, Supplier<ApiException> refusal) {
        return add(
                1,
                transaction -> transaction.create(entity, record),
                refusal,
                Touch.of(Effect.CREATE, entity, null, record));
    }

    /** The same, with attributes that the entity does not know, as {@link Stored#unknown} gives them. */
    public <T extends Record> Decision<R> create(
            Entity<T> entity, T record, Map<String, AttributeValue> unknown, String taken) {
        return add(
                1,
                transaction -> transaction.create(entity, record, unknown),
                conflict(taken),
                Touch.of(Effect.CREATE, entity, null, record));
    }

    private static Supplier<ApiException> conflict(String taken) {
        return () -> ApiException.conflict(taken, null).withCode("taken");
    }

    /** Puts a record, whatever is there. */
    public <T extends Record> Decision<R> put(Entity<T> entity, T record) {
        return add(1, transaction -> transaction.put(entity, record), null, Touch.of(Effect.PUT, entity, null, record));
    }

    /** Puts a record, if what is there is as expected. */
    public <T extends Record> Decision<R> put(Entity<T> entity, T record, Expect expect) {
        return add(
                1,
                transaction -> transaction.put(entity, record, expect),
                null,
                Touch.of(Effect.PUT, entity, null, record));
    }

    /** Writes what differs between a record that was read and the one that it becomes, if it is still what was read. */
    public <T extends Record> Decision<R> replace(Entity<T> entity, Stored<T> before, T after, String... decidedBy) {
        return add(
                1,
                transaction -> transaction.replace(entity, before, after, decidedBy),
                null,
                Touch.of(Effect.REPLACE, entity, before.record(), after));
    }

    /** Changes some attributes of an item without reading it, such as a count that many requests add to. */
    public <T extends Record> Decision<R> change(Bound<T> bound, UnaryOperator<Change<T>> changes) {
        return add(1, transaction -> transaction.change(bound, changes), null, Touch.at(Effect.CHANGE, bound));
    }

    /** Moves a record that was read to the key of another, if it is still what was read and nothing is there. */
    public <T extends Record> Decision<R> move(Entity<T> entity, Stored<T> before, T after, @Nullable String taken) {
        return add(
                2,
                transaction -> transaction.move(entity, before, after),
                taken == null ? null : conflict(taken),
                Touch.of(Effect.REPLACE, entity, before.record(), after));
    }

    /** Deletes a record, if it is still what was read. */
    public <T extends Record> Decision<R> delete(Entity<T> entity, Stored<T> before) {
        return add(
                1,
                transaction -> transaction.delete(entity, before.record(), Expect.unchanged(before)),
                null,
                Touch.of(Effect.DELETE, entity, before.record(), null));
    }

    /** Deletes a record, if what is there is as expected. */
    public <T extends Record> Decision<R> delete(Entity<T> entity, T record, Expect expect) {
        return add(
                1,
                transaction -> transaction.delete(entity, record, expect),
                null,
                Touch.of(Effect.DELETE, entity, record, null));
    }

    /** Deletes what a pattern names, if it is as expected. */
    public <T extends Record> Decision<R> delete(Bound<T> bound, Expect expect) {
        return add(1, transaction -> transaction.delete(bound, expect), null, Touch.at(Effect.DELETE, bound));
    }

    /** Holds the decision to what an item is; if it is not, it is decided anew. */
    public <T extends Record> Decision<R> check(Bound<T> bound, Expect expect) {
        return add(1, transaction -> transaction.check(bound, expect), null, null);
    }

    /** Holds the decision to the absence of an item; if there is one, the caller gets a conflict with this text. */
    public <T extends Record> Decision<R> checkAbsent(Bound<T> bound, String taken) {
        return checkAbsent(bound, conflict(taken));
    }

    /** Holds the decision to the absence of an item; if there is one, the caller is refused so. */
    public <T extends Record> Decision<R> checkAbsent(Bound<T> bound, Supplier<ApiException> refusal) {
        return add(1, transaction -> transaction.check(bound, Expect.ABSENT), refusal, null);
    }

    /** Enqueues a job, due at once. */
    public Decision<R> job(String type, String subject, Object payload) {
        return job(type, subject, payload, Duration.ZERO);
    }

    /** Enqueues a job, due after a while. */
    public Decision<R> job(String type, String subject, Object payload, Duration delay) {
        return job(Jobs.newId(), type, subject, payload, delay);
    }

    /** Enqueues a job with an id that {@link Jobs#newId} gave. */
    public Decision<R> job(String jobId, String type, String subject, Object payload, Duration delay) {
        jobs.add(new Job(jobId, type, subject, payload, delay));
        return this;
    }

    /** Enqueues a mail, if mail can be sent. */
    public Decision<R> mail(Outbox outbox, Mail mail) {
        if (!outbox.isConfigured()) {
            return this;
        }
        return add(1, transaction -> outbox.enqueue(transaction, mail), null, null)
                .afterwards(outbox::committed);
    }

    /** Runs once the transaction is committed, such as dropping objects that nothing names any more; must not fail. */
    public Decision<R> afterwards(Runnable action) {
        afterwards.add(action);
        return this;
    }

    /** Adds what another decision writes: both are committed, or none is. */
    public Decision<R> with(Decision<?> other) {
        writes.addAll(other.writes);
        jobs.addAll(other.jobs);
        afterwards.addAll(other.afterwards);
        return this;
    }

    /** How many of a transaction's 100 actions it takes. */
    public int actions() {
        return writes.stream().mapToInt(Write::actions).sum() + jobs.size();
    }

    /** The same writes, jobs and actions, with another result. */
    public <N extends @Nullable Object> Decision<N> withResult(N other) {
        Decision<N> same = new Decision<>(other, step);
        same.writes.addAll(writes);
        same.jobs.addAll(jobs);
        same.afterwards.addAll(afterwards);
        same.actor = actor;
        return same;
    }

    /** Ends a job in the same transaction. */
    public Decision<R> ending(JobContext job) {
        return add(1, job::finishIn, null, null);
    }

    /** Says who decides, where that is not whoever calls: the sender of what has come by itself, say. */
    public Decision<R> by(Object who) {
        actor = who;
        return this;
    }

    @Nullable
    Object actor() {
        return actor;
    }

    /** What it does to records, in the order of its writes. */
    public List<Touch> touches() {
        List<Touch> all = new ArrayList<>();
        for (Write write : writes) {
            if (write.touch() != null) {
                all.add(write.touch());
            }
        }
        return all;
    }

    private Decision<R> add(
            int actions, Consumer<Transaction> write, @Nullable Supplier<ApiException> taken, @Nullable Touch touch) {
        writes.add(new Write(actions, write, taken, touch));
        return this;
    }

    public R result() {
        return result;
    }

    boolean isStep() {
        return step;
    }

    /** Whether there is nothing to write. */
    public boolean isEmpty() {
        return writes.isEmpty() && jobs.isEmpty();
    }

    List<Write> writes() {
        return writes;
    }

    List<Job> jobs() {
        return jobs;
    }

    List<Runnable> afterwards() {
        return afterwards;
    }
}
