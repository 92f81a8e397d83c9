package dev.trestle.systems.unisync.live;

import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.evolution.Repair;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.EventMessage;
import dev.trestle.platform.api.EventSink;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.events.Change;
import dev.trestle.platform.events.Event;
import dev.trestle.platform.events.EventHub;
import dev.trestle.systems.unisync.model.StreamPlace;
import dev.trestle.systems.unisync.model.SupportTable;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Adds what items of other programs lack: pointers, lists, guards of unique values. It hears of each change as pages do, and keeps its place,
 * so that it goes on after a restart; if it missed more than is kept, it looks at everything.
 */
final class Follower implements EventSink, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Follower.class);
    private static final String READER = "support-items";
    private static final Principal SELF =
            new Principal("unisync", READER, Principal.Proof.API_KEY, null, Set.of(), Map.of());
    private static final int WAITING_MAX = 10_000;
    private static final int HANDLED_UNSAVED_MAX = 500;
    private static final int STOP_SECONDS = 10;

    private final Deployment deployment;
    private final ItemStore store;
    private final Repair repair;
    private final ThreadPoolExecutor worker =
            new ThreadPoolExecutor(1, 1, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(WAITING_MAX), task -> {
                Thread thread = new Thread(task, "trestle-unisync-follower");
                thread.setDaemon(true);
                return thread;
            });
    private volatile boolean missed;
    private int unsaved;

    private record Item(Table table, Map<String, AttributeValue> after) {}

    Follower(Deployment deployment, ItemStore store) {
        this.deployment = deployment;
        this.store = store.consistent();
        this.repair = new Repair(deployment);
        worker.allowCoreThreadTimeOut(true);
    }

    static boolean isSelf(Principal listener) {
        return listener.equals(SELF);
    }

    void follow(EventHub hub) {
        String place = store.get(SupportTable.PLACE_OF_READER.of(READER))
                .map(StreamPlace::place)
                .orElse(null);
        hub.listen(SELF, place, this);
    }

    /** The event by which this hears of an item. */
    Event item(Table table, Change change) {
        return new Event("item", new Item(table, change.after()), Follower::isSelf);
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
                if (!repair.one(item.table(), item.after())) {
                    LOG.atWarn()
                            .addKeyValue("table", item.table().name())
                            .log("an item is in conflict with another: see model repair");
                }
            } else if (message.type().equals("reset") || missed) {
                missed = false;
                LOG.info("changes were missed: all items are looked at");
                new Repair(deployment).run(progress -> {});
            }
            unsaved++;
            if (worker.getQueue().isEmpty() || unsaved >= HANDLED_UNSAVED_MAX) {
                save(message.id());
            }
        } catch (RuntimeException e) {
            missed = true;
            LOG.warn("an item of another program could not be looked at", e);
        }
    }

    private void save(@Nullable String place) {
        if (place != null && !missed) {
            store.put(
                    SupportTable.STREAM_PLACE,
                    new StreamPlace(READER, place, deployment.clock().instant()));
            unsaved = 0;
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
            if (!worker.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                worker.shutdownNow();
            }
        } catch (InterruptedException e) {
            worker.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
