package dev.trestle.bench;

import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.api.StreamListener;
import dev.trestle.engine.api.StreamSubscription;
import dev.trestle.engine.api.SubscribeStream;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
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
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The engine as a program uses it: through {@link DynamoDbClient}. */
final class TrestleSide implements AutoCloseable {
    static final String EXPIRES = "expires";

    private static final String EXPIRING = "sessions";
    private static final int EXPIRING_PER_STEP = 1000;
    private static final int BATCH = 25;
    private static final int BATCHES_UNDER_WAY = 40;
    private static final long SETTLE_NANOS_MAX = TimeUnit.MINUTES.toNanos(10);
    private static final long SETTLE_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final @Nullable TrestleDb opened;
    private final DynamoDbClient client;

    TrestleSide(EngineOptions options) {
        opened = TrestleDb.open(options);
        client = opened.client();
    }

    /** Somebody else's client, for the same requests. */
    TrestleSide(DynamoDbClient client) {
        this.opened = null;
        this.client = client;
    }

    private TrestleDb db() {
        if (opened == null) {
            throw new IllegalStateException("this side is not Trestle");
        }
        return opened;
    }

    void loadOneByOne(long count) {
        for (long number = 0; number < count; number++) {
            put(Workload.item(number, 0));
        }
    }

    void createTable(boolean withIndex) {
        client.createTable(table(withIndex).build());
    }

    /** A table with an index, a stream and expiry. */
    void createTimedTable() {
        client.createTable(table(true)
                .streamSpecification(s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES))
                .build());
        client.updateTimeToLive(r -> r.tableName(Workload.TABLE)
                .timeToLiveSpecification(t -> t.enabled(true).attributeName(EXPIRES)));
        awaitExpiry(Workload.TABLE);
    }

    /** Small items of a table with a stream, about a thousand of which expire in each {@link BackgroundWork#STEP}. */
    void createExpiringTable(int count, Instant now) {
        client.createTable(r -> r.tableName(EXPIRING)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(attribute("pk", "S"))
                .keySchema(element("pk", KeyType.HASH))
                .streamSpecification(s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
        client.updateTimeToLive(r -> r.tableName(EXPIRING)
                .timeToLiveSpecification(t -> t.enabled(true).attributeName(EXPIRES)));
        awaitExpiry(EXPIRING);
        long first = now.plus(Duration.ofHours(25)).getEpochSecond();
        load(
                EXPIRING,
                count,
                percent -> {},
                number -> Map.of(
                        "pk",
                        AttributeValue.fromS("session#" + number),
                        EXPIRES,
                        AttributeValue.fromN(
                                Long.toString(first + number * BackgroundWork.STEP.toSeconds() / EXPIRING_PER_STEP))));
    }

    private void awaitExpiry(String table) {
        while (client.describeTimeToLive(r -> r.tableName(table))
                        .timeToLiveDescription()
                        .timeToLiveStatus()
                != TimeToLiveStatus.ENABLED) {
            LockSupport.parkNanos(SETTLE_LOOK_NANOS / 100);
        }
    }

    long expiringCount() {
        return client.describeTable(r -> r.tableName(EXPIRING)).table().itemCount();
    }

    void backup(Path copy) {
        db().engine().backup(copy);
    }

    StreamSubscription listen(StreamListener listener) {
        return db().engine()
                .subscribe(new SubscribeStream(Workload.TABLE, null, SubscribeStream.Start.LATEST, null), listener);
    }

    private static CreateTableRequest.Builder table(boolean withIndex) {
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
        return request;
    }

    /** Writes items {@code 0 .. count-1} in batches, some of them under way at a time. */
    void load(long count, IntConsumer progress) {
        load(Workload.TABLE, count, progress, number -> Workload.item(number, 0));
    }

    private void load(String table, long count, IntConsumer progress, LongFunction<Map<String, AttributeValue>> item) {
        Deque<CompletableFuture<BatchWriteItemResponse>> underWay = new ArrayDeque<>();
        for (long from = 0; from < count; from += BATCH) {
            List<WriteRequest> writes = new ArrayList<>(BATCH);
            for (long i = from; i < Math.min(count, from + BATCH); i++) {
                writes.add(WriteRequest.builder()
                        .putRequest(PutRequest.builder().item(item.apply(i)).build())
                        .build());
            }
            if (underWay.size() >= BATCHES_UNDER_WAY) {
                check(underWay.remove().join());
            }
            underWay.add(db().asyncClient()
                    .batchWriteItem(BatchWriteItemRequest.builder()
                            .requestItems(Map.of(table, writes))
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
        while (db().engine().pendingCompactionBytes() > 0 && System.nanoTime() < deadline) {
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
        if (opened != null) {
            opened.close();
        }
    }
}
