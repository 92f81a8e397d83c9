package dev.trestle.engine.write;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.EngineException.CancellationReason;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.TransactWriteItems;
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
                return execute(actions, token, hash);
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

    private CompletableFuture<TransactWriteItems.Result> execute(
            List<Action> actions, @Nullable String token, @Nullable Bytes hash) {
        long generation = writer.committer.generation();
        Commit commit = new Commit();
        if (token != null) {
            Tokens.Use use = tokens.find(token);
            if (use != null) {
                return writer.answerAfter(commit, use.queued(), generation, () -> replay(use, Required.of(hash)));
            }
        }
        List<CancellationReason> reasons = new ArrayList<>();
        boolean queued = false;
        for (Action action : actions) {
            Items.Current current = writer.items.readForWrite(action.key());
            queued |= current.queued();
            reasons.add(stage(action, current.item(), commit));
        }
        if (reasons.stream().anyMatch(reason -> !reason.equals(CancellationReason.NONE))) {
            Commit nothing = new Commit();
            reasons.forEach(reason -> nothing.retain(reason.item()));
            return writer.answerAfter(nothing, queued, generation, () -> {
                throw EngineException.cancelled(reasons);
            });
        }
        if (token != null) {
            tokens.stage(token, Required.of(hash), commit);
        }
        return writer.answerAfter(commit, queued, generation, () -> new TransactWriteItems.Result(false));
    }

    private static TransactWriteItems.Result replay(Tokens.Use use, Bytes hash) {
        if (!use.requestHash().equals(hash)) {
            throw EngineException.of(
                    ErrorCode.IDEMPOTENT_PARAMETER_MISMATCH,
                    "DynamoDB rejected the request because you retried a request with a different payload but with an"
                            + " idempotent token that was already used");
        }
        return new TransactWriteItems.Result(true);
    }

    /** Adds the action to the commit, or tells why it cannot be done. */
    private CancellationReason stage(Action action, @Nullable StoredItem before, Commit commit) {
        if (!action.holds(before)) {
            EngineException failure = action.failure(before);
            return new CancellationReason("ConditionalCheckFailed", "The conditional request failed", failure.item());
        }
        try {
            writer.stage(action, before, action.effect().apply(before).after(), commit);
            return CancellationReason.NONE;
        } catch (EngineException e) {
            if (e.code() != ErrorCode.VALIDATION) {
                throw e;
            }
            return CancellationReason.validation(String.valueOf(e.getMessage()));
        }
    }
}
