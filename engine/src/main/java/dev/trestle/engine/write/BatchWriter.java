package dev.trestle.engine.write;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.BatchWriteItem;
import dev.trestle.engine.api.BatchWriteItem.Write;
import dev.trestle.engine.api.DeleteItem;
import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.api.Metering;
import dev.trestle.engine.api.PutItem;
import dev.trestle.engine.capacity.Meter;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Items;
import dev.trestle.engine.store.Stripes;
import dev.trestle.engine.table.KeyRules;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.value.Bytes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** BatchWriteItem: up to 25 puts and deletes, each for itself. What the commit queue has no room for comes back unprocessed. */
public final class BatchWriter {
    private static final int WRITES_MAX = 25;
    private static final long BYTES_MAX = 16L * 1024 * 1024;

    private final Writer writer;

    public BatchWriter(Writer writer) {
        this.writer = writer;
    }

    private record Entry(String tableName, Write write, ParsedAction parsed) {}

    public CompletableFuture<BatchWriteItem.Result> write(BatchWriteItem request) {
        Map<String, List<Write>> requestItems = checkConstraints(request);
        List<Entry> entries = new ArrayList<>();
        requestItems.forEach((table, writes) -> writes.forEach(write -> entries.add(parse(table, write))));
        writer.catalog.shared().lock();
        try {
            List<Action> actions = bind(entries);
            return execute(entries, actions, request.metering());
        } finally {
            writer.catalog.shared().unlock();
        }
    }

    private static Map<String, List<Write>> checkConstraints(BatchWriteItem request) {
        Map<String, List<Write>> requestItems = request.requestItems();
        if (requestItems == null || requestItems.isEmpty()) {
            throw EngineException.validation("The requestItems parameter is required for BatchWriteItem");
        }
        Metering metering = request.metering();
        Constraints constraints = new Constraints()
                .returnConsumedCapacity(metering.returnConsumedCapacity())
                .returnItemCollectionMetrics(metering.returnItemCollectionMetrics());
        requestItems.forEach(
                (table, writes) -> constraints.mapValueLength("requestItems", table, writes.size(), 1, WRITES_MAX));
        constraints.check();
        int count = requestItems.values().stream().mapToInt(List::size).sum();
        if (count > WRITES_MAX) {
            throw EngineException.validation("Too many items requested for the BatchWriteItem call");
        }
        return requestItems;
    }

    private static Entry parse(String table, Write write) {
        if ((write.putItem() == null) == (write.deleteKey() == null)) {
            throw EngineException.validation(
                    "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported"
                            + " datatypes");
        }
        ParsedAction parsed = write.putItem() != null
                ? ParsedAction.put(new PutItem(table, write.putItem(), null, ExpressionAttributes.NONE, null, null))
                : ParsedAction.delete(
                        new DeleteItem(table, write.deleteKey(), null, ExpressionAttributes.NONE, null, null));
        return new Entry(table, write, parsed);
    }

    private List<Action> bind(List<Entry> entries) {
        List<Action> actions = new ArrayList<>();
        Set<Bytes> keys = new HashSet<>();
        long bytes = 0;
        for (Entry entry : entries) {
            TableDef table = writer.catalog.require(entry.tableName());
            if (entry.parsed().misfit().apply(table) != null) {
                throw EngineException.validation(KeyRules.NO_MATCH);
            }
            Action action = entry.parsed().bind().apply(table);
            if (!keys.add(action.key())) {
                throw EngineException.validation("Provided list of item keys contains duplicates");
            }
            bytes += action.requestBytes();
            actions.add(action);
        }
        if (bytes > BYTES_MAX) {
            throw EngineException.validation(
                    "The batch's items exceed the maximum request size of " + BYTES_MAX + " bytes");
        }
        return actions;
    }

    private CompletableFuture<BatchWriteItem.Result> execute(
            List<Entry> entries, List<Action> actions, Metering metering) {
        WriteMeter meter = new WriteMeter(metering, writer.collections, Meter.of(metering.returnConsumedCapacity()));
        List<CompletableFuture<?>> written = new ArrayList<>();
        Map<String, List<Write>> unprocessed = new LinkedHashMap<>();
        for (int i = 0; i < actions.size(); i++) {
            Entry entry = entries.get(i);
            CompletableFuture<?> done = tryExecute(entry.tableName(), actions.get(i), meter);
            if (done != null) {
                written.add(done);
            } else {
                unprocessed
                        .computeIfAbsent(entry.tableName(), table -> new ArrayList<>())
                        .add(entry.write());
            }
        }
        BatchWriteItem.Result result = new BatchWriteItem.Result(unprocessed, meter.consumed(), meter.collections());
        return CompletableFuture.allOf(written.toArray(CompletableFuture[]::new))
                .thenApply(all -> result);
    }

    /** Null if the write has to wait for a later request. */
    private @Nullable CompletableFuture<?> tryExecute(String tableName, Action action, WriteMeter meter) {
        try (Stripes.Held held = writer.stripes.lock(action.key())) {
            long generation = writer.committer.generation();
            Items.Current current = writer.items.readForWrite(action.key());
            Commit commit = new Commit();
            StoredItem after = action.effect().apply(current.item()).after();
            writer.stage(action, current.item(), after, commit);
            CompletableFuture<?> done = writer.answerAfter(commit, current.queued(), generation, () -> true);
            meter.written(tableName, action.table(), current.item(), after);
            return done;
        } catch (EngineException e) {
            if (e.code() == ErrorCode.THROTTLING || e.code() == ErrorCode.TRANSACTION_CONFLICT) {
                return null;
            }
            throw e;
        }
    }
}
