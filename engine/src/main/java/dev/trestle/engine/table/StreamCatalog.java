package dev.trestle.engine.table;

import dev.trestle.engine.item.ByteWriter;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Cursor;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Mutation;
import dev.trestle.engine.store.Snapshot;
import dev.trestle.engine.store.Store;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The streams that have records, or may get some, in memory and, under {@code S·id} of {@link Family#META}, on disk.
 *
 * <p>Where a shard begins or ends is a place in the order of all writes, which is known only when the definition is written. So a
 * change adds a {@link Commit.Late late} change to the commit, and {@link #takeOverChanges} reads what became of it: before writers and
 * tables learn of the change, so that whoever sees a table with a stream finds the stream.
 */
public final class StreamCatalog {
    private static final DateTimeFormatter LABEL =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
    private static final int DEFINITION_BYTES = 512;

    private final Store store;
    private final Map<Integer, StreamDef> streams = new ConcurrentHashMap<>();
    private final Set<Integer> changed = new HashSet<>(); // within Catalog.change only

    StreamCatalog(Store store) {
        this.store = store;
        reload();
    }

    /** Also after the store was opened anew: a change whose write failed may be on disk all the same. */
    void reload() {
        try (Snapshot snapshot = store.snapshot()) {
            List<StreamDef> loaded = load(snapshot);
            streams.keySet().retainAll(loaded.stream().map(StreamDef::id).toList());
            loaded.forEach(stream -> streams.put(stream.id(), stream));
        }
    }

    /** The streams as they are on disk at the moment of the snapshot. */
    public static List<StreamDef> load(Snapshot snapshot) {
        List<StreamDef> loaded = new ArrayList<>();
        try (Cursor cursor = snapshot.cursor(Family.META, new byte[] {'S'}, new byte[] {'T'}, true)) {
            while (cursor.next()) {
                loaded.add(StreamCodec.decode(cursor.value()));
            }
        }
        return loaded;
    }

    public @Nullable StreamDef find(int id) {
        return streams.get(id);
    }

    /** The stream of a table's name and a label, which together name it in an ARN. */
    public @Nullable StreamDef find(String tableName, String label) {
        for (StreamDef stream : streams.values()) {
            if (stream.label().equals(label) && stream.tableName().equals(tableName)) {
                return stream;
            }
        }
        return null;
    }

    /** All streams, by table and age. */
    public List<StreamDef> all() {
        return streams.values().stream()
                .sorted(Comparator.comparing(StreamDef::tableName).thenComparing(StreamDef::label))
                .toList();
    }

    /** Begins a stream. Within {@link Catalog#change}, which writes the commit. */
    StreamRef begin(int id, String tableName, KeyDef key, StreamView view, Instant now, Commit into) {
        Instant createdAt = now.truncatedTo(ChronoUnit.MILLIS);
        while (find(tableName, LABEL.format(createdAt)) != null) {
            createdAt = createdAt.plusMillis(1);
        }
        StreamDef begun = new StreamDef(id, tableName, LABEL.format(createdAt), view, key, createdAt, null, List.of());
        changed.add(id);
        into.addLate(
                DEFINITION_BYTES,
                (sequence, millis) -> put(new StreamDef(
                        id,
                        tableName,
                        begun.label(),
                        view,
                        key,
                        begun.createdAt(),
                        null,
                        List.of(new StreamDef.Shard(sequence, null, begun.createdAt())))));
        return new StreamRef(id, begun.label(), view, true);
    }

    /** Ends a stream; its records stay readable for their time. As {@link #begin}. */
    void end(int id, Instant now, Commit into) {
        StreamDef stream = streams.get(id);
        if (stream != null && stream.isOpen()) {
            changed.add(id);
            into.addLate(DEFINITION_BYTES, (sequence, millis) -> put(stream.closed(sequence, now)));
        }
    }

    /** Continues a stream in a new shard. As {@link #begin}. */
    public void roll(StreamDef stream, Instant now, Commit into) {
        changed.add(stream.id());
        into.addLate(DEFINITION_BYTES, (sequence, millis) -> put(stream.rolled(sequence, now)));
    }

    /** Forgets the shards that have no records left. As {@link #begin}. */
    public void trim(StreamDef stream, long horizon, Commit into) {
        changed.add(stream.id());
        into.add(put(stream.trimmed(horizon)));
    }

    /** Forgets a stream and all that was kept of it. As {@link #begin}. */
    public void drop(StreamDef stream, Commit into) {
        changed.add(stream.id());
        into.add(Mutation.delete(Family.META, Catalog.idKey('S', stream.id())));
        into.add(Mutation.deleteRange(Family.STREAM, Keys.start(stream.id()), Keys.start(stream.id() + 1)));
        into.add(Mutation.deleteRange(
                Family.META, Catalog.idKey('K', stream.id()), Catalog.idKey('K', stream.id() + 1)));
    }

    /** Takes over what is on disk of the streams that a commit has changed. Within {@link Catalog#change}. */
    void takeOverChanges() {
        changed.forEach(this::refresh);
        changed.clear();
    }

    private void refresh(int id) {
        byte[] stored = store.get(Family.META, Catalog.idKey('S', id));
        if (stored == null) {
            streams.remove(id);
        } else {
            streams.put(id, StreamCodec.decode(stored));
        }
    }

    private static Mutation put(StreamDef stream) {
        return Mutation.put(Family.META, Catalog.idKey('S', stream.id()), StreamCodec.encode(stream));
    }

    /** Under which key the position of a stream's named consumer is kept. */
    public static byte[] positionKey(int streamId, String consumer) {
        ByteWriter key = new ByteWriter(64);
        key.writeBytes(Catalog.idKey('K', streamId));
        key.writeText(consumer);
        return key.toByteArray();
    }
}
