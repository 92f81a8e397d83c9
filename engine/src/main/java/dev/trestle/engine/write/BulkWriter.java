package dev.trestle.engine.write;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.api.PutItem;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Mutation;
import dev.trestle.engine.store.Stripes;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Puts many items of one table in one commit, together with the caller's note of how far it has come. */
public final class BulkWriter {
    private final Writer writer;

    public BulkWriter(Writer writer) {
        this.writer = writer;
    }

    /** An item that was found good for a table as it was then. */
    public static final class Prepared {
        private final Action action;
        private final StoredItem item;

        private Prepared(Action action, StoredItem item) {
            this.action = action;
            this.item = item;
        }

        public int storedBytes() {
            return item.bytes().length;
        }
    }

    /** Checks an item as PutItem does, and encodes it. */
    public static Prepared prepare(TableDef table, Map<String, Value> raw) {
        PutItem put = new PutItem(table.name(), raw, null, ExpressionAttributes.NONE, null, null);
        Action action = ParsedAction.put(put).bind().apply(table);
        StoredItem item = action.effect().apply(null).after();
        if (item == null) {
            throw new IllegalStateException("a put leaves an item");
        }
        return new Prepared(action, item);
    }

    /**
     * Queues the items and the note as one commit. Of items with the same key the last one counts.
     *
     * @throws EngineException if the table is gone, or with THROTTLING or TRANSACTION_CONFLICT if it is to be tried again
     */
    public CompletableFuture<@Nullable Void> put(String tableName, int tableId, List<Prepared> items, Mutation note) {
        Map<Bytes, Prepared> byKey = new LinkedHashMap<>(items.size() * 2);
        for (Prepared item : items) {
            byKey.put(item.action.key(), item);
        }
        writer.catalog.shared().lock();
        try {
            TableDef table = writer.catalog.find(tableName);
            if (table == null || table.id() != tableId) {
                throw EngineException.of(
                        ErrorCode.RESOURCE_NOT_FOUND,
                        "Requested resource not found: Table: " + tableName + " was deleted meanwhile");
            }
            try (Stripes.Held held = writer.stripes.lock(byKey.keySet())) {
                long generation = writer.committer.generation();
                Commit commit = new Commit();
                for (Prepared item : byKey.values()) {
                    Action action = bound(item, table);
                    writer.stage(action, writer.items.readForWrite(action.key()).item(), item.item, commit);
                }
                commit.add(note);
                writer.committer.submit(commit, generation);
                return commit.done();
            }
        } finally {
            writer.catalog.shared().unlock();
        }
    }

    /** Writes what belongs to no item, and waits for the disk. */
    public void write(List<Mutation> mutations) {
        Commit commit = new Commit();
        mutations.forEach(commit::add);
        writer.committer.submit(commit, writer.committer.generation());
        writer.committer.await(commit);
    }

    /** The table may have got another index since the item was prepared; then the item has to be good for that one, too. */
    private static Action bound(Prepared item, TableDef table) {
        return item.action.table().equals(table) ? item.action : prepare(table, item.item.toMap()).action;
    }
}
