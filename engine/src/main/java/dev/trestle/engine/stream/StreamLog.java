package dev.trestle.engine.stream;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.StreamRecord;
import dev.trestle.engine.item.ByteReader;
import dev.trestle.engine.store.Cursor;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Sequence;
import dev.trestle.engine.store.Snapshot;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.table.StreamDef;
import dev.trestle.engine.table.StreamRecords;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of all streams, from the horizon on: below it everything was trimmed. The horizon rises in memory before the records go
 * from disk, and a reader looks at it after it has opened its cursor. So a reader either sees all records from its place on, or learns
 * that some are gone.
 */
public final class StreamLog {
    static final int RECORDS_MAX = 1000;
    static final byte[] HORIZON_KEY = {'L'};

    private static final long PAGE_BYTES_MAX = 1024 * 1024;

    private final Store store;
    private final Sequence sequence;
    private volatile long horizon;

    public StreamLog(Store store, Sequence sequence) {
        this.store = store;
        this.sequence = sequence;
        byte[] stored = store.get(Family.META, HORIZON_KEY);
        this.horizon = stored == null ? 0 : new ByteReader(stored, 0).readLong();
    }

    /** Records in their order, and where to go on. */
    record Page(List<StreamRecord> records, long next) {}

    long lastSequence() {
        return sequence.last();
    }

    /** The lowest number that a record may still have. */
    long horizon() {
        return horizon;
    }

    void raiseHorizon(long raised) {
        horizon = Math.max(horizon, raised);
    }

    void checkNotTrimmed(long from) {
        if (from < horizon) {
            throw EngineException.of(
                    ErrorCode.TRIMMED_DATA_ACCESS,
                    "The records at this place in the stream are older than 24 hours and have been trimmed; begin at"
                            + " TRIM_HORIZON");
        }
    }

    /** The lowest number that a record may have at the moment of the snapshot. */
    public static long horizon(Snapshot snapshot) {
        byte[] stored = snapshot.get(Family.META, HORIZON_KEY);
        return stored == null ? 0 : new ByteReader(stored, 0).readLong();
    }

    /**
     * Up to {@code limit} records, or a megabyte of them, from the number {@code from} to {@code end}. The caller has taken {@code end}
     * from {@link #lastSequence} before it looked the stream up: a shard that has ended since has no record up to there that is not
     * its own.
     */
    Page read(StreamDef stream, long from, long end, int limit) {
        if (from > end) {
            return new Page(List.of(), from);
        }
        try (Cursor cursor = store.cursor(
                Family.STREAM, StreamRecords.key(stream.id(), from), StreamRecords.key(stream.id(), end + 1), true)) {
            checkNotTrimmed(from);
            List<StreamRecord> records = new ArrayList<>();
            long bytes = 0;
            while (cursor.next()) {
                StreamRecord record = RecordDecoder.decode(stream, cursor.key(), cursor.value());
                bytes += record.sizeBytes();
                if (bytes > PAGE_BYTES_MAX && !records.isEmpty()) {
                    return new Page(records, RecordDecoder.sequence(cursor.key()));
                }
                records.add(record);
                if (records.size() >= limit) {
                    return new Page(records, RecordDecoder.sequence(cursor.key()) + 1);
                }
            }
            return new Page(records, end + 1);
        }
    }

    /** As {@link #read}, from the oldest record that is left, but not below {@code first}. */
    Page readFromHorizon(StreamDef stream, long first, long end, int limit) {
        for (; ; ) {
            long from = Math.max(first, horizon);
            try {
                return read(stream, from, end, limit);
            } catch (EngineException trimmed) {
                if (trimmed.code() != ErrorCode.TRIMMED_DATA_ACCESS || Math.max(first, horizon) == from) {
                    throw trimmed;
                }
            }
        }
    }
}
