package dev.trestle.engine.table;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.item.ByteReader;
import dev.trestle.engine.item.ByteWriter;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Committer;
import dev.trestle.engine.store.Cursor;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Mutation;
import dev.trestle.engine.store.Snapshot;
import dev.trestle.engine.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tables that exist, in memory and on disk.
 *
 * <p>A write holds {@link #shared} from looking its table up until it is queued; a change of a table runs {@link #change exclusively}
 * and is on disk before it is published. So every write that was prepared for the old definition is queued before the change, and
 * every later one sees the new definition: what a backfill reads is all that it has to care for.
 *
 * <p>Keys in {@link Family#META}: {@code T·name} a table, {@code N} the next id, {@code R·id} an id whose entries are to be
 * removed, {@code B·id} how far the filling of an index, an expiry or a table that is being restored has come, {@code S·id} a stream,
 * {@code K·id·name} how far a consumer of it has come, {@code U·id} a backup of a table, {@code C·id} counters, {@code Q} the last
 * sequence number, {@code M·time} and {@code L} the marks for trimming streams, {@code i·id·file} how far an import has come.
 */
public final class Catalog {
    private static final byte[] NEXT_ID = {'N'};

    private final Committer committer;
    private final StreamCatalog streams;
    private final Map<String, TableDef> tables = new ConcurrentHashMap<>();
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int nextId = 1;
    private long preparedAt;

    public Catalog(Store store, Committer committer) {
        this.committer = committer;
        this.streams = new StreamCatalog(store);
        committer.onReopen(() -> reload(store));
        byte[] stored = store.get(Family.META, NEXT_ID);
        if (stored != null) {
            nextId = new ByteReader(stored, 0).readInt();
        }
        try (Snapshot snapshot = store.snapshot()) {
            load(snapshot).forEach(table -> tables.put(table.name(), table));
        }
    }

    /** A change whose write failed may be on disk all the same, and what is in memory must not differ from it. */
    private void reload(Store store) {
        try (Snapshot snapshot = store.snapshot()) {
            List<TableDef> loaded = load(snapshot);
            tables.keySet().retainAll(loaded.stream().map(TableDef::name).toList());
            loaded.forEach(table -> tables.put(table.name(), table));
        }
        streams.reload();
    }

    public StreamCatalog streams() {
        return streams;
    }

    /** The tables as they are on disk at the moment of the snapshot. */
    public static List<TableDef> load(Snapshot snapshot) {
        List<TableDef> loaded = new ArrayList<>();
        try (Cursor cursor = snapshot.cursor(Family.META, new byte[] {'T'}, new byte[] {'U'}, true)) {
            while (cursor.next()) {
                loaded.add(TableCodec.decode(cursor.value()));
            }
        }
        return loaded;
    }

    /** Whether the entries under an id are only there because the background work has not come to them yet. */
    public static boolean awaitsRemoval(Snapshot snapshot, int id) {
        return snapshot.get(Family.META, idKey('R', id)) != null;
    }

    /** To be held by a write from the look-up of its tables until it is queued. */
    public Lock shared() {
        return lock.readLock();
    }

    /** Whether a table has this name: a quick way past the checks of what a name may be. */
    public boolean isName(@Nullable String name) {
        return name != null && tables.containsKey(name);
    }

    public @Nullable TableDef find(String name) {
        return tables.get(name);
    }

    /**
     * The table that a request's TableName, which may be an ARN, stands for. One that is being restored is not there yet: nobody reads
     * or writes it but the restore.
     */
    public TableDef require(String nameOrArn) {
        TableDef table = tables.get(nameOrArn);
        if (table == null) {
            table = tables.get(TableNames.resolve(nameOrArn));
        }
        if (table == null || table.isBeingRestored()) {
            throw EngineException.of(ErrorCode.RESOURCE_NOT_FOUND, "Requested resource not found");
        }
        return table;
    }

    public List<TableDef> all() {
        return List.copyOf(tables.values());
    }

    /** Up to {@code limit} names in order, starting behind {@code after}. */
    List<String> names(@Nullable String after, int limit) {
        return tables.keySet().stream()
                .filter(name -> after == null || name.compareTo(after) > 0)
                .sorted()
                .limit(limit)
                .toList();
    }

    /** Runs a change of tables alone, and holds back writes until it is on disk. */
    public <T> T change(Supplier<T> change) {
        lock.writeLock().lock();
        try {
            preparedAt = committer.generation();
            return change.get();
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** An id that was never used before. Within {@link #change}; kept on disk by the {@link #save} that follows. */
    public int newId() {
        return nextId++;
    }

    /** Writes and publishes a definition. Within {@link #change}. */
    public void save(TableDef table, Mutation... more) {
        Commit commit = new Commit();
        List.of(more).forEach(commit::add);
        save(table, commit);
    }

    /** As above, with whatever else the commit holds. */
    public void save(TableDef table, Commit commit) {
        commit.add(Mutation.put(Family.META, tableKey(table.name()), TableCodec.encode(table)));
        commit(commit);
        tables.put(table.name(), table);
    }

    /** Writes and publishes two definitions in one commit. Within {@link #change}. */
    void saveBoth(TableDef one, TableDef other, Commit commit) {
        commit.add(Mutation.put(Family.META, tableKey(one.name()), TableCodec.encode(one)));
        commit.add(Mutation.put(Family.META, tableKey(other.name()), TableCodec.encode(other)));
        commit(commit);
        tables.put(one.name(), one);
        tables.put(other.name(), other);
    }

    /** Hides the table for good; what it holds is removed later. Within {@link #change}. */
    void remove(TableDef table, Commit commit) {
        commit.add(Mutation.delete(Family.META, tableKey(table.name())));
        commit(commit);
        tables.remove(table.name());
    }

    /** Writes a change that is not of a table, with the ids that were given. Within {@link #change}. */
    public void commit(Commit commit) {
        ByteWriter next = new ByteWriter(4);
        next.writeInt(nextId);
        commit.add(Mutation.put(Family.META, NEXT_ID, next.toByteArray()));
        committer.submit(commit, preparedAt);
        committer.await(commit);
        streams.takeOverChanges();
    }

    private static byte[] tableKey(String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        ByteWriter key = new ByteWriter(1 + text.length);
        key.writeByte('T');
        key.writeBytes(text);
        return key.toByteArray();
    }

    /** Under which key it is kept how far the filling of an index or a restored table has come. */
    public static byte[] progressKey(int id) {
        return idKey('B', id);
    }

    public static byte[] idKey(char kind, int id) {
        ByteWriter key = new ByteWriter(5);
        key.writeByte(kind);
        key.writeInt(id);
        return key.toByteArray();
    }
}
