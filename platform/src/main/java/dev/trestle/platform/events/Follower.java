package dev.trestle.platform.events;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.evolution.Repair;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.EventMessage;
import dev.trestle.platform.api.EventSink;
import dev.trestle.platform.api.Principal;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Adds what items of other programs lack: pointers, lists, guards of unique values; and takes away what was made of items that are gone. It
 * hears of each change as pages do, and keeps its place, so that it goes on after a restart. If it missed more than is kept, or could not
 * look at an item, it looks at everything, and tries that again with growing pauses until it succeeds; its place stays where it is until
 * then.
 *
 * <pre>{@code
 * static final Follower.Declaration FOLLOWER = Follower.on(SUPPORT);
 * …
 * Follower follower = new Follower(deployment, store, FOLLOWER);
 * follower.follow(hub); // whose mapper gives follower.item(TABLE, change) among the events of a change
 * }</pre>
 */
public final class Follower implements EventSink, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Follower.class);
    private static final String READER = "support-items";
    private static final int WAITING_MAX = 10_000;
    private static final int HANDLED_UNSAVED_MAX = 500;

    /** What was handled since is handled again after a crash, which does nothing. */
    private static final long SAVED_EVERY_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final int STOP_SECONDS = 10;
    private static final Duration PAUSE_MIN = Duration.ofSeconds(1);
    private static final Duration PAUSE_MAX = Duration.ofMinutes(10);

    private final Deployment deployment;
    private final ItemStore store;
    private final Declaration declared;
    private final Listener listener;
    private final Repair repair;
    private final Principal self;
    private final ThreadPoolExecutor worker =
            new ThreadPoolExecutor(1, 1, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(WAITING_MAX), task -> {
                Thread thread = new Thread(task, "trestle-follower");
                thread.setDaemon(true);
                return thread;
            });
    private final Duration pauseMin;
    private volatile boolean missed;
    private volatile boolean first;

    // What follows is the worker's alone.
    private Duration pause;
    private @Nullable Long dueAt;
    private @Nullable String reached;
    private long savedAt = System.nanoTime() - SAVED_EVERY_NANOS;
    private int unsaved;

    /** What a system does itself with the followed changes. Called on one thread, possibly more than once for a change. */
    public interface Listener {
        /** An item changed, and its companion items are there; {@code before} is empty if it is new, {@code after} if it is deleted. */
        void changed(Table table, Map<String, AttributeValue> before, Map<String, AttributeValue> after);

        /** Changes were missed, or were never followed before: every item has to be checked. */
        void missed();
    }

    static final class NoListener implements Listener {
        @Override
        public void changed(Table table, Map<String, AttributeValue> before, Map<String, AttributeValue> after) {}

        @Override
        public void missed() {}
    }

    private record Item(Table table, Change change) {}

    /** The entity and pattern of places in a support table. */
    public record Declaration(Entity<StreamPlace> entity, Pattern<StreamPlace> ofReader) {}

    public Follower(Deployment deployment, ItemStore store, Declaration declared) {
        this(deployment, store, declared, new NoListener());
    }

    public Follower(Deployment deployment, ItemStore store, Declaration declared, Listener listener) {
        this(deployment, store, declared, listener, PAUSE_MIN);
    }

    /** {@code pauseMin} is how long it waits at first before it looks at everything. */
    Follower(Deployment deployment, ItemStore store, Declaration declared, Listener listener, Duration pauseMin) {
        this.pauseMin = pauseMin;
        this.pause = pauseMin;
        this.deployment = deployment;
        this.store = store.consistent();
        this.declared = declared;
        this.listener = listener;
        this.repair = new Repair(deployment);
        this.self =
                new Principal(deployment.model().system(), READER, Principal.Proof.API_KEY, null, Set.of(), Map.of());
        worker.allowCoreThreadTimeOut(true);
    }

    /** Declares places on a support table. */
    public static Declaration on(Table table) {
        Entity<StreamPlace> entity = table.entity(StreamPlace.class)
                .about("How far the changes of the documented tables were followed")
                // What follows them does so for all tenants.
                .unscoped()
                .key("STREAM_PLACE#{reader}", "PLACE");
        return new Declaration(entity, entity.get("How far a reader of streams is"));
    }

    /** Whether a listener is this one, which is told of items and not what pages are told. */
    public boolean isSelf(Principal listener) {
        return listener.equals(self);
    }

    public void follow(EventHub hub) {
        String place = store.get(declared.ofReader().of(READER))
                .map(StreamPlace::place)
                .orElse(null);
        first = place == null;
        hub.listen(self, place, this);
    }

    /** The event by which this hears of an item. */
    public Event item(Table table, Change change) {
        return new Event("item", new Item(table, change), this::isSelf);
    }

    @Override
    public boolean send(EventMessage message) {
        try {
            worker.execute(() -> handle(message));
        } catch (RejectedExecutionException full) {
            missed = true; // or it is being closed, and its place stays where it is
        }
        return true;
    }

    private void handle(EventMessage message) {
        try {
            if (message.data() instanceof Item item) {
                if (!repair.changed(
                        item.table(), item.change().before(), item.change().after())) {
                    LOG.atWarn()
                            .addKeyValue("table", item.table().name())
                            .log("an item is in conflict with another: see model repair");
                }
                listener.changed(
                        item.table(), item.change().before(), item.change().after());
            } else if (message.type().equals("reset")) {
                missed = true;
                dueAt = System.nanoTime();
            } else if (first) {
                listener.missed();
            }
            first = false;
        } catch (RuntimeException e) {
            missed = true;
            LOG.warn("an item of another program could not be looked at", e);
        }
        reached = message.id() == null ? reached : message.id();
        unsaved++;
        catchUpIfDue();
        if (unsaved >= HANDLED_UNSAVED_MAX || System.nanoTime() - savedAt >= SAVED_EVERY_NANOS) {
            saveOrLater();
        }
    }

    /**
     * Looks at everything if something was missed and its time has come. All that was missed before it begins is found by it; what is
     * missed meanwhile is for the next time.
     */
    private void catchUpIfDue() {
        if (!missed) {
            return;
        }
        Long due = dueAt;
        if (due == null) {
            catchUpAfter(pause);
            return;
        }
        if (System.nanoTime() - due < 0) {
            return;
        }
        dueAt = null;
        missed = false;
        try {
            LOG.info("changes were missed: all items are looked at");
            Repair all = new Repair(deployment);
            boolean resumed = all.isInterrupted();
            all.rebuild(progress -> {});
            if (resumed) { // what was missed behind its place needs a run from the start
                new Repair(deployment).rebuild(progress -> {});
            }
            listener.missed();
            pause = pauseMin;
            saveOrLater();
        } catch (RuntimeException e) {
            missed = true;
            LOG.warn("not all items could be looked at; it is tried again in {}", pause, e);
            catchUpAfter(pause);
            pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
        }
    }

    /** If the queue is full by then, the messages in it lead there as well. */
    private void catchUpAfter(Duration wait) {
        dueAt = System.nanoTime() + wait.toNanos();
        CompletableFuture.delayedExecutor(wait.toNanos(), TimeUnit.NANOSECONDS, worker)
                .execute(this::catchUpIfDue);
    }

    /** What is not saved now is saved with the next message, or looked at again after a restart. */
    private void saveOrLater() {
        try {
            save();
        } catch (RuntimeException e) {
            LOG.warn("how far changes were followed could not be kept", e);
        }
    }

    private void save() {
        String place = reached;
        if (place != null && unsaved > 0 && !missed) {
            store.put(
                    declared.entity(),
                    new StreamPlace(READER, place, deployment.clock().instant()));
            unsaved = 0;
            savedAt = System.nanoTime();
        }
    }

    @Override
    public void onClose(Runnable action) {
        // It listens as long as the hub is there.
    }

    @Override
    public boolean isOpen() {
        return !worker.isShutdown();
    }

    @Override
    public void close() {
        worker.shutdown();
        try {
            if (worker.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                saveOrLater();
            } else {
                worker.shutdownNow();
            }
        } catch (InterruptedException e) {
            worker.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
