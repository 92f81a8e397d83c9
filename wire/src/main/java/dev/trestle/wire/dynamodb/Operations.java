package dev.trestle.wire.dynamodb;

import static dev.trestle.wire.dynamodb.Operation.answering;
import static dev.trestle.wire.dynamodb.Operation.completing;
import static dev.trestle.wire.dynamodb.Operation.listing;
import static dev.trestle.wire.dynamodb.Operation.silent;

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
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** All operations that the engine has, by the names that the header X-Amz-Target gives them. */
public final class Operations {
    private static final String DYNAMODB = "DynamoDB_20120810.";
    private static final String STREAMS = "DynamoDBStreams_20120810.";
    private static final Pattern TARGET = Pattern.compile("DynamoDB(?:Streams)?_20120810\\.[A-Za-z]{1,64}");

    private final Engine engine;
    private final Reaches reaches;
    private final Visible visible;
    private final String arnPrefix;
    private final Map<String, Operation> byTarget = new HashMap<>();

    public Operations(Engine engine) {
        this.engine = engine;
        this.reaches = new Reaches(engine.tableReferences());
        this.visible = new Visible(engine);
        this.arnPrefix = "arn:aws:dynamodb:" + engine.options().region() + ":"
                + engine.options().accountId() + ":table/";
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

    private void add(String name, Reach reach, Operation operation) {
        byTarget.put(DYNAMODB + name, operation.reaching(name, reach, arnPrefix));
    }

    private void addStream(String name, Reach reach, Operation operation) {
        byTarget.put(STREAMS + name, operation.reaching(name, reach, arnPrefix));
    }

    private void addItems() {
        add(
                "GetItem",
                reaches::reads,
                Operation.glancing(
                        ItemInput.GET, ItemInput::get, engine::getItemFromMemory, engine::getItem, ItemOutput::get));
        add("PutItem", reaches::writesItem, writing(ItemInput.PUT, ItemInput::put, engine::putItem, ItemOutput::write));
        add(
                "UpdateItem",
                reaches::writesItem,
                writing(ItemInput.UPDATE, ItemInput::update, engine::updateItem, ItemOutput::write));
        add(
                "DeleteItem",
                reaches::writesItem,
                writing(ItemInput.DELETE, ItemInput::delete, engine::deleteItem, ItemOutput::write));
        add(
                "Query",
                reaches::reads,
                Operation.glancing(
                        ItemInput.QUERY, ItemInput::query, engine::queryFromMemory, engine::query, ItemOutput::page));
        add("Scan", reaches::reads, answering(ItemInput.SCAN, ItemInput::scan, engine::scan, ItemOutput::page));
        add(
                "BatchGetItem",
                reaches::readsBatch,
                Operation.glancing(
                        GroupInput.BATCH_GET,
                        GroupInput::batchGet,
                        engine::batchGetItemFromMemory,
                        engine::batchGetItem,
                        ItemOutput::batchGet));
        add(
                "BatchWriteItem",
                reaches::writesBatch,
                writing(
                        GroupInput.BATCH_WRITE,
                        GroupInput::batchWrite,
                        engine::batchWriteItem,
                        ItemOutput::batchWrite));
        add(
                "TransactGetItems",
                reaches::readsTogether,
                answering(
                        GroupInput.TRANSACT_GET,
                        GroupInput::transactGet,
                        engine::transactGetItems,
                        ItemOutput::transactGet));
        add(
                "TransactWriteItems",
                reaches::writesTogether,
                writing(
                        GroupInput.TRANSACT_WRITE,
                        GroupInput::transactWrite,
                        engine::transactWriteItems,
                        ItemOutput::transactWrite));
        add(
                "ExecuteStatement",
                reaches::statement,
                writing(
                        StatementInput.EXECUTE,
                        StatementInput::execute,
                        engine::executeStatement,
                        StatementOutput::execute));
        add(
                "BatchExecuteStatement",
                reaches::statements,
                writing(
                        StatementInput.BATCH,
                        StatementInput::batch,
                        engine::batchExecuteStatement,
                        StatementOutput::batch));
        add(
                "ExecuteTransaction",
                reaches::statementsTogether,
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
                reaches::writes,
                answering(TableInput.CREATE, TableInput::create, engine::createTable, TableOutput::tableDescription));
        add(
                "UpdateTable",
                reaches::writes,
                answering(TableInput.UPDATE, TableInput::update, engine::updateTable, TableOutput::tableDescription));
        add(
                "DescribeTable",
                reaches::reads,
                named(in -> engine.describeTable(in.text("TableName")), TableOutput::table));
        add(
                "DeleteTable",
                reaches::writes,
                named(in -> engine.deleteTable(in.text("TableName")), TableOutput::deleted));
        add(
                "ListTables",
                Reaches::nothing,
                listing(TableInput.LIST, TableInput::list, visible::tables, TableOutput::list));
        add(
                "UpdateTimeToLive",
                reaches::writes,
                answering(
                        TableInput.TIME_TO_LIVE,
                        TableInput::timeToLive,
                        engine::updateTimeToLive,
                        TableOutput::timeToLive));
        add(
                "DescribeTimeToLive",
                reaches::reads,
                named(in -> engine.describeTimeToLive(in.text("TableName")), TableOutput::timeToLive));
        add(
                "TagResource",
                reaches::writesResource,
                silent(ResourceInput.TAG, in -> engine.tagResource(ResourceInput.tagResource(in))));
        add(
                "UntagResource",
                reaches::writesResource,
                silent(ResourceInput.UNTAG, in -> engine.untagResource(ResourceInput.untag(in))));
        add(
                "ListTagsOfResource",
                reaches::readsResource,
                answering(
                        ResourceInput.LIST_TAGS,
                        ResourceInput::listTags,
                        engine::listTagsOfResource,
                        ResourceOutput::tags));
    }

    private void addBackups() {
        add(
                "CreateBackup",
                reaches::writes,
                answering(
                        ResourceInput.CREATE_BACKUP,
                        ResourceInput::createBackup,
                        engine::createBackup,
                        BackupOutput::created));
        add(
                "DescribeBackup",
                reaches::readsBackup,
                named(in -> engine.describeBackup(in.text("BackupArn")), BackupOutput::description));
        add(
                "DeleteBackup",
                reaches::writesBackup,
                named(in -> engine.deleteBackup(in.text("BackupArn")), BackupOutput::description));
        add(
                "ListBackups",
                reaches::reads,
                listing(ResourceInput.LIST_BACKUPS, ResourceInput::listBackups, visible::backups, BackupOutput::list));
        add(
                "RestoreTableFromBackup",
                reaches::restores,
                answering(
                        ResourceInput.RESTORE,
                        ResourceInput::restore,
                        engine::restoreTableFromBackup,
                        TableOutput::tableDescription));
        add(
                "DescribeContinuousBackups",
                reaches::reads,
                named(in -> engine.describeContinuousBackups(in.text("TableName")), BackupOutput::continuous));
        add(
                "UpdateContinuousBackups",
                reaches::writes,
                answering(
                        ResourceInput.UPDATE_CONTINUOUS,
                        ResourceInput::updateContinuous,
                        engine::updateContinuousBackups,
                        BackupOutput::continuous));
    }

    private void addWhatToolsAsk() {
        add("DescribeLimits", Reaches::nothing, named(in -> engine.describeLimits(), ResourceOutput::limits));
        add("DescribeEndpoints", Reaches::nothing, named(in -> engine.describeEndpoints(), ResourceOutput::endpoints));
        add(
                "DescribeContributorInsights",
                reaches::reads,
                named(
                        in -> new ResourceOutput.Insights(
                                engine.describeContributorInsights(in.text("TableName"), in.text("IndexName")),
                                in.text("IndexName")),
                        ResourceOutput::insights));
        add(
                "DescribeKinesisStreamingDestination",
                reaches::reads,
                named(in -> engine.describeKinesisStreamingDestination(in.text("TableName")), ResourceOutput::kinesis));
        add("GetResourcePolicy", reaches::readsResource, silent(ResourceInput.NAMED, in -> {
            throw engine.getResourcePolicy(in.text("ResourceArn"));
        }));
    }

    private void addStreams() {
        addStream(
                "ListStreams",
                reaches::reads,
                listing(StreamInput.LIST, StreamInput::list, visible::streams, StreamOutput::list));
        addStream(
                "DescribeStream",
                reaches::readsStream,
                answering(StreamInput.DESCRIBE, StreamInput::describe, engine::describeStream, StreamOutput::describe));
        addStream(
                "GetShardIterator",
                reaches::readsStream,
                answering(
                        StreamInput.SHARD_ITERATOR,
                        StreamInput::shardIterator,
                        engine::getShardIterator,
                        StreamOutput::shardIterator));
        String region = engine.options().region();
        addStream(
                "GetRecords",
                reaches::readsRecords,
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
}
