package dev.trestle.sdk;

import dev.trestle.engine.Engine;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import software.amazon.awssdk.core.exception.AbortedException;
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
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/** The SDK's blocking client over the engine. Calls run on the caller's thread; only a write waits, for the disk. */
final class TrestleClient extends UnknownOperations {
    private final TrestleDb db;
    private final ClientSettings settings;

    TrestleClient(TrestleDb db, ClientSettings settings) {
        this.db = db;
        this.settings = settings;
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
        try {
            return ItemResponses.get(db.openEngine().getItem(ItemRequests.get(request)));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        try {
            return ItemResponses.batchGet(db.openEngine().batchGetItem(BatchRequests.get(request)));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public TransactGetItemsResponse transactGetItems(TransactGetItemsRequest request) {
        try {
            return ItemResponses.transactGet(db.openEngine().transactGetItems(TransactRequests.get(request)));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public QueryResponse query(QueryRequest request) {
        try {
            return ItemResponses.query(db.openEngine().query(ItemRequests.query(request)));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public ScanResponse scan(ScanRequest request) {
        try {
            return ItemResponses.scan(db.openEngine().scan(ItemRequests.scan(request)));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public CreateTableResponse createTable(CreateTableRequest request) {
        try {
            return TableResponses.create(db.openEngine().createTable(TableRequests.create(request)));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public DescribeTableResponse describeTable(DescribeTableRequest request) {
        try {
            return TableResponses.describe(db.openEngine().describeTable(request.tableName()));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public UpdateTableResponse updateTable(UpdateTableRequest request) {
        try {
            return TableResponses.update(db.openEngine().updateTable(TableRequests.update(request)));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public DeleteTableResponse deleteTable(DeleteTableRequest request) {
        try {
            return TableResponses.delete(db.openEngine().deleteTable(request.tableName()));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public ListTablesResponse listTables(ListTablesRequest request) {
        try {
            return TableResponses.list(db.openEngine().listTables(TableRequests.list(request)));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public DescribeTimeToLiveResponse describeTimeToLive(DescribeTimeToLiveRequest request) {
        try {
            return TableResponses.timeToLive(db.openEngine().describeTimeToLive(request.tableName()));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public UpdateTimeToLiveResponse updateTimeToLive(UpdateTimeToLiveRequest request) {
        try {
            return TableResponses.timeToLive(db.openEngine().updateTimeToLive(TableRequests.timeToLive(request)));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public CreateBackupResponse createBackup(CreateBackupRequest request) {
        try {
            return BackupResponses.create(db.openEngine().createBackup(BackupRequests.create(request)));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public DescribeBackupResponse describeBackup(DescribeBackupRequest request) {
        try {
            return BackupResponses.describe(db.openEngine().describeBackup(request.backupArn()));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public ListBackupsResponse listBackups(ListBackupsRequest request) {
        try {
            return BackupResponses.list(db.openEngine().listBackups(BackupRequests.list(request)));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public DeleteBackupResponse deleteBackup(DeleteBackupRequest request) {
        try {
            return BackupResponses.delete(db.openEngine().deleteBackup(request.backupArn()));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public RestoreTableFromBackupResponse restoreTableFromBackup(RestoreTableFromBackupRequest request) {
        try {
            return BackupResponses.restore(db.openEngine().restoreTableFromBackup(BackupRequests.restore(request)));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public DescribeContinuousBackupsResponse describeContinuousBackups(DescribeContinuousBackupsRequest request) {
        try {
            return BackupResponses.describeContinuous(db.openEngine().describeContinuousBackups(request.tableName()));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public UpdateContinuousBackupsResponse updateContinuousBackups(UpdateContinuousBackupsRequest request) {
        try {
            return BackupResponses.updateContinuous(
                    db.openEngine().updateContinuousBackups(BackupRequests.updateContinuous(request)));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public TagResourceResponse tagResource(TagResourceRequest request) {
        try {
            db.openEngine().tagResource(ResourceRequests.tag(request));
            return ResourceResponses.tagged();
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public UntagResourceResponse untagResource(UntagResourceRequest request) {
        try {
            db.openEngine().untagResource(ResourceRequests.untag(request));
            return ResourceResponses.untagged();
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public ListTagsOfResourceResponse listTagsOfResource(ListTagsOfResourceRequest request) {
        try {
            return ResourceResponses.tags(db.openEngine().listTagsOfResource(ResourceRequests.list(request)));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public DescribeLimitsResponse describeLimits(DescribeLimitsRequest request) {
        try {
            return ResourceResponses.limits(db.openEngine().describeLimits());
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public DescribeEndpointsResponse describeEndpoints(DescribeEndpointsRequest request) {
        try {
            return ResourceResponses.endpoints(db.openEngine().describeEndpoints());
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public DescribeContributorInsightsResponse describeContributorInsights(DescribeContributorInsightsRequest request) {
        try {
            return ResourceResponses.contributorInsights(
                    db.openEngine().describeContributorInsights(request.tableName(), request.indexName()),
                    request.indexName());
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public DescribeKinesisStreamingDestinationResponse describeKinesisStreamingDestination(
            DescribeKinesisStreamingDestinationRequest request) {
        try {
            return ResourceResponses.kinesisStreamingDestination(
                    db.openEngine().describeKinesisStreamingDestination(request.tableName()));
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    /** There never is one; whether there is the table, the engine tells. */
    @Override
    public GetResourcePolicyResponse getResourcePolicy(GetResourcePolicyRequest request) {
        try {
            throw db.openEngine().getResourcePolicy(request.resourceArn());
        } catch (RuntimeException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public PutItemResponse putItem(PutItemRequest request) {
        try {
            return ItemResponses.put(await(engine -> engine.putItem(ItemRequests.put(request))));
        } catch (RuntimeException | ExecutionException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
        try {
            return ItemResponses.update(await(engine -> engine.updateItem(ItemRequests.update(request))));
        } catch (RuntimeException | ExecutionException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public DeleteItemResponse deleteItem(DeleteItemRequest request) {
        try {
            return ItemResponses.delete(await(engine -> engine.deleteItem(ItemRequests.delete(request))));
        } catch (RuntimeException | ExecutionException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
        try {
            return ItemResponses.batchWrite(await(engine -> engine.batchWriteItem(BatchRequests.write(request))));
        } catch (RuntimeException | ExecutionException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        try {
            return ItemResponses.transactWrite(
                    await(engine -> engine.transactWriteItems(TransactRequests.write(request))));
        } catch (RuntimeException | ExecutionException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public ExecuteStatementResponse executeStatement(ExecuteStatementRequest request) {
        try {
            return StatementResponses.execute(
                    await(engine -> engine.executeStatement(StatementRequests.execute(request))));
        } catch (RuntimeException | ExecutionException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public BatchExecuteStatementResponse batchExecuteStatement(BatchExecuteStatementRequest request) {
        try {
            return StatementResponses.batch(
                    await(engine -> engine.batchExecuteStatement(StatementRequests.batch(request))));
        } catch (RuntimeException | ExecutionException thrown) {
            throw failure(thrown);
        }
    }

    @Override
    public ExecuteTransactionResponse executeTransaction(ExecuteTransactionRequest request) {
        try {
            return StatementResponses.transaction(
                    await(engine -> engine.executeTransaction(StatementRequests.transaction(request))));
        } catch (RuntimeException | ExecutionException thrown) {
            throw failure(thrown);
        }
    }

    /** As with the SDK, an interrupted thread starts no write. */
    private Engine writingEngine() {
        if (Thread.currentThread().isInterrupted()) {
            throw AbortedException.create("Thread was interrupted before its write began; nothing was written");
        }
        return db.openEngine();
    }

    private <T> T await(Function<Engine, CompletableFuture<T>> write) throws ExecutionException {
        Engine engine = writingEngine();
        return await(engine.awaiting(() -> write.apply(engine)));
    }

    /** The one place where a caller waits for the engine. */
    static <T> T await(CompletableFuture<T> write) throws ExecutionException {
        try {
            return write.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw AbortedException.create(
                    "Thread was interrupted while it waited for a write, which may still take effect", interrupted);
        }
    }

    private RuntimeException failure(Exception thrown) {
        return Failures.translate(thrown, db.isClosed());
    }

    @Override
    public DynamoDbWaiter waiter() {
        return DynamoDbWaiter.builder()
                .client(this)
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
