package dev.trestle.conformance.crash;

import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BackupStatus;
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
 * step that was acknowledged; one thread that adds an index to a full table and takes it away again; one that writes what expires at
 * once; one that makes backups of a table and of the store.
 */
final class Workload {
    static final String FULL = "full";
    static final String ADDED = "added";
    static final String PASSING = "passing";
    static final int FULL_ITEMS = 1500;
    static final List<String> WORKERS = List.of("ann", "bob", "cid", "dot");

    private Workload() {}

    /** Arguments: the store's directory, the seed, how many hours to be ahead. */
    public static void main(String[] arguments) throws InterruptedException {
        Path directory = Path.of(arguments[0]);
        TrestleDb db = StoreFiles.open(directory, Integer.parseInt(arguments[2]));
        long seed = Long.parseLong(arguments[1]);
        List<Thread> threads = new ArrayList<>();
        for (String worker : WORKERS) {
            threads.add(new Thread(() -> work(db.client(), new Script(seed, worker))));
        }
        threads.add(new Thread(() -> changeIndexes(db.client())));
        threads.add(new Thread(() -> letPass(db)));
        threads.add(new Thread(() -> backUp(db, directory.resolveSibling("copies"))));
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

    private static void letPass(TrestleDb db) {
        try {
            for (int number = 0; ; number++) {
                String id = "n" + number;
                String now =
                        Long.toString(db.engine().options().clock().instant().getEpochSecond());
                db.client()
                        .putItem(r -> r.tableName(PASSING)
                                .item(Map.of(
                                        "pk", AttributeValue.fromS(id),
                                        "sk", AttributeValue.fromN("0"),
                                        "expires", AttributeValue.fromN(now))));
            }
        } catch (RuntimeException e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private static void backUp(TrestleDb db, Path copies) {
        try {
            for (; ; ) {
                String arn = db.client()
                        .createBackup(r -> r.tableName(FULL).backupName("full"))
                        .backupDetails()
                        .backupArn();
                Path copy = copies.resolve("copy");
                StoreFiles.delete(copy);
                db.engine().backup(copy);
                Awaitility.await()
                        .pollInterval(Duration.ofMillis(2))
                        .until(() -> db.client()
                                        .describeBackup(r -> r.backupArn(arn))
                                        .backupDescription()
                                        .backupDetails()
                                        .backupStatus()
                                != BackupStatus.CREATING);
                db.client().deleteBackup(r -> r.backupArn(arn));
            }
        } catch (IOException | RuntimeException e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    static void createPassingTable(DynamoDbClient client) {
        Script.createPlainTable(client, PASSING);
        Script.keepTime(client, PASSING);
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
