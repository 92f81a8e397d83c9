package dev.trestle.sdk;

import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeContributorInsightsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeContributorInsightsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeEndpointsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeEndpointsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeKinesisStreamingDestinationRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeKinesisStreamingDestinationResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.TagResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UntagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.UntagResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbAsyncWaiter;

/** The SDK's client with futures over the engine. Nothing of a call runs on the caller's thread. */
final class TrestleAsyncClient extends UnknownAsyncOperations {
    private final TrestleDb db;
    private final AsyncRunner runner;
    private final ClientSettings settings;

    TrestleAsyncClient(TrestleDb db, AsyncRunner runner, ClientSettings settings) {
        this.db = db;
        this.runner = runner;
        this.settings = settings;
    }

    @Override
    public CompletableFuture<GetItemResponse> getItem(GetItemRequest request) {
        return runner.answer(() -> ItemResponses.get(db.openEngine().getItem(ItemRequests.get(request))));
    }

    @Override
    public CompletableFuture<BatchGetItemResponse> batchGetItem(BatchGetItemRequest request) {
        return runner.answer(() -> ItemResponses.batchGet(db.openEngine().batchGetItem(BatchRequests.get(request))));
    }

    @Override
    public CompletableFuture<TransactGetItemsResponse> transactGetItems(TransactGetItemsRequest request) {
        return runner.answer(
                () -> ItemResponses.transactGet(db.openEngine().transactGetItems(TransactRequests.get(request))));
    }

    @Override
    public CompletableFuture<QueryResponse> query(QueryRequest request) {
        return runner.answer(() -> ItemResponses.query(db.openEngine().query(ItemRequests.query(request))));
    }

    @Override
    public CompletableFuture<ScanResponse> scan(ScanRequest request) {
        return runner.answer(() -> ItemResponses.scan(db.openEngine().scan(ItemRequests.scan(request))));
    }

    @Override
    public CompletableFuture<CreateTableResponse> createTable(CreateTableRequest request) {
        return runner.answer(() -> TableResponses.create(db.openEngine().createTable(TableRequests.create(request))));
    }

    @Override
    public CompletableFuture<DescribeTableResponse> describeTable(DescribeTableRequest request) {
        return runner.answer(() -> TableResponses.describe(db.openEngine().describeTable(request.tableName())));
    }

    @Override
    public CompletableFuture<UpdateTableResponse> updateTable(UpdateTableRequest request) {
        return runner.answer(() -> TableResponses.update(db.openEngine().updateTable(TableRequests.update(request))));
    }

    @Override
    public CompletableFuture<DeleteTableResponse> deleteTable(DeleteTableRequest request) {
        return runner.answer(() -> TableResponses.delete(db.openEngine().deleteTable(request.tableName())));
    }

    @Override
    public CompletableFuture<ListTablesResponse> listTables(ListTablesRequest request) {
        return runner.answer(() -> TableResponses.list(db.openEngine().listTables(TableRequests.list(request))));
    }

    @Override
    public CompletableFuture<DescribeTimeToLiveResponse> describeTimeToLive(DescribeTimeToLiveRequest request) {
        return runner.answer(() -> TableResponses.timeToLive(db.openEngine().describeTimeToLive(request.tableName())));
    }

    @Override
    public CompletableFuture<UpdateTimeToLiveResponse> updateTimeToLive(UpdateTimeToLiveRequest request) {
        return runner.answer(
                () -> TableResponses.timeToLive(db.openEngine().updateTimeToLive(TableRequests.timeToLive(request))));
    }

    @Override
    public CompletableFuture<CreateBackupResponse> createBackup(CreateBackupRequest request) {
        return runner.answer(
                () -> BackupResponses.create(db.openEngine().createBackup(BackupRequests.create(request))));
    }

    @Override
    public CompletableFuture<DescribeBackupResponse> describeBackup(DescribeBackupRequest request) {
        return runner.answer(() -> BackupResponses.describe(db.openEngine().describeBackup(request.backupArn())));
    }

    @Override
    public CompletableFuture<ListBackupsResponse> listBackups(ListBackupsRequest request) {
        return runner.answer(() -> BackupResponses.list(db.openEngine().listBackups(BackupRequests.list(request))));
    }

    @Override
    public CompletableFuture<DeleteBackupResponse> deleteBackup(DeleteBackupRequest request) {
        return runner.answer(() -> BackupResponses.delete(db.openEngine().deleteBackup(request.backupArn())));
    }

    @Override
    public CompletableFuture<RestoreTableFromBackupResponse> restoreTableFromBackup(
            RestoreTableFromBackupRequest request) {
        return runner.answer(
                () -> BackupResponses.restore(db.openEngine().restoreTableFromBackup(BackupRequests.restore(request))));
    }

    @Override
    public CompletableFuture<DescribeContinuousBackupsResponse> describeContinuousBackups(
            DescribeContinuousBackupsRequest request) {
        return runner.answer(() ->
                BackupResponses.describeContinuous(db.openEngine().describeContinuousBackups(request.tableName())));
    }

