package dev.trestle.engine.partiql;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.ExecuteStatement;
import dev.trestle.engine.api.Metering;
import dev.trestle.engine.api.WriteResult;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.read.QueryReader;
import dev.trestle.engine.read.ScanReader;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.write.ItemWriter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** ExecuteStatement: one page of a SELECT, or a write of one item. */
public final class StatementExecutor {
    static final String EXISTS_ALONE = "EXISTS can only be used in ExecuteTransaction write requests.";

    private final Catalog catalog;
    private final SelectReader selects;
    private final ItemWriter writer;

    public StatementExecutor(Catalog catalog, QueryReader queries, ScanReader scans, ItemWriter writer) {
        this.catalog = catalog;
        this.selects = new SelectReader(catalog, queries, scans);
        this.writer = writer;
    }

    public CompletableFuture<ExecuteStatement.Result> execute(ExecuteStatement request) {
        StatementConstraints.check(request);
        Statement statement = StatementParser.parse(Required.of(request.statement()), request.parameters());
        if (statement instanceof Statement.Exists) {
            throw EngineException.validation(EXISTS_ALONE);
        }
        if (statement instanceof Statement.Select select) {
            return CompletableFuture.completedFuture(Outcomes.plain(() -> selects.read(select, request)));
        }
        WriteOptions options = new WriteOptions(
                request.returnValuesOnConditionCheckFailure(), Metering.of(request.returnConsumedCapacity(), null));
        return write(statement, catalog.require(statement.table()), options)
                .thenApply(written -> new ExecuteStatement.Result(
                        items(written.attributes()), null, null, written.consumedCapacity()));
    }

    private static List<StoredItem> items(@Nullable StoredItem returned) {
        return returned == null ? List.of() : List.of(returned);
    }

    /** An INSERT, UPDATE or DELETE. Failures are the future's. */
    CompletableFuture<WriteResult> write(Statement statement, TableDef table, WriteOptions options) {
        if (statement instanceof Statement.Insert insert) {
            return Outcomes.translated(
                    () -> {
                        ItemRequests.key(insert, table);
                        return writer.put(ItemRequests.insert(insert, table, options));
                    },
                    Outcomes::duplicate);
        }
        if (statement instanceof Statement.Update update) {
            return Outcomes.translated(
                    () -> writer.update(
                            ItemRequests.update(update, table, ItemRequests.single(update.where(), table), options)),
                    UnaryOperator.identity());
        }
        Statement.Delete delete = (Statement.Delete) statement;
        return Outcomes.translated(
                () -> writer.delete(
                        ItemRequests.delete(delete, table, ItemRequests.single(delete.where(), table), options)),
                UnaryOperator.identity());
    }
}
