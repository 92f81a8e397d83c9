package dev.trestle.platform.events;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.evolution.Repair;
import dev.trestle.model.operation.ItemStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Adds what items of other programs lack: pointers, lists, guards of unique values; takes away what was made of items that are gone; and
 * calls what a system does itself with changes.
 *
 * <p>It is a consumer of the streams of all tables whose items have something beside them, on a thread of its own. Its position is stored, so that
 * it goes on after a restart, and moves when changes were handled: each is handled at least once, by the process that holds the {@link
 * ConsumerLease}. A change that fails is tried again with backoff. If it fails further, or if more was missed than streams keep, everything is
 * looked at, again with backoff until that succeeds; the position stays where it is until then.
 *
 * <pre>{@code
 * static final Follower.Declaration FOLLOWER = Follower.on(SUPPORT);
 * …
 * Follower follower = new Follower(deployment, streams, store, FOLLOWER)
 *         .on(NOTE, change -> index(change.after()))
 *         .onMissed(this::indexAll)
 *         .start();
 * }</pre>
 */
public final class Follower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Follower.class);
    private static final String READER = "support-items";

    /** AWS allows five reads of a shard in a second; an {@link EventHub} makes four of them. */
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** What was handled since is handled again after a crash, which does nothing. */
    private static final long SAVED_EVERY_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final int ATTEMPTS_MAX = 4;
    private static final int STOP_SECONDS = 10;
    private static final Duration BACKOFF_MIN = Duration.ofSeconds(1);
    private static final Duration BACKOFF_MAX = Duration.ofMinutes(10);

    private final Deployment deployment;
    private final Images images;
    private final Repair repair;
    private final ConsumerLease lease;
    private final DynamoDbStreamsClient streams;
    private final Duration interval;
    private final Duration backoffMin;
    private final List<Reaction<?>> reactions = new ArrayList<>();
    private final List<Runnable> whenMissed = new ArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private @Nullable Thread thread;

    // What follows is the consuming thread's alone once there is one.
    private StreamCursors cursors;
    private final ArrayDeque<StreamCursor.Read> pending = new ArrayDeque<>();
    private boolean isFirst;
    private boolean missed;
    private long dueAt;
    private Duration backoff;

    /** The stored position from which on this process has handled all changes; null while another process does. */
    private @Nullable String handledFrom;

    private long savedAt = System.nanoTime() - SAVED_EVERY_NANOS;

    /** What a system does with an entity's changes. */
    private record Reaction<T extends Record>(Entity<T> entity, Consumer<RecordChange<T>> action) {}

    /** The entity and pattern of positions in a support table. */
    public record Declaration(Entity<StreamPlace> entity, Pattern<StreamPlace> ofReader) {}

    public Follower(Deployment deployment, DynamoDbStreamsClient streams, ItemStore store, Declaration declared) {
        this(deployment, streams, store, declared, INTERVAL, BACKOFF_MIN);
    }

    Follower(
            Deployment deployment,
            DynamoDbStreamsClient streams,
            ItemStore store,
            Declaration declared,
            Duration interval,
            Duration backoffMin) {
        this.deployment = deployment;
        this.images = new Images(store);
        this.repair = new Repair(deployment);
        this.lease = new ConsumerLease(store, declared, READER, deployment.clock());
        this.streams = streams;
        this.cursors = new StreamCursors(deployment, streams, List.of());
        this.interval = interval;
        this.backoffMin = backoffMin;
        this.backoff = backoffMin;
    }

    /** Declares positions on a support table. */
    public static Declaration on(Table table) {
        Entity<StreamPlace> entity = table.entity(StreamPlace.class)
                .about("How far the changes of the documented tables were followed")
                // What follows them does so for all tenants.
                .unscoped()
                .key("STREAM_PLACE#{reader}", "PLACE");
        return new Declaration(entity, entity.get("Position of a stream consumer"));
    }

    /** Calls a system for each change of an entity, once what it lacks is there; on one thread, possibly more than once for a change. */
    public <T extends Record> Follower on(Entity<T> entity, Consumer<RecordChange<T>> action) {
        reactions.add(new Reaction<>(entity, action));
        return this;
    }

    /** Calls a system when changes were missed, or were never followed before: every item has to be checked. */
    public Follower onMissed(Runnable action) {
        whenMissed.add(action);
        return this;
    }

    /** Begins where it was, or with what changes from now on. */
    public Follower start() {
        List<Table> tables = new ArrayList<>(repair.tables());
        reactions.stream()
                .map(reaction -> reaction.entity().table())
                .filter(table -> !tables.contains(table))
                .forEach(tables::add);
        cursors = new StreamCursors(deployment, streams, tables);
        lease.read();
        resume(lease.position());
        Thread consumer = new Thread(this::run, "trestle-follower");
        consumer.setDaemon(true);
        consumer.start();
        thread = consumer;
        return this;
    }

    /** Goes on from a stored position; if there is none that can be used, from now on. */
    private void resume(@Nullable String position) {
        isFirst = position == null;
        if (position == null) {
            cursors.beginNow();
        } else if (!cursors.resume(position)) {
            beginAnew();
        }
        handledFrom = position == null ? cursors.position() : position;
        pending.clear();
    }

    private void beginAnew() {
        cursors.beginNow();
        pending.clear();
        missed = true;
        dueAt = System.nanoTime();
    }

    private void run() {
        Duration wait = interval;
        while (!isClosed(wait)) {
            wait = interval;
            try {
                if (consume()) {
                    wait = Duration.ZERO;
                }
            } catch (RecordsGoneException e) {
                LOG.warn("a stream cannot be read further; all items are looked at", e);
                tryAgain(this::beginAnew);
            } catch (RuntimeException e) {
                LOG.warn("changes could not be followed; it is tried again", e);
            }
        }
    }

    private static void tryAgain(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.warn("a stream could not be begun anew; it is tried again", e);
        }
    }

    /** Handles what there is now, if this process may; whether there is more. */
    private boolean consume() {
        if (pending.isEmpty()) {
            cursors.poll(pending::add);
        }
        if (pending.isEmpty() && handledFrom != null && !isFirst && !isDue()) {
            saveIfDue();
            return false;
        }
        if (!lease.acquire(handledFrom == null ? "" : handledFrom)) {
            handledFrom = null; // who takes over goes on from the holder's position
            pending.clear();
            return false;
        }
        if (!Objects.equals(lease.position(), handledFrom)) {
            resume(lease.position());
            return true;
        }
        boolean isFull = pending.size() >= StreamCursor.RECORDS_MAX;
        if (isFirst) {
            attempt(this::lookAtAll);
            isFirst = false;
        }
        while (!pending.isEmpty() && !isClosed(Duration.ZERO)) {
            handle(pending.peek().change());
            pending.remove();
        }
        lookAtEverythingIfDue();
        saveIfDue();
        return isFull;
    }

    private boolean isDue() {
        return missed && System.nanoTime() - dueAt >= 0;
    }

    private void handle(Change change) {
        Table table = cursors.table(change);
        attempt(() -> {
            if (!repair.changed(table, change.before(), change.after())) {
                LOG.atWarn()
                        .addKeyValue("table", table.name())
                        .log("an item is in conflict with another: see model repair");
            }
            reactions.stream()
                    .filter(reaction -> reaction.entity().table().equals(table))
                    .forEach(reaction -> react(reaction, change));
        });
    }

    private <T extends Record> void react(Reaction<T> reaction, Change change) {
        RecordChange<T> read = images.change(reaction.entity(), change);
        if (read != null) {
            reaction.action().accept(read);
        }
    }

    /** Tries something with backoff; what fails for good is missed. Once something is, nothing is tried twice: all of it is looked at later. */
    private void attempt(Runnable action) {
        Duration wait = backoffMin;
        for (int attempt = 1; ; attempt++) {
            try {
                action.run();
                return;
            } catch (RuntimeException e) {
                if (missed || attempt == ATTEMPTS_MAX || isClosed(wait)) {
                    LOG.warn("an item of another program could not be looked at", e);
                    dueAt = missed ? dueAt : System.nanoTime() + backoff.toNanos();
                    missed = true;
                    return;
                }
                wait = wait.multipliedBy(2);
            }
        }
    }

    private void lookAtAll() {
        whenMissed.forEach(Runnable::run);
    }

    /** All that was missed before it begins is found by it. */
    private void lookAtEverythingIfDue() {
        if (!isDue()) {
            return;
        }
        try {
            LOG.info("changes were missed: all items are looked at");
            Repair all = new Repair(deployment);
            boolean resumed = all.isInterrupted();
            all.rebuild(progress -> {});
            if (resumed) { // what was missed behind its place needs a run from the start
                new Repair(deployment).rebuild(progress -> {});
            }
            lookAtAll();
            missed = false;
            backoff = backoffMin;
            savedAt = System.nanoTime() - SAVED_EVERY_NANOS;
        } catch (RuntimeException e) {
            LOG.warn("not all items could be looked at; it is tried again in {}", backoff, e);
            dueAt = System.nanoTime() + backoff.toNanos();
            backoff = backoff.multipliedBy(2).compareTo(BACKOFF_MAX) < 0 ? backoff.multipliedBy(2) : BACKOFF_MAX;
        }
    }

    private void saveIfDue() {
        if (System.nanoTime() - savedAt >= SAVED_EVERY_NANOS) {
            save();
        }
    }

    /** What is not saved now is saved later, or looked at again after a restart. */
    private void save() {
        String position = cursors.position();
        if (missed || isFirst || !pending.isEmpty() || handledFrom == null || handledFrom.equals(position)) {
            return;
        }
        try {
            handledFrom = lease.save(position) ? position : null;
            savedAt = System.nanoTime();
        } catch (RuntimeException e) {
            LOG.warn("how far changes were followed could not be kept", e);
        }
    }

    /** Whether it is closed, within a time. */
    private boolean isClosed(Duration within) {
        try {
            return closed.await(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Lets the change that is handled come to an end, and another process begin. */
    @Override
    public void close() {
        closed.countDown();
        Thread consumer = thread;
        if (consumer == null) {
            return;
        }
        try {
            consumer.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
            if (consumer.isAlive()) {
                consumer.interrupt();
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        save();
        try {
            lease.release();
        } catch (RuntimeException e) {
            LOG.warn("a lease could not be given back; it ends by itself", e);
        }
    }
}
