package dev.trestle.engine.stream;

import dev.trestle.engine.item.ByteReader;
import dev.trestle.engine.item.ByteWriter;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Committer;
import dev.trestle.engine.store.Cursor;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Mutation;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.StreamCatalog;
import dev.trestle.engine.table.StreamDef;
import dev.trestle.engine.table.StreamRecords;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps streams for a day. Every few minutes it marks how far the numbers have come by now; a mark that is a day old tells what may
 * go. All below it goes in one deletion of a range per stream, so neither writers nor the disk pay for single records. It also begins
 * a new shard every few hours, and forgets streams that were closed a day ago.
 */
public final class StreamKeeper {
    static final Duration KEPT = Duration.ofHours(24);
    static final Duration MARK_EVERY = Duration.ofMinutes(5);
    static final Duration SHARD_LIFE = Duration.ofHours(4);

    private final Store store;
    private final Committer committer;
    private final Catalog catalog;
    private final StreamLog log;
    private final Clock clock;
    private long trimmedTo;
    private long markedAtMillis;
    private long markedSequence;

    public StreamKeeper(Store store, Committer committer, Catalog catalog, StreamLog log, Clock clock) {
        this.store = store;
        this.committer = committer;
        this.catalog = catalog;
        this.log = log;
        this.clock = clock;
        this.trimmedTo = log.horizon();
    }

    /** To be called about once a second. */
    public void run() {
        if (catalog.streams().all().isEmpty()) {
            return;
        }
        Instant now = clock.instant();
        trim(now);
        for (StreamDef stream : catalog.streams().all()) {
            keep(stream.id(), now);
        }
        mark(now);
    }

    private void mark(Instant now) {
        boolean due = Math.abs(now.toEpochMilli() - markedAtMillis) >= MARK_EVERY.toMillis();
        if (!due || log.lastSequence() == markedSequence) {
            return;
        }
        AtomicLong marked = new AtomicLong();
        Commit commit = new Commit();
        commit.addLate(32, (sequence, millis) -> {
            marked.set(sequence);
            return Mutation.put(Family.META, markKey(millis), number(sequence)); // nothing below the number is younger
        });
        submit(commit);
        markedAtMillis = now.toEpochMilli();
        markedSequence = marked.get();
    }

    private void trim(Instant now) {
        byte[] end = markKey(now.minus(KEPT).toEpochMilli() + 1);
        long horizon = newestMark(end);
        if (horizon <= trimmedTo) {
            return;
        }
        log.raiseHorizon(horizon);
        Commit commit = new Commit();
        // From zero on, each time: removing whole files, below, may take along what an earlier deletion had noted
        // there.
        for (StreamDef stream : catalog.streams().all()) {
            commit.add(Mutation.deleteRange(
                    Family.STREAM, StreamRecords.key(stream.id(), 0), StreamRecords.key(stream.id(), horizon)));
        }
        commit.add(Mutation.put(Family.META, StreamLog.HORIZON_KEY, number(horizon)));
        commit.add(Mutation.deleteRange(Family.META, new byte[] {'M'}, end));
        submit(commit);
        trimmedTo = horizon;
        for (StreamDef stream : catalog.streams().all()) {
            store.reclaim(Family.STREAM, StreamRecords.key(stream.id(), 0), StreamRecords.key(stream.id(), horizon));
        }
    }

    private long newestMark(byte[] end) {
        try (Cursor cursor = store.cursor(Family.META, new byte[] {'M'}, end, false)) {
            return cursor.next() ? new ByteReader(cursor.value(), 0).readLong() : 0;
        }
    }

    private void keep(int id, Instant now) {
        StreamDef seen = catalog.streams().find(id);
        if (seen != null && (isOver(seen, now) || isLong(seen, now) || hasEmptyShards(seen))) {
            catalog.change(() -> keepExclusively(id, now));
        }
    }

    private boolean keepExclusively(int id, Instant now) {
        StreamCatalog streams = catalog.streams();
        StreamDef stream = streams.find(id);
        if (stream == null) {
            return false;
        }
        Commit commit = new Commit();
        if (isOver(stream, now)) {
            streams.drop(stream, commit);
        } else if (isLong(stream, now)) {
            streams.roll(stream, now, commit);
        } else {
            streams.trim(stream, log.horizon(), commit);
        }
        catalog.commit(commit);
        return true;
    }

    private static boolean isOver(StreamDef stream, Instant now) {
        Instant closed = stream.closedAt();
        return closed != null && !closed.plus(KEPT).isAfter(now);
    }

    private static boolean isLong(StreamDef stream, Instant now) {
        return stream.isOpen()
                && !stream.lastShard().startedAt().plus(SHARD_LIFE).isAfter(now);
    }

    private boolean hasEmptyShards(StreamDef stream) {
        Long last = stream.shards().get(0).last();
        return stream.shards().size() > 1 && last != null && last < log.horizon();
    }

    private void submit(Commit commit) {
        committer.submit(commit, committer.generation());
        committer.await(commit);
    }

    private static byte[] markKey(long millis) {
        ByteWriter key = new ByteWriter(9);
        key.writeByte('M');
        key.writeLong(millis);
        return key.toByteArray();
    }

    private static byte[] number(long value) {
        ByteWriter out = new ByteWriter(8);
        out.writeLong(value);
        return out.toByteArray();
    }
}