    @Override
    public CompletableFuture<UpdateContinuousBackupsResponse> updateContinuousBackups(
            UpdateContinuousBackupsRequest request) {
        return runner.answer(() -> BackupResponses.updateContinuous(
                db.openEngine().updateContinuousBackups(BackupRequests.updateContinuous(request))));
    }

    @Override
    public CompletableFuture<TagResourceResponse> tagResource(TagResourceRequest request) {
        return runner.answer(() -> {
            db.openEngine().tagResource(ResourceRequests.tag(request));
            return ResourceResponses.tagged();
        });
    }

    @Override
    public CompletableFuture<UntagResourceResponse> untagResource(UntagResourceRequest request) {
        return runner.answer(() -> {
            db.openEngine().untagResource(ResourceRequests.untag(request));
            return ResourceResponses.untagged();
        });
    }

    @Override
    public CompletableFuture<ListTagsOfResourceResponse> listTagsOfResource(ListTagsOfResourceRequest request) {
        return runner.answer(
                () -> ResourceResponses.tags(db.openEngine().listTagsOfResource(ResourceRequests.list(request))));
    }

    @Override
    public CompletableFuture<DescribeLimitsResponse> describeLimits(DescribeLimitsRequest request) {
        return runner.answer(() -> ResourceResponses.limits(db.openEngine().describeLimits()));
    }

    @Override
    public CompletableFuture<DescribeEndpointsResponse> describeEndpoints(DescribeEndpointsRequest request) {
        return runner.answer(() -> ResourceResponses.endpoints(db.openEngine().describeEndpoints()));
    }

    @Override
    public CompletableFuture<DescribeContributorInsightsResponse> describeContributorInsights(
            DescribeContributorInsightsRequest request) {
        return runner.answer(() -> ResourceResponses.contributorInsights(
                db.openEngine().describeContributorInsights(request.tableName(), request.indexName()),
                request.indexName()));
    }

    @Override
    public CompletableFuture<DescribeKinesisStreamingDestinationResponse> describeKinesisStreamingDestination(
            DescribeKinesisStreamingDestinationRequest request) {
        return runner.answer(() -> ResourceResponses.kinesisStreamingDestination(
                db.openEngine().describeKinesisStreamingDestination(request.tableName())));
    }

    @Override
    public CompletableFuture<GetResourcePolicyResponse> getResourcePolicy(GetResourcePolicyRequest request) {
        return runner.answer(() -> {
            throw db.openEngine().getResourcePolicy(request.resourceArn());
        });
    }

    @Override
    public CompletableFuture<PutItemResponse> putItem(PutItemRequest request) {
        return runner.complete(() -> db.openEngine().putItem(ItemRequests.put(request)), ItemResponses::put);
    }

    @Override
    public CompletableFuture<UpdateItemResponse> updateItem(UpdateItemRequest request) {
        return runner.complete(() -> db.openEngine().updateItem(ItemRequests.update(request)), ItemResponses::update);
    }

    @Override
    public CompletableFuture<DeleteItemResponse> deleteItem(DeleteItemRequest request) {
        return runner.complete(() -> db.openEngine().deleteItem(ItemRequests.delete(request)), ItemResponses::delete);
    }

    @Override
    public CompletableFuture<BatchWriteItemResponse> batchWriteItem(BatchWriteItemRequest request) {
        return runner.complete(
                () -> db.openEngine().batchWriteItem(BatchRequests.write(request)), ItemResponses::batchWrite);
    }

    @Override
    public CompletableFuture<TransactWriteItemsResponse> transactWriteItems(TransactWriteItemsRequest request) {
        return runner.complete(
                () -> db.openEngine().transactWriteItems(TransactRequests.write(request)),
                ItemResponses::transactWrite);
    }

    @Override
    public CompletableFuture<ExecuteStatementResponse> executeStatement(ExecuteStatementRequest request) {
        return runner.complete(
                () -> db.openEngine().executeStatement(StatementRequests.execute(request)),
                StatementResponses::execute);
    }

    @Override
    public CompletableFuture<BatchExecuteStatementResponse> batchExecuteStatement(
            BatchExecuteStatementRequest request) {
        return runner.complete(
                () -> db.openEngine().batchExecuteStatement(StatementRequests.batch(request)),
                StatementResponses::batch);
    }

    @Override
    public CompletableFuture<ExecuteTransactionResponse> executeTransaction(ExecuteTransactionRequest request) {
        return runner.complete(
                () -> db.openEngine().executeTransaction(StatementRequests.transaction(request)),
                StatementResponses::transaction);
    }

    @Override
    public DynamoDbAsyncWaiter waiter() {
        return DynamoDbAsyncWaiter.builder()
                .client(this)
                .scheduledExecutorService(runner.scheduler())
                .overrideConfiguration(settings.waiting())
                .build();
    }

    @Override
    public DynamoDbServiceClientConfiguration serviceClientConfiguration() {
        return settings.configuration();
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    /** Closes nothing: the client belongs to its {@link TrestleDb}. */
    @Override
    public void close() {}
}
