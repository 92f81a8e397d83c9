package dev.trestle.engine.store;

import dev.trestle.engine.item.ByteReader;
import dev.trestle.engine.item.ByteWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * How many items, and bytes of them, each table and index holds. The committer alone changes them, and gives the new figures to the
 * store with the batch that changes the items, so that they are exact after any crash.
 */
public final class Counters {
    private static final byte PREFIX = 'C';

    private final Map<Integer, Count> counts = new ConcurrentHashMap<>();

    /** Items and their bytes as DynamoDB counts them. */
    public record Count(long items, long bytes) {
        static final Count ZERO = new Count(0, 0);
    }

    public Count of(int id) {
        return counts.getOrDefault(id, Count.ZERO);
    }

    void load(Store store) {
        counts.clear();
        try (Cursor cursor = store.cursor(Family.META, new byte[] {PREFIX}, new byte[] {PREFIX + 1}, true)) {
            while (cursor.next()) {
                int id = new ByteReader(cursor.key(), 1).readInt();
                counts.put(id, decode(cursor.value()));
            }
        }
    }

    /** The figures of the moment of a snapshot, which is one that has them ({@link Store#countedSnapshot}). */
    public static Count read(Snapshot snapshot, int id) {
        return decode(snapshot.get(Family.META, key(id)));
    }

    /** As above. */
    public static Count read(LongSnapshot snapshot, int id) {
        return decode(snapshot.get(Family.META, key(id)));
    }

    private static Count decode(byte @Nullable [] stored) {
        if (stored == null) {
            return Count.ZERO;
        }
        ByteReader value = new ByteReader(stored, 0);
        return new Count(value.readLong(), value.readLong());
    }

    /** What a batch makes of the figures; {@link #publish} makes them visible once it is written. */
    Map<Integer, Count> after(List<Commit> batch) {
        Map<Integer, Count> changed = new HashMap<>();
        for (Commit commit : batch) {
            for (Commit.CountDelta delta : commit.countDeltas) {
                Count before = changed.get(delta.id());
                if (before == null) {
                    before = of(delta.id());
                }
                changed.put(delta.id(), new Count(before.items() + delta.items(), before.bytes() + delta.bytes()));
            }
        }
        return changed;
    }

    /** Figures as they are stored. */
    static List<Mutation> rows(Map<Integer, Count> figures) {
        List<Mutation> rows = new ArrayList<>(figures.size());
        figures.forEach((id, count) -> {
            ByteWriter value = new ByteWriter(16);
            value.writeLong(count.items());
            value.writeLong(count.bytes());
            rows.add(Mutation.put(Family.META, key(id), value.toByteArray()));
        });
        return rows;
    }

    void publish(Map<Integer, Count> changed) {
        changed.forEach(counts::put);
    }

    public void forget(int id) {
        counts.remove(id);
    }

    /** Whether a row is the count of {@code id}. */
    static boolean isOf(int id, byte[] key) {
        return key[0] == PREFIX && Arrays.equals(key, key(id));
    }

    public static byte[] key(int id) {
        ByteWriter key = new ByteWriter(5);
        key.writeByte(PREFIX);
        key.writeInt(id);
        return key.toByteArray();
    }
}
