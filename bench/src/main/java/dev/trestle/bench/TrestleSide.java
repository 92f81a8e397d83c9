package dev.trestle.bench;

import dev.trestle.engine.EngineOptions;
import dev.trestle.sdk.TrestleDb;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The engine as a program uses it: through {@link DynamoDbClient}. */
final class TrestleSide implements AutoCloseable {
    private static final int BATCH = 25;
    private static final int BATCHES_UNDER_WAY = 40;
    private static final long SETTLE_NANOS_MAX = TimeUnit.MINUTES.toNanos(10);
    private static final long SETTLE_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final TrestleDb db;
    private final DynamoDbClient client;

    TrestleSide(EngineOptions options) {
        db = TrestleDb.open(options);
        client = db.client();
    }

    void createTable(boolean withIndex) {
        CreateTableRequest.Builder request = CreateTableRequest.builder()
                .tableName(Workload.TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(element("pk", KeyType.HASH), element("sk", KeyType.RANGE));
        if (withIndex) {
            request.attributeDefinitions(
                            attribute("pk", "S"),
                            attribute("sk", "N"),
                            attribute("owner", "S"),
                            attribute("created", "S"))
                    .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                            .indexName(Workload.INDEX)
                            .keySchema(element("owner", KeyType.HASH), element("created", KeyType.RANGE))
                            .projection(Projection.builder()
                                    .projectionType(ProjectionType.ALL)
                                    .build())
                            .build());
        } else {
            request.attributeDefinitions(attribute("pk", "S"), attribute("sk", "N"));
        }
        client.createTable(request.build());
    }

    /** Writes items {@code 0 .. count-1} in batches, some of them under way at a time. */
    void load(long count, IntConsumer progress) {
        Deque<CompletableFuture<BatchWriteItemResponse>> underWay = new ArrayDeque<>();
        for (long from = 0; from < count; from += BATCH) {
            List<WriteRequest> writes = new ArrayList<>(BATCH);
            for (long i = from; i < Math.min(count, from + BATCH); i++) {
                writes.add(WriteRequest.builder()
                        .putRequest(
                                PutRequest.builder().item(Workload.item(i, 0)).build())
                        .build());
            }
            if (underWay.size() >= BATCHES_UNDER_WAY) {
                check(underWay.remove().join());
            }
            underWay.add(db.asyncClient()
                    .batchWriteItem(BatchWriteItemRequest.builder()
                            .requestItems(Map.of(Workload.TABLE, writes))
                            .build()));
            progress.accept((int) (from * 100 / count));
        }
        underWay.forEach(response -> check(response.join()));
    }

    private static void check(BatchWriteItemResponse response) {
        if (!response.unprocessedItems().isEmpty()) {
            throw new IllegalStateException("the load was throttled");
        }
    }

    /** Waits until the store has put in order what was loaded. */
    void awaitSettled() {
        long deadline = System.nanoTime() + SETTLE_NANOS_MAX;
        while (db.engine().pendingCompactionBytes() > 0 && System.nanoTime() < deadline) {
            LockSupport.parkNanos(SETTLE_LOOK_NANOS);
        }
    }

    int get(long number) {
        return client.getItem(GetItemRequest.builder()
                        .tableName(Workload.TABLE)
                        .key(Workload.key(number))
                        .build())
                .item()
                .size();
    }

    int query(long partition) {
        return client.query(QueryRequest.builder()
                        .tableName(Workload.TABLE)
                        .keyConditionExpression("pk = :p")
                        .expressionAttributeValues(Map.of(":p", AttributeValue.fromS(Workload.partition(partition))))
                        .limit(Workload.PARTITION_ITEMS)
                        .build())
                .items()
                .size();
    }

    void put(Map<String, AttributeValue> item) {
        client.putItem(
                PutItemRequest.builder().tableName(Workload.TABLE).item(item).build());
    }

    private static KeySchemaElement element(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    private static AttributeDefinition attribute(String name, String type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.fromValue(type))
                .build();
    }

    @Override
    public void close() {
        db.close();
    }
}
