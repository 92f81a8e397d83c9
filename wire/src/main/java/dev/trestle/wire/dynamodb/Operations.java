package dev.trestle.wire.dynamodb;

import static dev.trestle.wire.dynamodb.Operation.answering;
import static dev.trestle.wire.dynamodb.Operation.completing;

import dev.trestle.engine.Engine;
import dev.trestle.wire.error.Refusal;
import dev.trestle.wire.json.Fields;
import dev.trestle.wire.json.JsonOutput;
import dev.trestle.wire.json.Shape;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** All operations that the engine has, by the names that the header X-Amz-Target gives them. */
public final class Operations {
    private static final String DYNAMODB = "DynamoDB_20120810.";
    private static final String STREAMS = "DynamoDBStreams_20120810.";
    private static final Pattern TARGET = Pattern.compile("DynamoDB(?:Streams)?_20120810\\.[A-Za-z]{1,64}");

    private final Engine engine;
    private final Map<String, Operation> byTarget = new HashMap<>();

    public Operations(Engine engine) {
        this.engine = engine;
        addItems();
        addTables();
        addBackups();
        addWhatToolsAsk();
        addStreams();
    }

    public Set<String> targets() {
        return byTarget.keySet();
    }

    /** The operation that a request names; the service has no words for one that it does not know. */
    public Operation require(@Nullable String target) {
        Operation operation = target == null ? null : byTarget.get(target);
        if (operation == null) {
            throw Refusal.unknownOperation(target == null ? null : absent(target));
        }
        return operation;
    }

    private static @Nullable String absent(String target) {
        return TARGET.matcher(target).matches()
                ? "Trestle does not have the operation " + target.substring(target.indexOf('.') + 1) + "."
                : null;
    }

    private void add(String name, Operation operation) {
        byTarget.put(DYNAMODB + name, operation);
    }

    private void addItems() {
        add(
                "GetItem",
                Operation.glancing(
                        ItemInput.GET, ItemInput::get, engine::getItemFromMemory, engine::getItem, ItemOutput::get));
        add("PutItem", writing(ItemInput.PUT, ItemInput::put, engine::putItem, ItemOutput::write));
        add("UpdateItem", writing(ItemInput.UPDATE, ItemInput::update, engine::updateItem, ItemOutput::write));
        add("DeleteItem", writing(ItemInput.DELETE, ItemInput::delete, engine::deleteItem, ItemOutput::write));
        add(
                "Query",
                Operation.glancing(
                        ItemInput.QUERY, ItemInput::query, engine::queryFromMemory, engine::query, ItemOutput::page));
        add("Scan", answering(ItemInput.SCAN, ItemInput::scan, engine::scan, ItemOutput::page));
        add(
                "BatchGetItem",
                Operation.glancing(
                        GroupInput.BATCH_GET,
                        GroupInput::batchGet,
                        engine::batchGetItemFromMemory,
                        engine::batchGetItem,
                        ItemOutput::batchGet));
        add(
                "BatchWriteItem",
                writing(
                        GroupInput.BATCH_WRITE,
                        GroupInput::batchWrite,
                        engine::batchWriteItem,
                        ItemOutput::batchWrite));
        add(
                "TransactGetItems",
                answering(
                        GroupInput.TRANSACT_GET,
                        GroupInput::transactGet,
                        engine::transactGetItems,
                        ItemOutput::transactGet));
        add(
                "TransactWriteItems",
                writing(
                        GroupInput.TRANSACT_WRITE,
                        GroupInput::transactWrite,
                        engine::transactWriteItems,
                        ItemOutput::transactWrite));
        add(
                "ExecuteStatement",
                writing(
                        StatementInput.EXECUTE,
                        StatementInput::execute,
                        engine::executeStatement,
                        StatementOutput::execute));
        add(
                "BatchExecuteStatement",
                writing(
                        StatementInput.BATCH,
                        StatementInput::batch,
                        engine::batchExecuteStatement,
                        StatementOutput::batch));
        add(
                "ExecuteTransaction",
                writing(
                        StatementInput.TRANSACTION,
                        StatementInput::transaction,
                        engine::executeTransaction,
                        StatementOutput::transaction));
    }

    /** In memory the worker that calls it mostly does the writing, too: to be woken twice more would be most of a small write. */
    private <Q, R> Operation writing(
            Shape input,
            Function<Fields, Q> request,
            Function<Q, CompletableFuture<R>> call,
            BiConsumer<JsonOutput, R> output) {
        return completing(input, request, asked -> engine.awaiting(() -> call.apply(asked)), output);
    }

