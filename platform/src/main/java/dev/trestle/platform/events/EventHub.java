package dev.trestle.platform.events;

import dev.trestle.model.Entity;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.EventSink;
import dev.trestle.platform.events.Position.Place;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Tells listeners the {@link Events} of a system.
 *
 * <p>One thread reads the streams of all tables and hands each event to every listener that may see it, with the {@link Position}
 * behind it as its id. A listener that comes back with the id that it saw last is told what it missed, read from the streams, up to where
 * the one thread was when it came; what the thread reads meanwhile waits in a queue of the listener's own. So it hears of each change once. If
 * the records are gone, or too many, it gets the event {@code reset}: load everything anew.
 *
 * @param <C> who listens, as the system knows its callers
 */
public final class EventHub<C> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventHub.class);

    /** AWS allows five reads of a shard in a second; a {@link Follower} makes one of them. */
    private static final Duration INTERVAL = Duration.ofMillis(250);

    private static final int CATCH_UPS = 4;
    private static final int CATCH_UPS_WAITING = 2000;
    private static final Map<String, String> NOTHING = Map.of();

    private final Deployment deployment;
    private final DynamoDbStreamsClient streams;
    private final Images images;
    private final List<Events.Kind<C, ?>> kinds;
    private final List<Events.Callers<C, ?>> callers;
    private final @Nullable Function<? super C, String> tenantOf;
    private final Duration interval;
    private final Clock clock;
    private final Map<String, String> arns = new ConcurrentSkipListMap<>();
    private final Map<String, StreamCursor> cursors = new LinkedHashMap<>();
    private final Set<EventListener<C>> listeners = ConcurrentHashMap.newKeySet();
    private final Object lock = new Object();
    private final ScheduledExecutorService reader = Executors.newSingleThreadScheduledExecutor(EventHub::thread);
    private final ThreadPoolExecutor catchUps = new ThreadPoolExecutor(
            CATCH_UPS, CATCH_UPS, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(CATCH_UPS_WAITING), EventHub::thread);

    /** Begins with what changes from now on. */
    public EventHub(Deployment deployment, DynamoDbStreamsClient streams, ItemStore store, Events<C> events) {
        // Records have the database's time, whatever clock the system goes by.
        this(deployment, streams, store, events, INTERVAL, Clock.systemUTC());
    }

    /** {@code interval} is how often streams are read: the embedded engine lets one read at any time. */
    public EventHub(
            Deployment deployment,
            DynamoDbStreamsClient streams,
            ItemStore store,
            Events<C> events,
            Duration interval,
            Clock clock) {
        this.deployment = deployment;
        this.streams = streams;
        this.images = new Images(store);
        this.kinds = events.kinds();
        this.callers = events.callers();
        this.tenantOf = events.tenantOf();
        this.interval = interval;
        this.clock = clock;
        catchUps.allowCoreThreadTimeOut(true);
        events.tables().forEach(table -> beginNow(deployment.names().apply(table)));
    }

    private void beginNow(String table) {
        String arn = streamOf(deployment.client(), table);
        arns.put(table, arn);
        cursors.put(table, StreamCursor.fromNow(streams, table, arn, clock));
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "trestle-events");
        thread.setDaemon(true);
        return thread;
    }

    static String streamOf(DynamoDbClient client, String table) {
        var description =
                client.describeTable(request -> request.tableName(table)).table();
        StreamSpecification stream = description.streamSpecification();
        if (stream == null || !Boolean.TRUE.equals(stream.streamEnabled())) {
            description = enabled(client, table);
        } else if (stream.streamViewType() != StreamViewType.NEW_AND_OLD_IMAGES) {
            throw new IllegalStateException("The stream of " + table + " must hold old and new images, but holds "
                    + stream.streamViewType() + ". Disable it; it is then enabled as it has to be.");
        }
        return description.latestStreamArn();
    }

    private static TableDescription enabled(DynamoDbClient client, String table) {
        try {
            return client.updateTable(request -> request.tableName(table)
                            .streamSpecification(specification -> specification
                                    .streamEnabled(true)
                                    .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)))
                    .tableDescription();
        } catch (DynamoDbException e) {
            // Another reader of this stream, here or in another process, may have been faster.
            TableDescription now =
                    client.describeTable(request -> request.tableName(table)).table();
            StreamSpecification stream = now.streamSpecification();
            if (stream == null || !Boolean.TRUE.equals(stream.streamEnabled())) {
                throw e;
            }
            return now;
        }
    }

    public EventHub<C> start() {
        ScheduledFuture<?> unused =
                reader.scheduleWithFixedDelay(this::readQuietly, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
        return this;
    }

    void readQuietly() {
        try {
            read();
        } catch (RecordsGoneException e) {
            LOG.warn("a stream cannot be read further; listeners have to begin anew", e);
            restart();
        } catch (RuntimeException e) {
            if (!reader.isShutdown()) {
                LOG.warn("a stream could not be read; it is tried again", e);
            }
        }
    }

    /** After a sleep that was longer than records are kept, or when a stream was made anew. */
    private void restart() {
        try {
            synchronized (lock) {
                List.copyOf(cursors.keySet()).forEach(this::beginNow);
                Position now = position();
                listeners.forEach(listener -> reset(listener, now));
            }
        } catch (RuntimeException e) {
            LOG.warn("a stream could not be begun anew; it is tried again", e);
        }
    }

    /** Reads once what all streams have, and tells it. */
    void read() {
        for (StreamCursor cursor : cursors.values()) {
            for (String shard : List.copyOf(cursor.places().keySet())) {
                synchronized (lock) {
                    List<StreamCursor.Read> found = cursor.poll(shard);
                    if (found != null) {
                        tell(cursor, found);
                    }
                    if (cursor.isFinished(shard)) {
                        cursor.descend(shard);
                    }
                }
            }
        }
    }

    private void tell(StreamCursor cursor, List<StreamCursor.Read> found) {
        for (StreamCursor.Read each : found) {
            if (listeners.isEmpty()) {
                return;
            }
            Change change = each.change();
            for (Event<C, ?> event :
                    events(change, () -> positionAfter(cursor, each).text())) {
                listeners.forEach(listener -> listener.tell(event));
            }
            callers.stream().filter(own -> isOf(own.entity(), change)).forEach(own -> disconnect(own, change));
        }
    }

    private List<Event<C, ?>> events(Change change, Supplier<@Nullable String> id) {
        List<Event<C, ?>> events = new ArrayList<>();
        kinds.stream().filter(kind -> isOf(kind.entity(), change)).forEach(kind -> add(events, kind, change, id));
        return events;
    }

    private <T extends Record> void add(
            List<Event<C, ?>> events, Events.Kind<C, T> kind, Change change, Supplier<@Nullable String> id) {
        RecordChange<T> read = images.change(kind.entity(), change);
        if (read != null) {
            events.add(new Event<>(kind, read, who -> isReached(who, read), id));
        }
    }

    private boolean isReached(C who, RecordChange<?> change) {
        return tenantOf == null || change.tenant() == null || change.tenant().equals(tenantOf.apply(who));
    }

    private <T extends Record> void disconnect(Events.Callers<C, T> own, Change change) {
        RecordChange<T> read = images.change(own.entity(), change);
        if (read != null) {
            listeners.stream()
                    .filter(listener -> isReached(listener.who(), read) && own.ends(listener.who(), read))
                    .forEach(listener -> listener.sink().close());
        }
    }

    private boolean isOf(Entity<?> entity, Change change) {
        return deployment.names().apply(entity.table()).equals(change.table());
    }

    private Position positionAfter(StreamCursor cursor, StreamCursor.Read read) {
        Map<String, Map<String, Place>> tables = new TreeMap<>(position().tables());
        Map<String, Place> shards = new TreeMap<>(cursor.places());
        shards.put(read.shard(), new Place.After(read.sequence()));
        tables.put(cursor.table(), shards);
        return new Position(tables);
    }

    private Position position() {
        Map<String, Map<String, Place>> tables = new TreeMap<>();
        cursors.forEach((table, cursor) -> tables.put(table, cursor.places()));
        return new Position(tables);
    }

    /** Has somebody told everything that they may see, from now on or from where they were. Returns at once. */
    public void listen(C who, @Nullable String lastEventId, EventSink sink) {
        EventListener<C> listener = new EventListener<>(who, sink);
        Position now;
        synchronized (lock) {
            now = position();
            listeners.add(listener);
        }
        sink.onClose(() -> listeners.remove(listener));
        if (lastEventId == null) {
            sink.send(now.text(), "ready", NOTHING);
            listener.joined();
            return;
        }
        Position from = Position.parse(lastEventId).orElse(null);
        if (from == null || !from.tables().keySet().equals(arns.keySet())) {
            reset(listener, now);
            return;
        }
        try {
            catchUps.execute(() -> catchUp(listener, from, now));
        } catch (RejectedExecutionException busy) {
            reset(listener, now);
        }
    }

    private static void reset(EventListener<?> listener, Position now) {
        listener.sink().send(now.text(), "reset", NOTHING);
        listener.joined();
    }

    private void catchUp(EventListener<C> listener, Position from, Position now) {
        try {
            List<CatchUp> parts = new ArrayList<>();
            from.tables().forEach((table, places) -> {
                Map<String, Place> until = now.tables().getOrDefault(table, Map.of());
                String arn = arns.getOrDefault(table, "");
                parts.add(new CatchUp(StreamCursor.from(streams, table, arn, clock, places), until));
            });
            for (CatchUp part : parts) {
                // Without an id, since what comes between may still be missing.
                part.run(change -> events(change, () -> null).forEach(listener::tellMissed));
            }
            listener.sink().send(now.text(), "ready", NOTHING);
            listener.joined();
        } catch (RecordsGoneException e) {
            LOG.atInfo().addKeyValue("why", String.valueOf(e.getMessage())).log("a listener has to begin anew");
            reset(listener, now);
        } catch (RuntimeException e) {
            LOG.warn("a listener could not be told what it missed", e);
            listener.sink().close();
        }
    }

    @Override
    public void close() {
        reader.shutdownNow();
        catchUps.shutdownNow();
        listeners.forEach(listener -> listener.sink().close());
    }
}
