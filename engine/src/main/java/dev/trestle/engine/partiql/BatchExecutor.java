package dev.trestle.engine.partiql;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.BatchExecuteStatement;
import dev.trestle.engine.api.BatchExecuteStatement.Response;
import dev.trestle.engine.api.ConsumedCapacity;
import dev.trestle.engine.api.GetItem;
import dev.trestle.engine.api.Metering;
import dev.trestle.engine.capacity.Consumption;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.read.ItemReader;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** BatchExecuteStatement: reads, or writes, of one item each. A statement that fails does not keep the others from being done. */
public final class BatchExecutor {
    private final Catalog catalog;
    private final ItemReader reader;
    private final StatementExecutor statements;

    public BatchExecutor(Catalog catalog, ItemReader reader, StatementExecutor statements) {
        this.catalog = catalog;
        this.reader = reader;
        this.statements = statements;
    }

    /** One statement of the batch: what it is and whom it is about, or what is wrong with it. */
    private record Prepared(
            @Nullable Statement statement,
            @Nullable TableDef table,
            @Nullable Map<String, Value> key,
            @Nullable EngineException refusal) {

        /** What two statements about one item have in common; null if the key is none, which shows later. */
        @Nullable
        Bytes target() {
            return table == null || key == null || refusal != null ? null : Keys.item(table, key::get);
        }
    }

    public CompletableFuture<BatchExecuteStatement.Result> execute(BatchExecuteStatement request) {
        StatementConstraints.check(request);
        List<BatchExecuteStatement.Entry> entries = Required.of(request.statements());
        List<Prepared> prepared = entries.stream().map(this::prepare).toList();
        checkKinds(prepared);
        checkDistinct(prepared);
        List<CompletableFuture<Done>> responses = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            responses.add(respond(entries.get(i), prepared.get(i), request.returnConsumedCapacity()));
        }
        return CompletableFuture.allOf(responses.toArray(new CompletableFuture<?>[0]))
                .thenApply(all ->
                        result(responses.stream().map(CompletableFuture::join).toList()));
    }

    /** What came of a statement, and what it cost if that was asked for. */
    private record Done(Response response, @Nullable ConsumedCapacity consumed) {
        static Done failed(@Nullable String tableName, EngineException failure) {
            return new Done(new Response(tableName, null, error(failure)), null);
        }
    }

    private static BatchExecuteStatement.Result result(List<Done> all) {
        Consumption consumption = new Consumption();
        all.forEach(done -> consumption.add(done.consumed));
        return new BatchExecuteStatement.Result(all.stream().map(Done::response).toList(), consumption.all());
    }

    private Prepared prepare(BatchExecuteStatement.Entry entry) {
        Statement statement = null;
        TableDef table = null;
        try {
            statement = StatementParser.parse(Required.of(entry.statement()), entry.parameters());
            if (statement instanceof Statement.Exists) {
                throw EngineException.validation(StatementExecutor.EXISTS_ALONE);
            }
            table = catalog.require(statement.table());
            return new Prepared(statement, table, key(statement, table), null);
        } catch (EngineException refusal) {
            return new Prepared(statement, table, null, refusal);
        }
    }

    private static Map<String, Value> key(Statement statement, TableDef table) {
        if (statement instanceof Statement.Insert insert) {
            return ItemRequests.key(insert, table);
        }
        if (statement instanceof Statement.Select select) {
            return single(select, table).key();
        }
        Expr where =
                statement instanceof Statement.Update update ? update.where() : ((Statement.Delete) statement).where();
        return ItemRequests.single(where, table).key();
    }

    private static Where.Single single(Statement.Select select, TableDef table) {
        Where.Single single = select.index() == null ? new Where(select.where()).single(table.key()) : null;
        if (single == null || !single.rest().isEmpty()) {
            throw EngineException.validation(
                    "Select statements within BatchExecuteStatement must specify the primary key in the where clause.");
        }
        return single;
    }

    private static void checkKinds(List<Prepared> prepared) {
        long known = prepared.stream().filter(one -> one.statement != null).count();
        long reads = prepared.stream()
                .filter(one -> one.statement != null && one.statement.isRead())
                .count();
        if (reads > 0 && reads < known) {
            throw EngineException.validation("Read and write requests together in the same batch is not supported.");
        }
    }

    private static void checkDistinct(List<Prepared> prepared) {
        Set<Bytes> targets = new HashSet<>();
        for (Prepared one : prepared) {
            Bytes target = one.target();
            if (target != null && !targets.add(target)) {
                throw EngineException.validation("Provided list of item keys contains duplicates");
            }
        }
    }

    private CompletableFuture<Done> respond(
            BatchExecuteStatement.Entry entry, Prepared prepared, @Nullable String capacity) {
        if (prepared.refusal != null) {
            return CompletableFuture.completedFuture(Done.failed(null, prepared.refusal));
        }
        Statement statement = Required.of(prepared.statement);
        TableDef table = Required.of(prepared.table);
        if (statement instanceof Statement.Select select) {
            try {
                Where.Single single = single(select, table);
                GetItem.Result found = reader.get(ItemRequests.get(select, single, entry.consistentRead(), capacity));
                return CompletableFuture.completedFuture(
                        new Done(new Response(table.name(), found.item(), null), found.consumedCapacity()));
            } catch (EngineException e) {
                return CompletableFuture.completedFuture(Done.failed(table.name(), Outcomes.plain(e)));
            }
        }
        WriteOptions options =
                new WriteOptions(entry.returnValuesOnConditionCheckFailure(), Metering.of(capacity, null));
        return statements.write(statement, table, options).handle((written, thrown) -> {
            if (thrown == null) {
                return new Done(new Response(table.name(), written.attributes(), null), written.consumedCapacity());
            }
            if (Outcomes.cause(thrown) instanceof EngineException failure) {
                return Done.failed(table.name(), failure);
            }
            throw new CompletionException(thrown);
        });
    }

    private static BatchExecuteStatement.Error error(EngineException failure) {
        return new BatchExecuteStatement.Error(code(failure.code()), failure.getMessage(), failure.item());
    }

    /** The codes of a batch's statements are named unlike the exceptions. */
    private static String code(ErrorCode code) {
        return switch (code) {
            case VALIDATION -> "ValidationError";
            case RESOURCE_NOT_FOUND -> "ResourceNotFound";
            case CONDITIONAL_CHECK_FAILED -> "ConditionalCheckFailed";
            case DUPLICATE_ITEM -> "DuplicateItem";
            case TRANSACTION_CONFLICT -> "TransactionConflict";
            case ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED -> "ItemCollectionSizeLimitExceeded";
            case THROTTLING -> "ThrottlingError";
            default -> "InternalServerError";
        };
    }
}