    private void addTables() {
        add(
                "CreateTable",
                answering(TableInput.CREATE, TableInput::create, engine::createTable, TableOutput::tableDescription));
        add(
                "UpdateTable",
                answering(TableInput.UPDATE, TableInput::update, engine::updateTable, TableOutput::tableDescription));
        add("DescribeTable", named(in -> engine.describeTable(in.text("TableName")), TableOutput::table));
        add("DeleteTable", named(in -> engine.deleteTable(in.text("TableName")), TableOutput::tableDescription));
        add("ListTables", answering(TableInput.LIST, TableInput::list, engine::listTables, TableOutput::list));
        add(
                "UpdateTimeToLive",
                answering(
                        TableInput.TIME_TO_LIVE,
                        TableInput::timeToLive,
                        engine::updateTimeToLive,
                        TableOutput::timeToLive));
        add(
                "DescribeTimeToLive",
                named(in -> engine.describeTimeToLive(in.text("TableName")), TableOutput::timeToLive));
        add("TagResource", silent(ResourceInput.TAG, in -> engine.tagResource(ResourceInput.tagResource(in))));
        add("UntagResource", silent(ResourceInput.UNTAG, in -> engine.untagResource(ResourceInput.untag(in))));
        add(
                "ListTagsOfResource",
                answering(
                        ResourceInput.LIST_TAGS,
                        ResourceInput::listTags,
                        engine::listTagsOfResource,
                        ResourceOutput::tags));
    }

    private void addBackups() {
        add(
                "CreateBackup",
                answering(
                        ResourceInput.CREATE_BACKUP,
                        ResourceInput::createBackup,
                        engine::createBackup,
                        BackupOutput::created));
        add("DescribeBackup", named(in -> engine.describeBackup(in.text("BackupArn")), BackupOutput::description));
        add("DeleteBackup", named(in -> engine.deleteBackup(in.text("BackupArn")), BackupOutput::description));
        add(
                "ListBackups",
                answering(
                        ResourceInput.LIST_BACKUPS,
                        ResourceInput::listBackups,
                        engine::listBackups,
                        BackupOutput::list));
        add(
                "RestoreTableFromBackup",
                answering(
                        ResourceInput.RESTORE,
                        ResourceInput::restore,
                        engine::restoreTableFromBackup,
                        TableOutput::tableDescription));
        add(
                "DescribeContinuousBackups",
                named(in -> engine.describeContinuousBackups(in.text("TableName")), BackupOutput::continuous));
        add(
                "UpdateContinuousBackups",
                answering(
                        ResourceInput.UPDATE_CONTINUOUS,
                        ResourceInput::updateContinuous,
                        engine::updateContinuousBackups,
                        BackupOutput::continuous));
    }

    private void addWhatToolsAsk() {
        add("DescribeLimits", named(in -> engine.describeLimits(), ResourceOutput::limits));
        add("DescribeEndpoints", named(in -> engine.describeEndpoints(), ResourceOutput::endpoints));
        add(
                "DescribeContributorInsights",
                named(
                        in -> new ResourceOutput.Insights(
                                engine.describeContributorInsights(in.text("TableName"), in.text("IndexName")),
                                in.text("IndexName")),
                        ResourceOutput::insights));
        add(
                "DescribeKinesisStreamingDestination",
                named(in -> engine.describeKinesisStreamingDestination(in.text("TableName")), ResourceOutput::kinesis));
        add("GetResourcePolicy", silent(ResourceInput.NAMED, in -> {
            throw engine.getResourcePolicy(in.text("ResourceArn"));
        }));
    }

    private void addStreams() {
        byTarget.put(
                STREAMS + "ListStreams",
                answering(StreamInput.LIST, StreamInput::list, engine::listStreams, StreamOutput::list));
        byTarget.put(
                STREAMS + "DescribeStream",
                answering(StreamInput.DESCRIBE, StreamInput::describe, engine::describeStream, StreamOutput::describe));
        byTarget.put(
                STREAMS + "GetShardIterator",
                answering(
                        StreamInput.SHARD_ITERATOR,
                        StreamInput::shardIterator,
                        engine::getShardIterator,
                        StreamOutput::shardIterator));
        String region = engine.options().region();
        byTarget.put(
                STREAMS + "GetRecords",
                answering(
                        StreamInput.RECORDS,
                        StreamInput::records,
                        engine::getRecords,
                        (out, result) -> StreamOutput.records(out, result, region)));
    }

    /** An operation that takes the name of one thing. */
    private static <R> Operation named(Function<Fields, R> call, BiConsumer<JsonOutput, R> output) {
        return answering(ResourceInput.NAMED, Function.identity(), call, output);
    }

    /** An operation whose answer is an empty object, or empty altogether. */
    private static Operation silent(Shape input, Consumer<Fields> call) {
        return answering(
                input,
                Function.identity(),
                in -> {
                    call.accept(in);
                    return in;
                },
                (out, in) -> {});
    }
}
