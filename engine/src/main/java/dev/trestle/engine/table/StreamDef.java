package dev.trestle.engine.table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table's stream. It outlives its table, and its being switched off, for as long as its records are kept. Immutable; ids are never
 * used twice.
 */
public record StreamDef(
        int id,
        String tableName,
        String label,
        StreamView view,
        KeyDef key,
        Instant createdAt,
        /* null as long as the table writes to it */ @Nullable
        Instant closedAt,

        List<Shard> shards) {

    /**
     * A range of a stream's sequence numbers, both ends inclusive. A shard that is open has no end yet; only the last one of a stream
     * that is not closed is open, and each continues the one before.
     */
    public record Shard(long first, @Nullable Long last, Instant startedAt) {
        public boolean contains(long sequence) {
            return sequence >= first && (last == null || sequence <= last);
        }
    }

    public boolean isOpen() {
        return closedAt == null;
    }

    public Shard lastShard() {
        return shards.get(shards.size() - 1);
    }

    /** With a new shard from {@code sequence} on. */
    StreamDef rolled(long sequence, Instant now) {
        List<Shard> changed = closeLast(sequence);
        changed.add(new Shard(sequence, null, now));
        return new StreamDef(id, tableName, label, view, key, createdAt, closedAt, List.copyOf(changed));
    }

    StreamDef closed(long sequence, Instant now) {
        return new StreamDef(id, tableName, label, view, key, createdAt, now, List.copyOf(closeLast(sequence)));
    }

    /** Without the shards all of whose records are below the horizon, but never without any. */
    StreamDef trimmed(long horizon) {
        List<Shard> left = new ArrayList<>();
        for (Shard shard : shards) {
            Long last = shard.last();
            if (last == null || last >= horizon || shard.equals(lastShard())) {
                left.add(shard);
            }
        }
        return new StreamDef(id, tableName, label, view, key, createdAt, closedAt, List.copyOf(left));
    }

    private List<Shard> closeLast(long sequence) {
        List<Shard> changed = new ArrayList<>(shards);
        Shard open = changed.remove(changed.size() - 1);
        changed.add(new Shard(open.first(), sequence - 1, open.startedAt()));
        return changed;
    }
}
