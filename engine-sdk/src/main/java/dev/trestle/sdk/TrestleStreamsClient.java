package dev.trestle.sdk;

import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.ListStreamsRequest;
import software.amazon.awssdk.services.dynamodb.model.ListStreamsResponse;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsServiceClientConfiguration;

/** The SDK's blocking client for streams over the engine. Calls run on the caller's thread, and none waits for anything. */
final class TrestleStreamsClient implements DynamoDbStreamsClient {
    private final TrestleDb db;
    private final ClientSettings settings;

    TrestleStreamsClient(TrestleDb db, ClientSettings settings) {
        this.db = db;
        this.settings = settings;
    }

    @Override
    public ListStreamsResponse listStreams(ListStreamsRequest request) {
        return answer(() -> StreamResponses.list(db.openEngine().listStreams(StreamRequests.list(request))));
    }

    @Override
    public DescribeStreamResponse describeStream(DescribeStreamRequest request) {
        return answer(() -> StreamResponses.describe(db.openEngine().describeStream(StreamRequests.describe(request))));
    }

    @Override
    public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
        return answer(() ->
                StreamResponses.shardIterator(db.openEngine().getShardIterator(StreamRequests.shardIterator(request))));
    }

    @Override
    public GetRecordsResponse getRecords(GetRecordsRequest request) {
        return answer(() -> StreamResponses.records(
                db.openEngine().getRecords(StreamRequests.records(request)), settings.region()));
    }

    private <T> T answer(Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException thrown) {
            throw Failures.translate(thrown, db.isClosed());
        }
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
