package dev.trestle.engine.write;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.EngineException.CancellationReason;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.ConsumedCapacity;
import dev.trestle.engine.api.TransactWriteItems;
import dev.trestle.engine.capacity.Consistency;
import dev.trestle.engine.capacity.Meter;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Items;
import dev.trestle.engine.store.Stripes;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.value.Bytes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** TransactWriteItems: all actions or none, at one moment. */
public final class TransactionWriter {
    private static final long BYTES_MAX = 4L * 1024 * 1024;

    private final Writer writer;
    private final Tokens tokens;

    public TransactionWriter(Writer writer, Tokens tokens) {
        this.writer = writer;
        this.tokens = tokens;
    }

    public CompletableFuture<TransactWriteItems.Result> write(TransactWriteItems request) {
        TransactionConstraints.check(request);
        List<TransactWriteItems.Action> requested = Required.of(request.transactItems());
        List<ParsedAction> parsed =
                requested.stream().map(TransactionWriter::parse).toList();
        String token = request.clientRequestToken();
        Bytes hash = token == null ? null : RequestHash.of(requested);
        writer.catalog.shared().lock();
        try {
            List<Action> actions = bind(parsed);
            List<Bytes> locked =
                    new ArrayList<>(actions.stream().map(Action::key).toList());
            if (token != null) {
                locked.add(Tokens.stripeKey(token));
            }
            try (Stripes.Held held = lock(locked, actions.size())) {
                return execute(new Prepared(request, parsed, actions, hash));
            }
        } finally {
            writer.catalog.shared().unlock();
        }
    }

    private Stripes.Held lock(List<Bytes> keys, int actions) {
        try {
            return writer.stripes.lock(keys);
        } catch (EngineException conflict) {
            CancellationReason reason =
                    new CancellationReason("TransactionConflict", String.valueOf(conflict.getMessage()), null);
            throw EngineException.cancelled(Collections.nCopies(actions, reason));
        }
    }

    private static ParsedAction parse(TransactWriteItems.Action action) {
        if (action.put() != null) {
            return ParsedAction.put(action.put());
        }
        if (action.update() != null) {
            return ParsedAction.update(action.update());
        }
        if (action.delete() != null) {
            return ParsedAction.delete(action.delete());
        }
        return ParsedAction.check(Required.of(action.conditionCheck()));
    }

    private List<Action> bind(List<ParsedAction> parsed) {
        List<TableDef> tables = new ArrayList<>();
        List<CancellationReason> reasons = new ArrayList<>();
        for (ParsedAction one : parsed) {
            TableDef table = writer.catalog.require(one.tableName());
            tables.add(table);
            String misfit = one.misfit().apply(table);
            reasons.add(CancellationReason.ofMisfit(
                    misfit != null ? misfit : one.indexMisfit().apply(table)));
        }
        CancellationReason.throwIfAny(reasons);
        List<Action> actions = new ArrayList<>();
        Set<Bytes> keys = new HashSet<>();
        long bytes = 0;
        for (int i = 0; i < parsed.size(); i++) {
            Action action = parsed.get(i).bind().apply(tables.get(i));
            if (!keys.add(action.key())) {
                throw EngineException.validation("Transaction request cannot include multiple operations on one item");
            }
            bytes += action.requestBytes();
            actions.add(action);
        }
        if (bytes > BYTES_MAX) {
            throw EngineException.validation("Member must have length less than or equal to 4MB");
        }
        return actions;
    }

    /** A request and what was made of its actions, in their order. */
    private record Prepared(
            TransactWriteItems request,
            List<ParsedAction> parsed,
            List<Action> actions,
            @Nullable Bytes hash) {

        String tableName(int at) {
            return parsed.get(at).tableName();
        }

        boolean isCheck(int at) {
            return Required.of(request.transactItems()).get(at).conditionCheck() != null;
        }

        @Nullable
        String returnConsumedCapacity() {
            return request.metering().returnConsumedCapacity();
        }
    }

    private CompletableFuture<TransactWriteItems.Result> execute(Prepared prepared) {
        long generation = writer.committer.generation();
        Commit commit = new Commit();
        String token = prepared.request.clientRequestToken();
        Tokens.Known known = token == null ? null : tokens.find(token);
        Tokens.Use use = known == null ? null : known.use();
        if (use != null) {
            TransactWriteItems.Result replayed = new TransactWriteItems.Result(true, readAgain(prepared), Map.of());
            return writer.answerAfter(
                    commit, use.queued(), generation, () -> replay(use, Required.of(prepared.hash), replayed));
        }
        WriteMeter meter = new WriteMeter(
                prepared.request.metering(),
                writer.collections,
                Meter.ofTransactionalWrites(prepared.returnConsumedCapacity()));
        List<CancellationReason> reasons = new ArrayList<>();
        boolean queued = false;
        for (int i = 0; i < prepared.actions.size(); i++) {
            Items.Current current =
                    writer.items.readForWrite(prepared.actions.get(i).key());
            queued |= current.queued();
            reasons.add(stage(prepared, i, current.item(), meter, commit));
        }
        if (reasons.stream().anyMatch(reason -> !reason.equals(CancellationReason.NONE))) {
            Commit nothing = new Commit();
            reasons.forEach(reason -> nothing.retain(reason.item()));
            return writer.answerAfter(nothing, queued, generation, () -> {
                throw EngineException.cancelled(reasons);
            });
        }
        if (token != null && known != null) {
            tokens.stage(token, Required.of(prepared.hash), known.over(), commit);
        }
        TransactWriteItems.Result result = new TransactWriteItems.Result(false, meter.consumed(), meter.collections());
        return writer.answerAfter(commit, queued, generation, () -> result);
    }

    /** What a replay costs: it writes nothing, but reads the items that it would write. */
    private List<ConsumedCapacity> readAgain(Prepared prepared) {
        Meter meter = Meter.ofTransactionalReads(prepared.returnConsumedCapacity());
        for (int i = 0; meter != null && i < prepared.actions.size(); i++) {
            StoredItem item =
                    writer.items.readForWrite(prepared.actions.get(i).key()).item();
            meter.readItem(prepared.tableName(i), item, Consistency.TRANSACTIONAL);
        }
        return Meter.consumed(meter);
    }

    private static TransactWriteItems.Result replay(Tokens.Use use, Bytes hash, TransactWriteItems.Result replayed) {
        if (!use.requestHash().equals(hash)) {
            throw EngineException.of(
                    ErrorCode.IDEMPOTENT_PARAMETER_MISMATCH,
                    "DynamoDB rejected the request because you retried a request with a different payload but with an"
                            + " idempotent token that was already used");
        }
        return replayed;
    }

    /** Adds the action to the commit, or tells why it cannot be done. */
    private CancellationReason stage(
            Prepared prepared, int at, @Nullable StoredItem before, WriteMeter meter, Commit commit) {
        Action action = prepared.actions.get(at);
        if (!action.holds(before)) {
            EngineException failure = action.failure(before);
            return new CancellationReason("ConditionalCheckFailed", "The conditional request failed", failure.item());
        }
        try {
            StoredItem after = action.effect().apply(before).after();
            writer.stage(action, before, after, commit);
            if (prepared.isCheck(at)) {
                meter.checked(prepared.tableName(at), action.table(), before, after);
            } else {
                meter.written(prepared.tableName(at), action.table(), before, after);
            }
            return CancellationReason.NONE;
        } catch (EngineException e) {
            if (e.code() != ErrorCode.VALIDATION) {
                throw e;
            }
            return CancellationReason.validation(String.valueOf(e.getMessage()));
        }
    }
}
