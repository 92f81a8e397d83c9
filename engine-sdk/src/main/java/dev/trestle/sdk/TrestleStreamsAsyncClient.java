package dev.trestle.sdk;

import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.ListStreamsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListStreamsResponse;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsAsyncClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsServiceClientConfiguration;

/** The SDK's client for streams with futures over the engine. Nothing of a call runs on the caller's thread. */
final class TrestleStreamsAsyncClient implements DynamoDbStreamsAsyncClient {
    private final TrestleDb db;
    private final AsyncRunner runner;
    private final ClientSettings settings;

    TrestleStreamsAsyncClient(TrestleDb db, AsyncRunner runner, ClientSettings settings) {
        this.db = db;
        this.runner = runner;
        this.settings = settings;
    }

    @Override
    public CompletableFuture<ListStreamsResponse> listStreams(ListStreamsRequest request) {
        return runner.answer(() -> StreamResponses.list(db.openEngine().listStreams(StreamRequests.list(request))));
    }

    @Override
    public CompletableFuture<DescribeStreamResponse> describeStream(DescribeStreamRequest request) {
        return runner.answer(
                () -> StreamResponses.describe(db.openEngine().describeStream(StreamRequests.describe(request))));
    }

    @Override
    public CompletableFuture<GetShardIteratorResponse> getShardIterator(GetShardIteratorRequest request) {
        return runner.answer(() ->
                StreamResponses.shardIterator(db.openEngine().getShardIterator(StreamRequests.shardIterator(request))));
    }

    @Override
    public CompletableFuture<GetRecordsResponse> getRecords(GetRecordsRequest request) {
        return runner.answer(() -> StreamResponses.records(
                db.openEngine().getRecords(StreamRequests.records(request)), settings.region()));
    }

    @Override
    public DynamoDbStreamsServiceClientConfiguration serviceClientConfiguration() {
        return settings.streamsConfiguration();
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    /** Closes nothing: the client belongs to its {@link TrestleDb}. */
    @Override
    public void close() {}
}
