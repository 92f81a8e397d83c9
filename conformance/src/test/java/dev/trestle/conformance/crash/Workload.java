package dev.trestle.conformance.crash;

import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * A process that writes until it is killed: workers that carry out their {@link Script}s and print {@code worker number} after each
 * step that was acknowledged, and one thread that adds an index to a full table and takes it away again.
 */
final class Workload {
    static final String FULL = "full";
    static final String ADDED = "added";
    static final int FULL_ITEMS = 1500;
    static final List<String> WORKERS = List.of("ann", "bob", "cid", "dot");

    private Workload() {}

    /** Arguments: the store's directory, the seed, the backfill thread's switch. */
    public static void main(String[] arguments) throws InterruptedException {
        TrestleDb db = StoreFiles.open(Path.of(arguments[0]));
        long seed = Long.parseLong(arguments[1]);
        List<Thread> threads = new ArrayList<>();
        for (String worker : WORKERS) {
            threads.add(new Thread(() -> work(db.client(), new Script(seed, worker))));
        }
        threads.add(new Thread(() -> changeIndexes(db.client())));
        System.out.println("begin");
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void work(DynamoDbClient client, Script script) {
        Contents contents = Contents.read(client, script);
        try {
            for (int number = 0; ; number++) {
                Script.Step step = script.step(number, contents);
                step.run(client);
                System.out.println(script.worker() + " " + number);
                step.apply(contents);
            }
        } catch (RuntimeException e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private static void changeIndexes(DynamoDbClient client) {
        try {
            for (; ; ) {
                GlobalSecondaryIndexDescription index = addedIndex(client);
                if (index == null) {
                    addIndex(client);
                } else if (index.indexStatus() == IndexStatus.ACTIVE) {
                    client.updateTable(r -> r.tableName(FULL)
                            .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                                    .delete(d -> d.indexName(ADDED))
                                    .build()));
                }
                Thread.sleep(1);
            }
        } catch (InterruptedException | DynamoDbException e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    static @Nullable GlobalSecondaryIndexDescription addedIndex(DynamoDbClient client) {
        return client.describeTable(r -> r.tableName(FULL)).table().globalSecondaryIndexes().stream()
                .findFirst()
                .orElse(null);
    }

    static void addIndex(DynamoDbClient client) {
        client.updateTable(r -> r.tableName(FULL)
                .attributeDefinitions(Script.attribute("g", ScalarAttributeType.S))
                .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                        .create(c -> c.indexName(ADDED)
                                .keySchema(Script.key("g", KeyType.HASH))
                                .projection(p -> p.projectionType(ProjectionType.ALL)))
                        .build()));
    }

    /** A table that is large enough for a backfill to take a while. */
    static void createFullTable(DynamoDbClient client) {
        Script.createPlainTable(client, FULL);
        for (int start = 0; start < FULL_ITEMS; start += 25) {
            List<WriteRequest> puts = IntStream.range(start, start + 25)
                    .mapToObj(i -> WriteRequest.builder()
                            .putRequest(PutRequest.builder()
                                    .item(Map.of(
                                            "pk", AttributeValue.fromS("p" + i % 7),
                                            "sk", AttributeValue.fromN(Integer.toString(i)),
                                            "g", AttributeValue.fromS("g" + i % 3)))
                                    .build())
                            .build())
                    .toList();
            client.batchWriteItem(r -> r.requestItems(Map.of(FULL, puts)));
        }
    }
}
