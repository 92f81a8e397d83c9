package dev.trestle.engine.verify;

import dev.trestle.engine.api.StreamRecord;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Sequence;
import dev.trestle.engine.store.Snapshot;
import dev.trestle.engine.stream.RecordDecoder;
import dev.trestle.engine.stream.StreamLog;
import dev.trestle.engine.table.StreamCatalog;
import dev.trestle.engine.table.StreamDef;
import dev.trestle.engine.value.Canonical;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The part of a store's proof that is about streams. */
final class StreamCheck {
    private static final int KEY_BYTES = 12;

    private final Map<Integer, StreamDef> streams = new HashMap<>();
    private final long lastSequence;
    private final long horizon;
    private final Consumer<String> problem;
    private long records;

    /** Checks the definitions; {@link #checkRecord} is to follow for each record. */
    StreamCheck(Snapshot snapshot, Consumer<String> problem) {
        this.lastSequence = Sequence.read(snapshot);
        this.horizon = StreamLog.horizon(snapshot);
        this.problem = problem;
        for (StreamDef stream : StreamCatalog.load(snapshot)) {
            streams.put(stream.id(), stream);
            checkShards(stream);
        }
    }

    /** How many records there are that can still be read. */
    long records() {
        return records;
    }

    private void checkShards(StreamDef stream) {
        List<StreamDef.Shard> shards = stream.shards();
        for (int i = 0; i < shards.size(); i++) {
            StreamDef.Shard shard = shards.get(i);
            Long last = shard.last();
            boolean mayBeOpen = i == shards.size() - 1 && stream.isOpen();
            if ((last == null) != mayBeOpen) {
                problem.accept("shard " + i + " of " + name(stream) + (last == null ? " has no end" : " has an end")
                        + ", unlike its stream");
            }
            if (shard.first() > lastSequence || (last != null && (last < shard.first() || last > lastSequence))) {
                problem.accept("shard " + i + " of " + name(stream) + " goes from " + shard.first() + " to " + last
                        + ", but the last number is " + lastSequence);
            }
            Long before = i == 0 ? null : shards.get(i - 1).last();
            if (before != null && before + 1 != shard.first()) {
                problem.accept("shard " + i + " of " + name(stream) + " begins with " + shard.first()
                        + " and does not continue the one before, which ends with " + before);
            }
        }
    }

    /** What lies below the horizon is out of reach, and goes when its files are put in order. */
    void checkRecord(int streamId, byte[] key, byte[] value) {
        if (key.length != KEY_BYTES) {
            throw new IllegalStateException("its key has " + key.length + " bytes");
        }
        long sequence = RecordDecoder.sequence(key);
        StreamDef stream = streams.get(streamId);
        if (sequence < horizon) {
            return;
        }
        if (stream == null) {
            problem.accept("the stream record " + sequence + " belongs to no stream; its id is " + streamId);
            return;
        }
        records++;
        StreamRecord record = RecordDecoder.decode(stream, key, value);
        if (!record.keys().toMap().keySet().equals(Set.copyOf(stream.key().names()))) {
            problem.accept("the record " + sequence + " of " + name(stream) + " has not the keys of its table");
        }
        checkImage(record.newImage(), sequence, stream);
        checkImage(record.oldImage(), sequence, stream);
        if (sequence > lastSequence) {
            problem.accept(
                    "the record " + sequence + " of " + name(stream) + " is beyond the last number, " + lastSequence);
        } else if (stream.shards().stream().noneMatch(shard -> shard.contains(sequence))) {
            problem.accept("the record " + sequence + " of " + name(stream) + " lies in none of its shards");
        }
    }

    private void checkImage(@Nullable StoredItem image, long sequence, StreamDef stream) {
        if (image != null && !StoredItem.of(Canonical.item(image.toMap())).equals(image)) {
            problem.accept("an image in the record " + sequence + " of " + name(stream)
                    + " is not in canonical form, or its size is wrong");
        }
    }

    private static String name(StreamDef stream) {
        return "the stream " + stream.label() + " of " + stream.tableName();
    }
}
