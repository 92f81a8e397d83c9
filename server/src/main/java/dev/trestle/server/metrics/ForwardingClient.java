package dev.trestle.server.metrics;

import dev.trestle.model.operation.NamingClient;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalTableResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteResourcePolicyResponse;
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
import software.amazon.awssdk.services.dynamodb.model.DescribeExportRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeExportResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeGlobalTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeGlobalTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeGlobalTableSettingsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeGlobalTableSettingsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeImportRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeImportResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeKinesisStreamingDestinationRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeKinesisStreamingDestinationResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableReplicaAutoScalingRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableReplicaAutoScalingResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.DisableKinesisStreamingDestinationRequest;
import software.amazon.awssdk.services.dynamodb.model.DisableKinesisStreamingDestinationResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.EnableKinesisStreamingDestinationRequest;
import software.amazon.awssdk.services.dynamodb.model.EnableKinesisStreamingDestinationResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionResponse;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.ExportTableToPointInTimeResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.ImportTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ImportTableResponse;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.ListContributorInsightsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListContributorInsightsResponse;
import software.amazon.awssdk.services.dynamodb.model.ListExportsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListExportsResponse;
import software.amazon.awssdk.services.dynamodb.model.ListGlobalTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.ListGlobalTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.ListImportsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListImportsResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.PutResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.SearchVectorsRequest;
import software.amazon.awssdk.services.dynamodb.model.SearchVectorsResponse;
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
import software.amazon.awssdk.services.dynamodb.model.UpdateContributorInsightsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateContributorInsightsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalTableResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalTableSettingsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalTableSettingsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateKinesisStreamingDestinationRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateKinesisStreamingDestinationResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableReplicaAutoScalingRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableReplicaAutoScalingResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/**
 * A client that hands every operation on to another, past what a subclass does about each. An operation's convenient forms (builders,
 * pages) are the interface's own, over the plain one, so that they pass here too.
 *
 * <p>Written out, not a proxy of reflection: to make that loads every class of every operation, a tenth of a second of each start.
 */
abstract class ForwardingClient implements NamingClient {
    final DynamoDbClient target;

    ForwardingClient(DynamoDbClient target) {
        this.target = target;
    }

    /** Has {@code operation} answer a request, or one that is made of it. */
    abstract <Q extends DynamoDbRequest, R> R ask(Q request, Function<Q, R> operation);

    @Override
    public final String serviceName() {
        return target.serviceName();
    }

    @Override
    public final DynamoDbServiceClientConfiguration serviceClientConfiguration() {
        return target.serviceClientConfiguration();
    }

    @Override
    public final DynamoDbWaiter waiter() {
        return target.waiter();
    }

    @Override
    public final void close() {
        target.close();
    }

    @Override
    public final BatchExecuteStatementResponse batchExecuteStatement(BatchExecuteStatementRequest request) {
        return ask(request, target::batchExecuteStatement);
    }

