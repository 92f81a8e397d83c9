package dev.trestle.engine.partiql;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.EngineException.CancellationReason;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.ExecuteTransaction;
import dev.trestle.engine.api.GetItem;
import dev.trestle.engine.api.Metering;
import dev.trestle.engine.api.TransactGetItems;
import dev.trestle.engine.api.TransactWriteItems;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.read.ItemReader;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.write.TransactionWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** ExecuteTransaction: TransactGetItems for SELECTs, TransactWriteItems for all other statements. */
public final class TransactionExecutor {
    private final Catalog catalog;
    private final ItemReader reader;
    private final TransactionWriter writer;

    public TransactionExecutor(Catalog catalog, ItemReader reader, TransactionWriter writer) {
        this.catalog = catalog;
        this.reader = reader;
        this.writer = writer;
    }

    public CompletableFuture<ExecuteTransaction.Result> execute(ExecuteTransaction request) {
        StatementConstraints.check(request);
        List<ExecuteTransaction.Entry> entries = Required.of(request.transactStatements());
        List<Statement> statements = entries.stream()
                .map(entry -> StatementParser.parse(Required.of(entry.statement()), entry.parameters()))
                .toList();
        long reads = statements.stream().filter(Statement::isRead).count();
        if (reads > 0 && reads < statements.size()) {
            throw EngineException.validation(
                    "ExecuteTransaction API does not support both read and write operations in the same request.");
        }
        for (int i = 0; i < statements.size(); i++) {
            String problem = problem(statements.get(i));
            if (problem != null) {
                throw EngineException.validation("Validation failed in TransactStatements[" + i + "]: " + problem);
            }
        }
        if (reads > 0) {
            return CompletableFuture.completedFuture(read(statements, request.returnConsumedCapacity()));
        }
        return write(statements, request);
    }

    /** What a statement has that a transaction cannot, or null. */
    private static @Nullable String problem(Statement statement) {
        boolean returning = (statement instanceof Statement.Update update && update.returning() != null)
                || (statement instanceof Statement.Delete delete && delete.returning() != null);
        if (returning) {
            return "RETURNING clause is not supported in ExecuteTransaction.";
        }
        if (statement instanceof Statement.Select select && select.index() != null) {
            return "Reads on indices are not supported within transactions.";
        }
        if (statement instanceof Statement.Exists exists && exists.select().index() != null) {
            return "Operations on indices are not supported in transactions";
        }
        return null;
    }

    private ExecuteTransaction.Result read(List<Statement> statements, @Nullable String capacity) {
        List<GetItem> gets = translate(statements, i -> {
            Statement.Select select = (Statement.Select) statements.get(i);
            Where.Single single = new Where(select.where())
                    .single(catalog.require(select.table()).key());
            if (single == null || !single.rest().isEmpty()) {
                throw new Misplaced(
                        i,
                        "Select statements within ExecuteTransaction must specify the primary key in the where clause.");
            }
            return ItemRequests.get(select, single, true, null);
        });
        TransactGetItems.Result found = Outcomes.plain(() -> reader.transactGet(new TransactGetItems(gets, capacity)));
        return new ExecuteTransaction.Result(found.items(), found.consumedCapacity());
    }

    private CompletableFuture<ExecuteTransaction.Result> write(List<Statement> statements, ExecuteTransaction request) {
        List<ExecuteTransaction.Entry> entries = Required.of(request.transactStatements());
        List<TransactWriteItems.Action> actions = translate(
                statements, i -> action(i, statements.get(i), entries.get(i).returnValuesOnConditionCheckFailure()));
        return Outcomes.translated(
                        () -> writer.write(new TransactWriteItems(
                                actions,
                                request.clientRequestToken(),
                                Metering.of(request.returnConsumedCapacity(), null))),
                        failure -> withDuplicates(failure, statements))
                .thenApply(written -> new ExecuteTransaction.Result(List.of(), written.consumedCapacity()));
    }

    private TransactWriteItems.Action action(int at, Statement statement, @Nullable String onFailure) {
        TableDef table = catalog.require(statement.table());
        WriteOptions options = WriteOptions.inTransaction(onFailure);
        if (statement instanceof Statement.Insert insert) {
            ItemRequests.key(insert, table);
            return new TransactWriteItems.Action(null, ItemRequests.insert(insert, table, options), null, null);
        }
        if (statement instanceof Statement.Update update) {
            Where.Single single = ItemRequests.single(update.where(), table);
            return new TransactWriteItems.Action(null, null, ItemRequests.update(update, table, single, options), null);
        }
        if (statement instanceof Statement.Delete delete) {
            Where.Single single = ItemRequests.single(delete.where(), table);
            return new TransactWriteItems.Action(null, null, null, ItemRequests.delete(delete, table, single, options));
        }
        Statement.Exists exists = (Statement.Exists) statement;
        Where.Single single = new Where(exists.select().where()).single(table.key());
        if (single == null || single.rest().isEmpty()) {
            throw new Misplaced(at, "EXISTS() must contain a single item read with additional condition");
        }
        return new TransactWriteItems.Action(ItemRequests.exists(exists, table, single, onFailure), null, null, null);
    }

    /** A statement that no transaction may have, found when its table was known. */
    private static final class Misplaced extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Misplaced(int at, String problem) {
            super("Validation failed in TransactStatements[" + at + "]: " + problem, null, false, false);
        }
    }

    /** Makes a request of each statement. What is wrong with a key is the reason of a cancelled transaction. */
    private static <T> List<T> translate(List<Statement> statements, Function<Integer, T> translation) {
        List<T> translated = new ArrayList<>();
        List<CancellationReason> reasons = new ArrayList<>();
        for (int i = 0; i < statements.size(); i++) {
            try {
                translated.add(translation.apply(i));
                reasons.add(CancellationReason.NONE);
            } catch (Misplaced misplaced) {
                throw EngineException.validation(String.valueOf(misplaced.getMessage()));
            } catch (EngineException e) {
                if (e.code() != ErrorCode.VALIDATION) {
                    throw e;
                }
                reasons.add(CancellationReason.validation(String.valueOf(e.getMessage())));
            }
        }
        CancellationReason.throwIfAny(reasons);
        return translated;
    }

    /** Of the failed conditions, those of an INSERT mean that there is such an item. */
    private static EngineException withDuplicates(EngineException failure, List<Statement> statements) {
        if (failure.code() != ErrorCode.TRANSACTION_CANCELED) {
            return failure;
        }
        List<CancellationReason> reasons = new ArrayList<>();
        for (int i = 0; i < failure.reasons().size(); i++) {
            CancellationReason reason = failure.reasons().get(i);
            boolean duplicate = statements.get(i) instanceof Statement.Insert
                    && reason.code().equals("ConditionalCheckFailed");
            reasons.add(
                    duplicate
                            ? new CancellationReason(
                                    "DuplicateItem", "Duplicate primary key exists in table", reason.item())
                            : reason);
        }
        return EngineException.cancelled(reasons);
    }
}
