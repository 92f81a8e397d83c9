package dev.trestle.objects.index;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineException;
import dev.trestle.engine.EngineException.CancellationReason;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.DiskSpace;
import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.api.GetItem;
import dev.trestle.engine.api.ListTables;
import dev.trestle.engine.api.Page;
import dev.trestle.engine.api.Scan;
import dev.trestle.engine.api.TransactWriteItems;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import dev.trestle.engine.verify.VerifyReport;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows that say what there is, in tables of an engine of their own. It is what makes a change happen: whatever was written to files
 * before counts from the moment that {@link #commit} has named it.
 */
public final class Index implements AutoCloseable {
    private static final int GARBAGE_PAGE_ROWS = 1000;

    private final Engine engine;
    private final LongAdder rowsRead = new LongAdder();
    private final LongAdder commits = new LongAdder();
    private volatile boolean closed;
    private volatile Consumer<List<Garbage>> onGarbage = garbage -> {};

    private Index(Engine engine) {
        this.engine = engine;
    }

    public static Index open(EngineOptions options) {
        Engine engine = Engine.open(options);
        try {
            List<String> present = engine.listTables(new ListTables(null, null)).tableNames();
            for (Table table : Table.values()) {
                if (!present.contains(table.tableName())) {
                    engine.createTable(Schema.of(table));
                }
            }
            return new Index(engine);
        } catch (RuntimeException | Error e) {
            engine.close();
            throw e;
        }
    }

    /** Who is told of what commits leave to be removed. */
    public void onGarbage(Consumer<List<Garbage>> listener) {
        onGarbage = listener;
    }

    /** The key of a row: the partition's attribute and, if the table has one, the sort attribute. */
    public static Map<String, Value> key(Table table, Bytes... parts) {
        Map<String, Value> key = new LinkedHashMap<>();
        key.put(table.partition(), new Value.B(parts[0]));
        String sort = table.sort();
        if (sort != null) {
            key.put(sort, new Value.B(parts[1]));
        }
        return key;
    }

    /** The row, or null. */
    public @Nullable StoredItem get(Table table, Map<String, Value> key) {
        rowsRead.increment();
        return translated(
                () -> engine.getItem(new GetItem(table.tableName(), key, true, null, ExpressionAttributes.NONE))
                        .item());
    }

    public @Nullable Version live(Bytes bucket, Bytes key) {
        StoredItem item = get(Table.LIVE, key(Table.LIVE, bucket, key));
        return item == null ? null : Version.read(item);
    }

    /** A version that is not the current object of its key, if it is one of that key. */
    public @Nullable Version version(Bytes bucket, Bytes key, Bytes id) {
        StoredItem item = get(Table.VERSIONS, key(Table.VERSIONS, id));
        if (item == null) {
            return null;
        }
        Row row = Row.of(item);
        boolean same = row.bytes(Attribute.BUCKET).equals(bucket)
                && row.bytes(Attribute.KEY).equals(key);
        return same ? Version.read(item) : null;
    }

    /** The id of the key's older version that is called {@code null}, if there is one. */
    public @Nullable Bytes nullVersion(Bytes bucket, Bytes key) {
        StoredItem item = get(Table.NULLS, key(Table.NULLS, Changes.place(bucket, key)));
        return item == null ? null : Row.of(item).bytes(Attribute.VERSION);
    }

    /** The newest of the key's versions that are not its current object, at most {@code count}. They have only what listings show. */
    public List<Version> newestVersions(Bytes bucket, Bytes key, int count) {
        return query(RowQuery.ofKey(Table.VERSIONS, bucket, key, count)).rows().stream()
                .map(Version::read)
                .toList();
    }

    /** A page of rows in the order of their keys, and where to go on. */
    public Rows query(RowQuery query) {
        Page page = translated(() -> engine.query(query.toRequest()));
        return rows(page);
    }

    /** A page of all rows of a table, in an order of its own. */
    public Rows scan(Table table, @Nullable Map<String, Value> behind) {
        Page page = translated(() -> engine.scan(new Scan(
                table.tableName(),
                null,
                null,
                null,
                ExpressionAttributes.NONE,
                null,
                null,
                true,
                null,
                null,
                behind,
                null,
                null)));
        return rows(page);
    }

    private Rows rows(Page page) {
        List<StoredItem> items = page.items() == null ? List.of() : page.items();
        rowsRead.add(items.size());
        StoredItem last = page.lastEvaluatedKey();
        return new Rows(items, last == null ? null : last.toMap());
    }

    /** {@code next} is null if there are no more. */
    public record Rows(List<StoredItem> rows, @Nullable Map<String, Value> next) {}

    /** Makes the changes, and returns when they are on disk. */
    public void commit(Changes changes) {
        await(commitLater(changes));
    }

    /** Begins to make the changes; {@link #await} waits for them. */
    public CompletableFuture<?> commitLater(Changes changes) {
        if (changes.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return translated(() -> engine.transactWriteItems(new TransactWriteItems(changes.actions(), null)))
                .thenAccept(done -> {
                    commits.increment();
                    if (!changes.garbage().isEmpty()) {
                        onGarbage.accept(changes.garbage());
                    }
                });
    }

    public void await(CompletableFuture<?> commit) {
        translated(() -> {
            try {
                return commit.join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof RuntimeException cause ? cause : e;
            }
        });
    }

    /** How many rows have been read since the index was opened. */
    public long rowsRead() {
        return rowsRead.sum();
    }

    /** How many commits have been made since the index was opened. */
    public long commits() {
        return commits.sum();
    }

    /** How much there is to be removed. */
    public long garbageRows() {
        long count = 0;
        Map<String, Value> behind = null;
        do {
            Rows page = query(RowQuery.of(Table.GARBAGE, Garbage.PARTITION, behind, GARBAGE_PAGE_ROWS));
            count += page.rows().size();
            behind = page.next();
        } while (behind != null);
        return count;
    }

    public DiskSpace diskSpace() {
        return engine.diskSpace();
    }

    public void backup(Path target) {
        engine.backup(target);
    }

    public VerifyReport verify() {
        return engine.verify();
    }

    private static <T> T translated(Supplier<T> call) {
        try {
            return call.get();
        } catch (EngineException e) {
            throw translation(e);
        }
    }

    /** Only an internal error leaves open whether something was written. */
    private static RuntimeException translation(EngineException e) {
        if (e.code() == ErrorCode.THROTTLING) {
            return ObjectStoreException.of(S3Error.SLOW_DOWN);
        }
        if (e.code() == ErrorCode.DISK_FULL) {
            return ObjectStoreException.of(S3Error.STORAGE_FULL, String.valueOf(e.getMessage()));
        }
        if (e.code() == ErrorCode.TRANSACTION_CANCELED) {
            List<String> codes =
                    e.reasons().stream().map(CancellationReason::code).toList();
            if (codes.contains("ConditionalCheckFailed")) {
                return new ChangedMeanwhileException();
            }
            if (codes.contains("TransactionConflict")) {
                return ObjectStoreException.of(S3Error.SLOW_DOWN);
            }
        }
        return ObjectStoreException.internal(String.valueOf(e.getMessage()), e);
    }

    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        engine.close();
    }
}
