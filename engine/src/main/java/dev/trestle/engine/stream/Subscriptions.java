package dev.trestle.engine.stream;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.StreamListener;
import dev.trestle.engine.api.StreamSubscription;
import dev.trestle.engine.api.SubscribeStream;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.item.ByteReader;
import dev.trestle.engine.item.ByteWriter;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Committer;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Mutation;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.StreamCatalog;
import dev.trestle.engine.table.StreamDef;
import dev.trestle.engine.table.StreamRef;
import dev.trestle.engine.table.TableDef;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The listeners that are told of records as these are written. */
public final class Subscriptions implements AutoCloseable {
    private static final int SUBSCRIPTIONS_MAX = 256;

    private final Store store;
    private final Committer committer;
    private final Catalog catalog;
    private final StreamLog log;
    private final List<Subscription> running = new CopyOnWriteArrayList<>();
    private boolean closed;

    public Subscriptions(Store store, Committer committer, Catalog catalog, StreamLog log) {
        this.store = store;
        this.committer = committer;
        this.catalog = catalog;
        this.log = log;
        committer.sequence().onAdvance(() -> running.forEach(Subscription::wake));
    }

    public synchronized StreamSubscription add(SubscribeStream request, StreamListener listener) {
        new Constraints()
                .tableName(request.tableName())
                .length("consumer", request.consumer(), 1, 255)
                .length("afterSequenceNumber", request.afterSequenceNumber(), 21, 40)
                .check();
        StreamDef stream = stream(catalog.require(Required.of(request.tableName())));
        checkRoom(stream, request.consumer());
        long start = start(stream, request);
        Subscription subscription =
                new Subscription(stream.id(), request.consumer(), start, listener, this, catalog.streams(), log);
        running.add(subscription);
        subscription.start();
        return subscription;
    }

    private StreamDef stream(TableDef table) {
        StreamRef latest = table.stream();
        StreamDef stream = latest == null ? null : catalog.streams().find(latest.id());
        if (stream == null) {
            throw EngineException.validation(
                    "The table " + table.name()
                            + " has no stream to subscribe to: enable one with StreamSpecification in CreateTable or UpdateTable");
        }
        return stream;
    }

    private void checkRoom(StreamDef stream, @Nullable String consumer) {
        if (closed) {
            throw new IllegalStateException("the database is closed");
        }
        if (running.size() >= SUBSCRIPTIONS_MAX) {
            throw EngineException.of(
                    ErrorCode.LIMIT_EXCEEDED, "There are " + SUBSCRIPTIONS_MAX + " subscriptions already; close some");
        }
        if (consumer != null && running.stream().anyMatch(other -> other.isOf(stream.id(), consumer))) {
            throw EngineException.of(
                    ErrorCode.RESOURCE_IN_USE,
                    "The consumer " + consumer + " of the stream of " + stream.tableName()
                            + " has a subscription already: close it first, or use another name");
        }
    }

    /**
     * A known consumer goes on where it stopped, whatever the request says. The place where a new one begins is on disk before it
     * begins: should it be killed before the first record, it still gets that one.
     */
    private long start(StreamDef stream, SubscribeStream request) {
        String consumer = request.consumer();
        if (consumer == null) {
            return requestedStart(stream, request);
        }
        byte[] stored = store.get(Family.META, StreamCatalog.positionKey(stream.id(), consumer));
        if (stored != null) {
            return new ByteReader(stored, 0).readLong();
        }
        long start = requestedStart(stream, request);
        committer.await(submitPosition(stream.id(), consumer, start));
        return start;
    }

    private long requestedStart(StreamDef stream, SubscribeStream request) {
        String after = request.afterSequenceNumber();
        if (after != null) {
            long sequence = StreamNames.parseSequenceNumber(after);
            if (sequence > log.lastSequence()) {
                throw StreamNames.invalidSequenceNumber(after);
            }
            return sequence + 1;
        }
        return request.start() == SubscribeStream.Start.LATEST
                ? log.lastSequence() + 1
                : Math.max(log.horizon(), stream.shards().get(0).first());
    }

    /** Queues what is to be remembered of a named consumer: the number of the record that it is to get next. */
    Commit submitPosition(int streamId, String consumer, long position) {
        ByteWriter value = new ByteWriter(8);
        value.writeLong(position);
        Commit commit = new Commit();
        commit.add(Mutation.put(Family.META, StreamCatalog.positionKey(streamId, consumer), value.toByteArray()));
        committer.submit(commit, committer.generation());
        return commit;
    }

    void await(Commit commit) {
        committer.await(commit);
    }

    void remove(Subscription subscription) {
        running.remove(subscription);
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        running.forEach(Subscription::stop);
        long deadline = Subscription.closeDeadline();
        running.forEach(subscription -> subscription.awaitEnd(deadline));
    }
}