    @Override
    public final BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        return ask(request, target::batchGetItem);
    }

    @Override
    public final BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
        return ask(request, target::batchWriteItem);
    }

    @Override
    public final CreateBackupResponse createBackup(CreateBackupRequest request) {
        return ask(request, target::createBackup);
    }

    @Override
    public final CreateGlobalTableResponse createGlobalTable(CreateGlobalTableRequest request) {
        return ask(request, target::createGlobalTable);
    }

    @Override
    public final CreateTableResponse createTable(CreateTableRequest request) {
        return ask(request, target::createTable);
    }

    @Override
    public final DeleteBackupResponse deleteBackup(DeleteBackupRequest request) {
        return ask(request, target::deleteBackup);
    }

    @Override
    public final DeleteItemResponse deleteItem(DeleteItemRequest request) {
        return ask(request, target::deleteItem);
    }

    @Override
    public final DeleteResourcePolicyResponse deleteResourcePolicy(DeleteResourcePolicyRequest request) {
        return ask(request, target::deleteResourcePolicy);
    }

    @Override
    public final DeleteTableResponse deleteTable(DeleteTableRequest request) {
        return ask(request, target::deleteTable);
    }

    @Override
    public final DescribeBackupResponse describeBackup(DescribeBackupRequest request) {
        return ask(request, target::describeBackup);
    }

    @Override
    public final DescribeContinuousBackupsResponse describeContinuousBackups(DescribeContinuousBackupsRequest request) {
        return ask(request, target::describeContinuousBackups);
    }

    @Override
    public final DescribeContributorInsightsResponse describeContributorInsights(
            DescribeContributorInsightsRequest request) {
        return ask(request, target::describeContributorInsights);
    }

    @Override
    public final DescribeEndpointsResponse describeEndpoints(DescribeEndpointsRequest request) {
        return ask(request, target::describeEndpoints);
    }

    @Override
    public final DescribeExportResponse describeExport(DescribeExportRequest request) {
        return ask(request, target::describeExport);
    }

    @Override
    public final DescribeGlobalTableResponse describeGlobalTable(DescribeGlobalTableRequest request) {
        return ask(request, target::describeGlobalTable);
    }

    @Override
    public final DescribeGlobalTableSettingsResponse describeGlobalTableSettings(
            DescribeGlobalTableSettingsRequest request) {
        return ask(request, target::describeGlobalTableSettings);
    }

    @Override
    public final DescribeImportResponse describeImport(DescribeImportRequest request) {
        return ask(request, target::describeImport);
    }

    @Override
    public final DescribeKinesisStreamingDestinationResponse describeKinesisStreamingDestination(
            DescribeKinesisStreamingDestinationRequest request) {
        return ask(request, target::describeKinesisStreamingDestination);
    }

    @Override
    public final DescribeLimitsResponse describeLimits(DescribeLimitsRequest request) {
        return ask(request, target::describeLimits);
    }

    @Override
    public final DescribeTableResponse describeTable(DescribeTableRequest request) {
        return ask(request, target::describeTable);
    }

    @Override
    public final DescribeTableReplicaAutoScalingResponse describeTableReplicaAutoScaling(
            DescribeTableReplicaAutoScalingRequest request) {
        return ask(request, target::describeTableReplicaAutoScaling);
    }

    @Override
    public final DescribeTimeToLiveResponse describeTimeToLive(DescribeTimeToLiveRequest request) {
        return ask(request, target::describeTimeToLive);
    }

    @Override
    public final DisableKinesisStreamingDestinationResponse disableKinesisStreamingDestination(
            DisableKinesisStreamingDestinationRequest request) {
        return ask(request, target::disableKinesisStreamingDestination);
    }

    @Override
    public final EnableKinesisStreamingDestinationResponse enableKinesisStreamingDestination(
            EnableKinesisStreamingDestinationRequest request) {
        return ask(request, target::enableKinesisStreamingDestination);
    }

    @Override
    public final ExecuteStatementResponse executeStatement(ExecuteStatementRequest request) {
        return ask(request, target::executeStatement);
    }

    @Override
    public final ExecuteTransactionResponse executeTransaction(ExecuteTransactionRequest request) {
        return ask(request, target::executeTransaction);
    }

    @Override
    public final ExportTableToPointInTimeResponse exportTableToPointInTime(ExportTableToPointInTimeRequest request) {
        return ask(request, target::exportTableToPointInTime);
    }

    @Override
    public final GetItemResponse getItem(GetItemRequest request) {
        return ask(request, target::getItem);
    }

    @Override
    public final GetResourcePolicyResponse getResourcePolicy(GetResourcePolicyRequest request) {
        return ask(request, target::getResourcePolicy);
    }

    @Override
    public final ImportTableResponse importTable(ImportTableRequest request) {
        return ask(request, target::importTable);
    }

    @Override
    public final ListBackupsResponse listBackups(ListBackupsRequest request) {
        return ask(request, target::listBackups);
    }

    @Override
    public final ListContributorInsightsResponse listContributorInsights(ListContributorInsightsRequest request) {
        return ask(request, target::listContributorInsights);
    }

    @Override
    public final ListExportsResponse listExports(ListExportsRequest request) {
        return ask(request, target::listExports);
    }

    @Override
    public final ListGlobalTablesResponse listGlobalTables(ListGlobalTablesRequest request) {
        return ask(request, target::listGlobalTables);
    }

    @Override
    public final ListImportsResponse listImports(ListImportsRequest request) {
        return ask(request, target::listImports);
    }

    @Override
    public final ListTablesResponse listTables(ListTablesRequest request) {
        return ask(request, target::listTables);
    }

    @Override
    public final ListTagsOfResourceResponse listTagsOfResource(ListTagsOfResourceRequest request) {
        return ask(request, target::listTagsOfResource);
    }

    @Override
    public final PutItemResponse putItem(PutItemRequest request) {
        return ask(request, target::putItem);
    }

    @Override
    public final PutResourcePolicyResponse putResourcePolicy(PutResourcePolicyRequest request) {
        return ask(request, target::putResourcePolicy);
    }

    @Override
    public final QueryResponse query(QueryRequest request) {
        return ask(request, target::query);
    }

    @Override
    public final RestoreTableFromBackupResponse restoreTableFromBackup(RestoreTableFromBackupRequest request) {
        return ask(request, target::restoreTableFromBackup);
    }

    @Override
    public final RestoreTableToPointInTimeResponse restoreTableToPointInTime(RestoreTableToPointInTimeRequest request) {
        return ask(request, target::restoreTableToPointInTime);
    }

    @Override
    public final ScanResponse scan(ScanRequest request) {
        return ask(request, target::scan);
    }

    @Override
    public final SearchVectorsResponse searchVectors(SearchVectorsRequest request) {
        return ask(request, target::searchVectors);
    }

    @Override
    public final TagResourceResponse tagResource(TagResourceRequest request) {
        return ask(request, target::tagResource);
    }

    @Override
    public final TransactGetItemsResponse transactGetItems(TransactGetItemsRequest request) {
        return ask(request, target::transactGetItems);
    }

    @Override
    public final TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        return ask(request, target::transactWriteItems);
    }

    @Override
    public final UntagResourceResponse untagResource(UntagResourceRequest request) {
        return ask(request, target::untagResource);
    }

    @Override
    public final UpdateContinuousBackupsResponse updateContinuousBackups(UpdateContinuousBackupsRequest request) {
        return ask(request, target::updateContinuousBackups);
    }

    @Override
    public final UpdateContributorInsightsResponse updateContributorInsights(UpdateContributorInsightsRequest request) {
        return ask(request, target::updateContributorInsights);
    }

    @Override
    public final UpdateGlobalTableResponse updateGlobalTable(UpdateGlobalTableRequest request) {
        return ask(request, target::updateGlobalTable);
    }

    @Override
    public final UpdateGlobalTableSettingsResponse updateGlobalTableSettings(UpdateGlobalTableSettingsRequest request) {
        return ask(request, target::updateGlobalTableSettings);
    }

    @Override
    public final UpdateItemResponse updateItem(UpdateItemRequest request) {
        return ask(request, target::updateItem);
    }

    @Override
    public final UpdateKinesisStreamingDestinationResponse updateKinesisStreamingDestination(
            UpdateKinesisStreamingDestinationRequest request) {
        return ask(request, target::updateKinesisStreamingDestination);
    }

    @Override
    public final UpdateTableResponse updateTable(UpdateTableRequest request) {
        return ask(request, target::updateTable);
    }

    @Override
    public final UpdateTableReplicaAutoScalingResponse updateTableReplicaAutoScaling(
            UpdateTableReplicaAutoScalingRequest request) {
        return ask(request, target::updateTableReplicaAutoScaling);
    }

    @Override
    public final UpdateTimeToLiveResponse updateTimeToLive(UpdateTimeToLiveRequest request) {
        return ask(request, target::updateTimeToLive);
    }
}
